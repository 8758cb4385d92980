"""Repeated calls leave nothing behind, and objects outlive their parents."""

import gc
import resource
import sys

import numpy as np
import pytest

import alembert as al


def kilobytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 1024


def grows(call, times):
    """KB that so many calls add, after as many to warm up."""
    for _ in range(times):
        call()
    gc.collect()
    before = kilobytes()
    for _ in range(times):
        call()
    gc.collect()
    return kilobytes() - before


def refused(call, kind):
    def run():
        with pytest.raises(kind):
            call()

    return run


def test_calls_leave_nothing_behind(arm):
    q = np.zeros(7)
    many = np.zeros((600, 7))
    bad = np.full(7, np.nan)
    bending = al.Robot.load("models/flexible_two_link.yaml")
    rod, z = al.FlexibleModel(bending), np.zeros(6)
    for call in (
        lambda: arm.inverse_dynamics(q, q, q),
        lambda: arm.inverse_dynamics(many, many, many),
        lambda: arm.derivatives(many, q, q),
        lambda: arm.inverse_dynamics([0] * 7, q, q, loads=al.Load("flange", (1, 2, 3))),
        lambda: arm.pose(q, "flange"),
        refused(lambda: arm.inverse_dynamics(bad, q, q), ValueError),
        refused(lambda: arm.inverse_dynamics(q[:6], q, q), ValueError),
        refused(lambda: arm.pose(q, "nowhere"), al.Error),
        lambda: arm.bias(q, q, base_motion=al.BaseMotion((1, 2, 3))),
        lambda: arm.second_derivatives(q, q, q),
        lambda: rod.forward_dynamics(z, z, [0, 0], loads=al.Load("tool", (1, 2, 3))),
        refused(lambda: rod.pose(z, "nowhere"), al.Error),
        lambda: al.load("models/two_link.yaml"),
        lambda: al.FlexibleModel(bending),
    ):
        assert grows(call, 300) < 1500


def test_solves_leave_nothing_behind(two_link):
    def wish(q, v, a):
        return q[0] ** 2

    def bad(q, v, a):
        raise KeyError("on purpose")

    ask = {"start": [0, 0], "goal": [0.5, 0.2], "spline": {"segments": 6}}
    good = al.MotionProblem(two_link, **ask, terms=al.Term(wish))
    wrong = al.MotionProblem(two_link, **ask, terms=al.Term(bad))
    held = sys.getrefcount(wish), sys.getrefcount(bad)
    assert grows(lambda: al.solve(good, samples=11), 15) < 3000
    assert grows(refused(lambda: al.solve(wrong), KeyError), 15) < 3000
    assert held == (sys.getrefcount(wish), sys.getrefcount(bad))


def test_references_are_counted(arm):
    q, out = np.zeros(7), np.zeros(7)
    held = sys.getrefcount(q), sys.getrefcount(out), sys.getrefcount(arm)
    for _ in range(100):
        arm.inverse_dynamics(q, q, q, out=out)
        arm.inverse_dynamics(np.zeros((3, 7)), q, q)
        with pytest.raises(ValueError):
            arm.inverse_dynamics(q, q[:3], q, out=out)
    assert held == (sys.getrefcount(q), sys.getrefcount(out), sys.getrefcount(arm))


def test_objects_outlive_their_parents():
    robot = al.Robot.load("models/two_link.yaml")
    model = robot.compile()
    regressor = al.Regressor(model)
    table = al.DynamicsTable(model)
    problem = al.MotionProblem(model, start=[0, 0], goal=[0.5, 0.5], spline={"segments": 8})
    want = model.gravity_torque([0.1, 0.2])
    rod = al.load_flexible("models/flexible_two_link.yaml")
    path, stiff = rod.move([0, 0], [0.2, 0.1], 1.0, "zv"), rod.stiff()
    del robot, model, rod
    gc.collect()
    np.testing.assert_allclose(
        regressor([0.1, 0.2], [0, 0], [0, 0]) @ regressor.parameters, want, rtol=1e-12
    )
    assert path(0.5).shape == stiff.gravity_torque([0, 0]).shape == (2,)
    assert table([0.1, 0.2], [0, 0], [0, 0]).shape == (2,)
    solution = al.solve(problem)
    del problem
    gc.collect()
    motion = solution.motion
    del solution
    gc.collect()
    assert motion(0.0).shape == (2,)
