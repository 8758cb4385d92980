#!/usr/bin/env python3
"""Do heartbeats of a Dask worker go on while it solves one problem for a minute?

    PYTHONPATH=build/release/python benchmarks/sweep_heartbeat.py --seconds 60
"""

import argparse
import pathlib
import sys
import tempfile
import threading
import time

import alembert as al

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROBLEM = """alembert: motion/1
robot: {robot}
start: {{q: [0, 0]}}
goal: {{q: [0.5, 0.3]}}
minimize: {{time: 1, effort: 1e-3}}
limits: {{velocity: 3, torque: [14, 7]}}
spline: {{segments: 60}}
solver: {{starts: 100000}}
"""
SWEEP = """alembert: sweep/1
problem: problem.yaml
grid: [{{name: x, set: 'goal.q[0]', values: [0.4]}}]
max_seconds: {seconds}
"""


def ages(dask_scheduler=None):
    return [time.time() - worker.last_seen for worker in dask_scheduler.workers.values()]


def main():
    from distributed import Client, LocalCluster

    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=60.0)
    seconds = arguments.parse_args().seconds
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "sweep.yaml")
        path.write_text(SWEEP.format(seconds=seconds))
        robot = ROOT / "models/two_link.yaml"
        pathlib.Path(folder, "problem.yaml").write_text(PROBLEM.format(robot=robot))
        with LocalCluster(
            n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster, Client(cluster) as client:
            records = []
            solve = threading.Thread(target=lambda: records.extend(al.sweep(path, client=client)))
            begin = time.monotonic()
            solve.start()
            oldest = 0.0
            while solve.is_alive():
                time.sleep(0.25)
                oldest = max([oldest, *client.run_on_scheduler(ages)])
            took = time.monotonic() - begin
        record = records[0]
        print(f"one problem for {record.seconds:.1f} s ({record.status}, by clock: {record.by_clock}), "
              f"{took:.1f} s in all; the oldest heartbeat was {oldest:.2f} s old")  # fmt: skip
        return 0 if oldest < 5.0 and record.seconds > 0.8 * seconds else 1


if __name__ == "__main__":
    sys.exit(main())
