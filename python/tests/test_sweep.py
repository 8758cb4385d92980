"""Sweeps: the same records in threads, on the command line and on a cluster that loses a worker."""

import csv
import os
import signal
import subprocess
import threading
import time

import pytest

import alembert as al

SMALL = "examples/sweeps/small.yaml"


def rows_of(sweep):
    return [(r.index, r.key, r.status, r.duration, r.objective, r.limits) for r in sweep]


def test_threads_give_the_same_records():
    one = rows_of(al.sweep(SMALL, threads=1))
    assert one == rows_of(al.sweep(SMALL, threads=3))
    assert one == rows_of(al.sweep(SMALL, threads=2, batch=4))
    assert [r[0] for r in one] == list(range(6))


def test_the_program_writes_the_same_table(tmp_path):
    program = os.environ.get("ALEMBERT_PROGRAM")
    if not program:
        pytest.skip("there is no program here to compare with")
    folder = str(tmp_path / "small")
    for words in (["run", SMALL, "--folder", folder], ["merge", folder]):
        subprocess.run([program, "sweep", *words], check=True, stdout=subprocess.DEVNULL)
    with open(folder + "/merged.csv") as file:
        rows = list(csv.DictReader(file))
    for row, record in zip(rows, al.sweep(SMALL)):
        assert row["key"] == record.key
        assert float(row["x"]) == record.values["x"]
        assert float(row["duration"]) == record.duration
    assert len(rows) == 6


def test_bad_files_are_errors(tmp_path):
    bad = tmp_path / "bad.yaml"
    problem = os.path.abspath("examples/sweeps/small.reach.yaml")
    bad.write_text(
        f"alembert: sweep/1\nproblem: {problem}\n"
        "grid:\n  - {name: x, set: goal.nothing, values: [1]}\n"
    )
    with pytest.raises(al.Error, match="names nothing"):
        al.sweep(bad)


def test_tables_are_pandas():
    pandas = pytest.importorskip("pandas")
    table = al.sweep(SMALL).table()
    assert isinstance(table, pandas.DataFrame)
    assert list(table["x"]) == [0.2, 0.2, 0.4, 0.4, 0.6, 0.6]
    assert table["good"].all()


def test_sobol_points_are_those_of_scipy(tmp_path):
    qmc = pytest.importorskip("scipy.stats.qmc")
    problem = tmp_path / "problem.yaml"
    robot = os.path.abspath("models/seven_axis.yaml")
    numbers = ", ".join(["0.5"] * 7)
    problem.write_text(
        f"alembert: motion/1\nrobot: {robot}\nstart: {{q: [0, 0, 0, -1, 0, 1, 0]}}\n"
        "goal: {q: [0.1, 0.1, 0.1, -1, 0.1, 1, 0.1]}\n"
        f"limits: {{velocity: [{numbers}], acceleration: [{numbers}], jerk: [{numbers}]}}\n"
    )
    names = [f"{kind}[{j}]" for kind in ("velocity", "acceleration", "jerk") for j in range(7)]
    of = "\n".join(
        f"    - {{name: p{i}, set: 'limits.{name}', from: 1, to: 2}}" for i, name in enumerate(names)
    )
    sweep_file = tmp_path / "sweep.yaml"
    sweep_file.write_text(
        f"alembert: sweep/1\nproblem: problem.yaml\nsamples:\n  count: 64\n  method: sobol\n"
        f"  seed: 0\n  of:\n{of}\n"
    )
    sweep = al.sweep(sweep_file)
    points = qmc.Sobol(21, scramble=False).random(64)
    for i in range(64):
        assert list(sweep.values(i).values()) == pytest.approx(list(points[i] + 1), abs=1e-9)


SLOW = """alembert: motion/1
robot: {robot}
start: {{q: [0, 0]}}
goal: {{q: [0.5, 0.3]}}
minimize: {{time: 1, effort: 1e-3}}
limits: {{velocity: 3, torque: [14, 7]}}
spline: {{segments: 60}}
solver: {{starts: {starts}}}
"""


def slow_sweep(folder, starts, count):
    (folder / "problem.yaml").write_text(
        SLOW.format(robot=os.path.abspath("models/two_link.yaml"), starts=starts)
    )
    path = folder / "sweep.yaml"
    path.write_text(
        "alembert: sweep/1\nproblem: problem.yaml\n"
        f"grid: [{{name: x, set: 'goal.q[0]', from: 0.3, to: 0.8, count: {count}}}]\n"
    )
    return path


def test_the_lock_is_released_all_the_while(tmp_path):
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.02):
            ticks.append(time.monotonic())

    ticker = threading.Thread(target=tick)
    ticker.start()
    begin = time.monotonic()
    assert all(r.good for r in al.sweep(slow_sweep(tmp_path, 8, 2), threads=1, batch=2))
    seconds = time.monotonic() - begin
    stop.set()
    ticker.join()
    gaps = [b - a for a, b in zip([begin, *ticks], ticks)]
    assert max(gaps) < 0.5 * seconds, (max(gaps), seconds)


def test_a_cluster_that_loses_a_worker_loses_nothing(tmp_path):
    distributed = pytest.importorskip("distributed")
    path = slow_sweep(tmp_path, 1, 24)
    expected = rows_of(al.sweep(path))
    with distributed.LocalCluster(
        n_workers=4, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        processes = list(client.run(os.getpid).values())
        records = iter(al.sweep(path, client=client, batch=2))
        first = next(records)
        os.kill(processes[0], signal.SIGKILL)
        found = [first, *records]
    assert rows_of(found) == expected
