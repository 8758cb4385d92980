"""Ctrl-C ends long calls: at once for whoever waits, and soon for what was computing."""

import subprocess
import sys
import textwrap

import pytest

REACH = """
s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
"""

#: Each makes `call`, which would take minutes.
LONG_CALLS = {
    "solve": """
        al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))  # threads of linear algebra stay
        def slow(q, v, a):
            time.sleep(0.02)
            return q[0] ** 2
        arm = al.load("models/two_link.yaml")
        problem = al.MotionProblem(arm, start=[0, 0], goal=[1, 1], terms=al.Term(slow))
        call = lambda: al.solve(problem)
        """,
    "batch": """
        arm = al.load("models/seven_axis.yaml")
        q = np.zeros((3_000_000, 7))
        call = lambda: arm.inverse_dynamics(q, q, q, formulation="uicker_kahn")
        """,
    "verify": REACH + "call = lambda: s.verify(samples=1_000_000_000)",
    "simulate": REACH + "call = lambda: s.simulate(rate=1e5, hold=1e4)",
    "certify": """
        rng = np.random.default_rng(1)
        arm = al.load("models/seven_axis.yaml")
        points = 0.2 * rng.normal(size=(3003, 7)).cumsum(axis=0) / 50
        curve = al.Spline(3, [0, 0, 0, *range(3001), 3000, 3000, 3000], points)
        problem = al.MotionProblem(arm, start=curve(0.0), goal=curve(3000.0))
        call = lambda: al.certify(problem, curve, accuracy=1e-15)
        """,
    "retime": """
        arm = al.load("models/seven_axis.yaml")
        t = np.linspace(0, 60, 2000)
        path = np.stack([0.3 * np.sin((1 + 0.1 * j) * t) for j in range(7)], axis=1)
        path[:, 3] -= 1.5
        call = lambda: al.retime(arm, path, segments=50_000)
        """,
    "table": """
        arm = al.load("models/puma560.yaml")
        call = lambda: al.DynamicsTable(arm, "configuration_space", nodes=13, threads=1)
        """,
    "a bending arm": """
        rod = al.load_flexible("models/flexible_two_link.yaml")
        call = lambda: rod.simulate(z=[0, 0, 0.02, 0, 0, 0], duration=1e6)
        """,
    "a quiet motion": """
        rod = al.load_flexible("models/space_arm.yaml")
        path = rod.move([0] * 7, [0.6, -0.5, 0, 0.9, 0.3, 0, 0], 1200.0)
        call = lambda: rod.quiet(path)
        """,
}

SCRIPT = """
import os, signal, threading, time
import numpy as np
import alembert as al
{setup}
def threads():
    return len(os.listdir("/proc/self/task"))

before = threads()
timer = threading.Timer(0.7, lambda: os.kill(os.getpid(), signal.SIGINT))
timer.start()
begun = time.time()
try:
    call()
    print("came to an end in", time.time() - begun)
except KeyboardInterrupt:
    print("interrupted", time.time() - begun < 10)
timer.join()
while threads() > before and time.time() - begun < 20:
    time.sleep(0.05)
print("alone", threads() <= before)
"""


@pytest.mark.parametrize("name", LONG_CALLS)
def test_ctrl_c_ends(name):
    script = SCRIPT.format(setup=textwrap.dedent(LONG_CALLS[name]))
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120
    )
    assert ran.stdout == "interrupted True\nalone True\n", ran.stderr


AGAIN = """
import os, signal, sys, threading, time
import alembert as al

arm = al.load("models/two_link.yaml")
def slow(q, v, a):
    time.sleep(0.02)
    return q[0] ** 2
watched = []
problem = al.MotionProblem(arm, start=[0, 0], goal=[1, 1], terms=al.Term(slow))
timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
timer.start()
try:
    al.solve(problem, on_progress=lambda *now: watched.append(now))
except KeyboardInterrupt:
    print("interrupted")
timer.join()
sys.setswitchinterval(1000)  # from here on nobody else gets the interpreter lock unasked
end = time.perf_counter() + 1.0
while time.perf_counter() < end:  # what was left behind ends meanwhile, and wants the lock
    pass
quick = al.MotionProblem(arm, start=[0, 0], goal=[1, 1])
print(al.solve(quick).status)
"""


def test_ctrl_c_right_before_another_solve_does_not_wait_for_ever():
    ran = subprocess.run(
        [sys.executable, "-c", AGAIN], capture_output=True, text=True, timeout=60
    )
    assert ran.stdout == "interrupted\nsolved\n", ran.stderr
