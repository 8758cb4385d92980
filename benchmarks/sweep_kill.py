#!/usr/bin/env python3
"""A sweep that is killed again and again: is its table that of an undisturbed one?

    benchmarks/sweep_kill.py build/release/alembert --problems 10000 --kill-every 30

Workers are killed every so many seconds, the parent once by kill -9, and the log is then cut in the
middle of a record. Prints what was done and measured, and ends with 1 where tables differ.
"""

import argparse
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

PROBLEM = """alembert: motion/1
robot: {robot}
start: {{q: [0, 0]}}
goal: {{q: [0.5, 0.3]}}
minimize: {{time: 1, effort: 1e-3}}
limits: {{velocity: 3, torque: [14, 7]}}
spline: {{segments: 8}}
"""
# The same whose answer is known in closed form, and then proven: a tenth of the time.
QUICK = """alembert: motion/1
robot: {robot}
start: {{q: [0, 0]}}
goal: {{q: [0.5, 0.3]}}
minimize: time
limits: {{velocity: 1, acceleration: 4, jerk: 40, torque: [400, 400]}}
"""
SWEEP = """alembert: sweep/1
problem: problem.yaml
samples:
  count: {count}
  seed: 3
  of:
    - {{name: a, set: 'goal.q[0]', from: -1.5, to: 1.5}}
    - {{name: b, set: 'goal.q[1]', from: -1.5, to: 1.5}}
    - {{name: strength, set: 'limits.torque[0]', from: 4, to: 20}}
"""


def workers_of(process):
    try:
        listed = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return []
    return [int(word) for word in listed.split()]


class Sweep:
    def __init__(self, program, folder, workers):
        self.words = [program, "sweep", "run", "sweep.yaml", "--folder", folder, "--json"]
        self.words += ["--workers", str(workers)]
        self.program, self.folder = program, folder

    def start(self):
        return subprocess.Popen(self.words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def merged(self):
        subprocess.run(
            [self.program, "sweep", "merge", self.folder], check=True, stdout=subprocess.DEVNULL
        )
        return pathlib.Path(self.folder, "merged.csv").read_bytes()

    def log(self):
        return next(pathlib.Path(self.folder).glob("shard-*.log"))


def finish(process):
    out, _ = process.communicate()
    assert process.returncode == 0, f"the run ended with {process.returncode}"
    return json.loads(out)


def disturbed(sweep, count, kill_every, whole_size):
    """Runs to the end under kills; what was done to it."""
    chance = random.Random(1)
    killed, parents, cuts, runs = 0, 0, 0, []
    process = sweep.start()
    next_kill = time.monotonic() + kill_every
    while process.poll() is None:
        time.sleep(0.01)
        if time.monotonic() >= next_kill:
            next_kill += kill_every
            workers = workers_of(process.pid)
            if workers:
                os.kill(chance.choice(workers), signal.SIGKILL)
                killed += 1
        logs = list(pathlib.Path(sweep.folder).glob("shard-*.log"))
        if parents == 0 and logs and logs[0].stat().st_size > whole_size // 2:
            left = workers_of(process.pid)
            process.kill()
            process.wait()
            parents += 1
            for _ in range(1000):  # its workers see it and end
                if not any(pathlib.Path(f"/proc/{w}").exists() for w in left):
                    break
                time.sleep(0.01)
            size = logs[0].stat().st_size
            os.truncate(logs[0], size - 77)  # in the middle of a record
            cuts += 1
            process = sweep.start()
    runs.append(finish(process))
    return killed, parents, cuts, runs[-1]


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("program")
    arguments.add_argument("--problems", type=int, default=10_000)
    arguments.add_argument("--kill-every", type=float, default=30.0)
    arguments.add_argument("--quick", action="store_true", help="problems in closed form")
    arguments.add_argument("--workers", type=int, default=2)
    options = arguments.parse_args()
    program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        problem = (QUICK if options.quick else PROBLEM).format(robot=ROOT / "models/two_link.yaml")
        pathlib.Path("problem.yaml").write_text(problem)
        pathlib.Path("sweep.yaml").write_text(SWEEP.format(count=options.problems))
        plain = Sweep(program, "plain", options.workers)
        told = finish(plain.start())
        expected = plain.merged()
        harmed = Sweep(program, "harmed", options.workers + 1)  # another number of workers
        killed, parents, cuts, last = disturbed(
            harmed, options.problems, options.kill_every, plain.log().stat().st_size
        )
        found = harmed.merged()
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        good = sum(line.split(b",")[6] == b"1" for line in expected.splitlines()[1:])
        print(f"{options.problems} problems, {good} good; undisturbed {told['seconds']:.1f} s")
        print(f"processor time of all runs {used.ru_utime + used.ru_stime:.1f} s")
        print(f"overhead {1e3 * told['overhead_seconds']:.2f} ms a problem; peak memory {peak} MiB")
        print(f"killed: {killed} workers, {parents} parent (kill -9); {cuts} log cut in a record")
        print(f"the last run found {last['there']} records and lost {last['workers_lost']} workers")
        same = found == expected and expected.count(b"\n") == options.problems + 1
        harm = killed > 0 and parents == 1 and cuts == 1
        for a, b in zip(expected.splitlines(), found.splitlines()):
            if a != b:
                print(f"undisturbed: {a.decode()}\n  disturbed: {b.decode()}")
                break
        print("the tables are", "the same to the last byte" if same else "NOT the same")
        if not harm:
            print("but nothing was killed: give more problems, or a shorter --kill-every")
        return 0 if same and harm else 1


if __name__ == "__main__":
    sys.exit(main())
