"""Solves mapped over a cluster with Dask, one worker of which is killed: nothing is lost."""

import os
import signal

import numpy as np

import alembert as al


def reach(problem):
    s = al.solve(problem, threads=1)
    return s.status, s.duration


def main():
    from distributed import Client, LocalCluster

    arm = al.load("models/two_link.yaml")
    goals = np.random.default_rng(2).uniform(-1.0, 1.0, (12, 2))
    problems = [
        al.MotionProblem(arm, start=[0, 0], goal=goal, spline={"segments": 8}) for goal in goals
    ]
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster, Client(cluster) as client:
        futures = client.map(reach, problems, pure=False)
        futures[0].result()
        os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)  # one worker dies
        answers = client.gather(futures)
    for goal, (status, duration) in zip(goals, answers):
        print(f"to {goal.round(2)}: {status} in {duration:.3f} s")
    assert len(answers) == len(goals) and all(status == "solved" for status, _ in answers)
    assert answers[3] == reach(problems[3])


if __name__ == "__main__":
    main()
