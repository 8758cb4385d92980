"""Every object pickles, bit for bit, so that processes and clusters can work."""

import concurrent.futures
import copy
import multiprocessing
import pickle

import numpy as np
import pytest

import alembert as al


def again(thing):
    return pickle.loads(pickle.dumps(thing))


@pytest.mark.parametrize("file", ["seven_axis", "puma560", "stanford", "torso", "four_bar"])
def test_models_and_robots_keep_every_bit(file):
    model = al.load(f"models/{file}.yaml")
    q, v, a = np.random.default_rng(2).uniform(-1, 1, (3, 20, model.dofs))
    for other in (again(model), again(model.robot).compile(), copy.deepcopy(model)):
        want = model.inverse_dynamics(q, v, a)
        assert other.inverse_dynamics(q, v, a).tobytes() == want.tobytes()
    assert again(model.robot)._document() == model.robot._document()


def test_models_that_were_changed_do_too(arm):
    changed = (
        arm.carrying("flange", 1.5, (0, 0, 0.1), np.diag([0.01, 0.02, 0.03]))
        .with_locked_joints({"joint3": 0.2})
        .with_gravity((0, 1, -9))
        .perturbed(0.05, seed=3)
        .without_drives(rotors=False)
    )
    q = np.random.default_rng(2).uniform(-1, 1, (20, 6))
    other = again(changed)
    assert other.joint_names == changed.joint_names
    assert other.bias(q, q).tobytes() == changed.bias(q, q).tobytes()


def test_tools_and_curves_do(two_link):
    q, v, a = np.random.default_rng(2).uniform(-1, 1, (3, 5, 2))
    for tool in (
        al.Regressor(two_link, drives=True),
        al.BaseParameters(two_link),
        al.DesignDerivatives(two_link),
        al.DynamicsTable(two_link, nodes=17, interpolation="cubic"),
    ):
        assert again(tool)(q, v, a).tobytes() == tool(q, v, a).tobytes()
    noise = np.random.default_rng(0).normal(size=(9, 2))
    spline = al.fit_spline(np.linspace(0, 1, 9), noise, segments=3)
    assert again(spline.spline) == spline.spline
    profile = al.profile("s-curve", [0.0], [1.0], velocity=[1], acceleration=[1], jerk=[1])
    t = np.linspace(0, profile.duration, 11)
    assert again(profile)(t).tobytes() == profile(t).tobytes()
    error = again(al.Error("reason", "fix", "file", 3, "name"))
    assert (error.reason, error.fix, error.file, error.line, error.code) == (
        "reason", "fix", "file", 3, "name",
    )  # fmt: skip
    assert repr(again(al.Load("tip", (1, 2, 3)))) == repr(al.Load("tip", (1, 2, 3)))


def torque_of(work):
    model, q = work
    return model.gravity_torque(q)


def test_processes_share_the_work(arm):
    q = np.random.default_rng(2).uniform(-1, 1, (4, 100, 7))
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        answers = list(pool.map(torque_of, [(arm, rows) for rows in q]))
    for rows, answer in zip(q, answers):
        assert answer.tobytes() == arm.gravity_torque(rows).tobytes()
