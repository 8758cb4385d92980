"""Arms whose links bend: the numbers of the program, and objects that behave."""

import json
import os
import pickle
import subprocess
import threading

import numpy as np
import pytest

import alembert as al

PROGRAM = os.environ.get("ALEMBERT_PROGRAM", "build/release/alembert")
FILE = "models/flexible_two_link.yaml"


@pytest.fixture(scope="module")
def rod():
    return al.load_flexible(FILE)


def program(*arguments):
    ran = subprocess.run([PROGRAM, *arguments, "--json"], capture_output=True, text=True)
    return json.loads(ran.stdout)


@pytest.fixture(scope="module")
def states(rod):
    rng = np.random.default_rng(4)
    z, v, a = rng.uniform(-1, 1, (3, 40, rod.dofs)) * ([1.0, 1.0] + [0.03] * 4)
    return z, v, a


def test_modes_are_those_of_the_program(rod):
    theirs = program("modes", FILE, "--lock", "all", "--at", "0.2,0.7", "--matrices")
    ours = rod.modes([0.2, 0.7], locked="all")
    assert ours.frequencies.tolist() == theirs["frequencies_hz"]
    assert ours.damping.tolist() == theirs["damping_ratios"]
    assert ours.shapes.tolist() == theirs["shapes"]
    assert rod.coordinate_names == theirs["coordinates"]
    space = ours.at.state_space()
    assert space.A.tolist() == theirs["state_space"]["A"]
    assert space.B.tolist() == theirs["state_space"]["B"]
    free = rod.modes([0.2, 0.7])
    assert free.rigid == 2 and len(free.frequencies) == 4


def test_a_run_is_that_of_the_program(rod):
    theirs = program(
        "simulate", FILE, "--to", "0.5,0.2", "--move", "1", "--hold", "0.5", "--perfect",
        "--shaper", "zv",
    )  # fmt: skip
    ours = rod.simulate(rod.move([0, 0], [0.5, 0.2], 1.0, "zv"), perfect=True, hold=0.5)
    assert ours.z[-1].tolist() == theirs["final"]["z"]
    assert ours.energy_error == theirs["energy_error"] and ours.valid == theirs["valid"]
    assert [tip.residual for tip in ours.links] == [tip["residual"] for tip in theirs["tips"]]
    assert ours.tips[-1].tolist() == theirs["final"]["tips"]
    controlled = program("simulate", FILE, "--to", "0.2,0.1", "--move", "1")
    assert rod.simulate(rod.move([0, 0], [0.2, 0.1], 1.0)).z[-1].tolist() == controlled["final"]["z"]


def test_equations_agree_with_each_other(rod, states):
    z, v, a = states
    tau = a[:, :2] * 3
    moved = rod.forward_dynamics(z, v, tau)
    forces = rod.inverse_dynamics(z, v, moved)
    np.testing.assert_allclose(forces[:, :2], tau, rtol=0, atol=1e-9)
    np.testing.assert_allclose(forces[:, 2:], 0, atol=1e-9)
    J, R = rod.simulation_form(z, v)
    np.testing.assert_allclose(np.einsum("nij,nj->ni", J, moved)[:, 2:], R[:, 2:], atol=1e-9)
    assert rod.mass_matrix(z).tobytes() == J.tobytes()
    found = rod.joint_torques(z, v, moved[:, :2])
    np.testing.assert_allclose(found.tau, tau, rtol=1e-8, atol=1e-8)
    for i in (0, 17, 39):  # many states are each of them
        assert rod.forward_dynamics(z[i], v[i], tau[i]).tobytes() == moved[i].tobytes()
    energy = rod.energy(z, v)
    kinetic = 0.5 * np.einsum("ni,nij,nj->n", v, J, v)
    np.testing.assert_allclose(energy.kinetic, kinetic, rtol=1e-10)
    assert energy.total.shape == (40,) and rod.energy(z[0], v[0]).total == energy.total[0]


def test_threads_share_a_model(rod, states):
    z, v, a = states
    want = rod.inverse_dynamics(z, v, a).tobytes()
    same = []

    def work():
        for _ in range(20):
            same.append(rod.inverse_dynamics(z, v, a).tobytes() == want)
            same.append(rod.inverse_dynamics(z[0], v[0], a[0]).tobytes() == want[: 6 * 8])

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(same) == 160 and all(same)


def test_loads_work_through_places(rod, states):
    z, v, _ = (x[0] for x in states)
    push = al.Load("tool", force=(0.0, 2.0, 0.0))
    step = 1e-6
    shift = np.array([
        (rod.pose(z + step * e, "tool")[1, 3] - rod.pose(z - step * e, "tool")[1, 3]) / (2 * step)
        for e in np.eye(rod.dofs)
    ])  # fmt: skip
    zero = np.zeros(rod.dofs)
    felt = rod.inverse_dynamics(z, zero, zero) - rod.inverse_dynamics(z, zero, zero, loads=push)
    np.testing.assert_allclose(felt, 2.0 * shift, rtol=1e-6, atol=1e-8)
    assert rod.inverse_dynamics(z, zero, zero, loads=[push, push]).shape == (rod.dofs,)
    with pytest.raises(ValueError, match="'world'"):
        rod.inverse_dynamics(z, zero, zero, loads=al.Load("tool", (1, 0, 0), axes="frame"))
    with pytest.raises(al.Error):
        rod.pose(z, "nowhere")


def test_stiff_links_are_a_model(rod):
    stiff = rod.stiff()
    assert isinstance(stiff, al.Model) and stiff.joint_names == rod.joint_names
    q = np.array([0.3, 0.4])
    z = np.concatenate([q, np.zeros(4)])
    np.testing.assert_allclose(rod.mass_matrix(z)[:2, :2], stiff.mass_matrix(q), rtol=1e-9)
    with pytest.raises(al.Error, match="bend"):
        al.load(FILE)


def test_a_plan_for_stiff_links_is_followed(rod):
    plan = al.solve(al.MotionProblem(
        rod.stiff(), start=[0, 0], goal=[0.4, 0.2], duration=1.5, minimize="effort",
        spline={"segments": 10, "degree": 5}))  # fmt: skip
    path = al.JointPath.along(plan.motion)
    assert path.duration == pytest.approx(1.5)
    np.testing.assert_array_equal(path(0.7), plan.motion(0.7))
    np.testing.assert_array_equal(path([0.1, 0.9], 1), plan.motion([0.1, 0.9], 1))
    run = rod.simulate(path, perfect=True, hold=0.3)
    np.testing.assert_allclose(run.z[:, :2], path(run.t), atol=1e-12)
    calm = rod.simulate(rod.quiet(path), perfect=True, hold=0.3)
    assert calm.residual < 0.05 * run.residual


def test_energy_is_kept_without_torques(rod):
    z = np.array([0.0, 0.0, 0.02, 0.0, 0.0, 0.0])
    ideal = al.FlexibleModel(rod.robot, ideal=True)
    run = ideal.simulate(z=z, duration=0.5)
    assert run.energy_error < 1e-6 and run.tau.shape == (51, 2) and not run.tau.any()


def test_they_pickle_and_keep_every_bit(rod, states):
    z, v, a = states
    other = pickle.loads(pickle.dumps(rod))
    assert other.inverse_dynamics(z, v, a).tobytes() == rod.inverse_dynamics(z, v, a).tobytes()
    heavy = al.FlexibleModel(rod.robot, gravity=(0, -9.81, 0), stiffening=False)
    again = pickle.loads(pickle.dumps(heavy))
    assert again.resting([0, 0]).tobytes() == heavy.resting([0, 0]).tobytes()
    t = np.linspace(0, 1, 7)
    for path in (
        al.JointPath.rest_to_rest([0, 0], [1, 2], 0.9),
        al.JointPath.spin_up(2, 3.0, 0.5),
        rod.move([0, 0], [0.3, 0.2], 1.0, "zvd"),
        rod.quiet(rod.move([0, 0], [0.1, 0.1], 1.0)),
    ):
        assert pickle.loads(pickle.dumps(path))(t, 2).tobytes() == path(t, 2).tobytes()


def test_robots_that_bend_are_built():
    robot = al.Robot("rod", gravity=(0, 0, 0))
    robot.add_joint("pivot", link="boom", mass=0.1, inertia=(1e-4, 1e-4, 1e-4), flexible={
        "length": 1.0, "section": {"rod": {"diameter": "10 mm"}, "material": "steel"},
        "modes": {"bending_y": 3}})  # fmt: skip
    arm = al.FlexibleModel(robot)
    beam = arm.bending_links[0]
    area, I = np.pi / 4 * 1e-4, np.pi / 64 * 1e-8
    euler = 1.8751040687**2 / (2 * np.pi) * np.sqrt(200e9 * I / (7850 * area))
    assert beam.frequencies[0] == pytest.approx(euler, rel=0.03)  # steel of one table or another
    assert al.FlexibleModel(al.Robot.from_text(robot.to_yaml())).dofs == 4


def test_mistakes_are_named(rod):
    zero = np.zeros(6)
    with pytest.raises(ValueError, match=r"z has shape \(2,\).*coordinate_names"):
        rod.mass_matrix([0, 0])
    with pytest.raises(ValueError, match=r"v\[3\] is nan"):
        rod.energy(zero, [0, 0, 0, np.nan, 0, 0])
    with pytest.raises(ValueError, match="tau has shape"):
        rod.forward_dynamics(zero, zero, zero)
    with pytest.raises(ValueError, match="locked names 'ellbow'"):
        rod.modes([0, 0], locked="ellbow")
    with pytest.raises(ValueError, match="entries: give 2"):
        rod.resting([0, 0, 0])
    with pytest.raises(ValueError, match="shaper is 'zw'"):
        rod.move([0, 0], [1, 1], 1.0, "zw")
    with pytest.raises(ValueError, match="give more time"):
        rod.move([0, 0], [1, 1], 0.05, "zv")
    with pytest.raises(ValueError, match="how long"):
        rod.simulate()
    with pytest.raises(ValueError, match="goal has 3 entries"):
        al.JointPath.rest_to_rest([0, 0], [1, 2, 3], 1.0)
    with pytest.raises(ValueError, match="controller is 'pid'"):
        rod.simulate(rod.move([0, 0], [1, 1], 1.0), controller="pid")
    with pytest.raises(TypeError, match="load_flexible"):
        al.FlexibleModel(FILE)
    with pytest.raises(TypeError, match="rest_to_rest"):
        al.JointPath()
    three = al.JointPath.rest_to_rest([0, 0, 0], [1, 2, 3], 1.0)
    for call in (rod.simulate, rod.quiet):
        with pytest.raises(ValueError, match="path has 3 joints: give one of 2"):
            call(three)


def test_motion_problems_of_bending_arms_are_read_and_pickle():
    problem = al.MotionProblem.load("examples/flexible_two_link.yaml")
    assert problem.model.joint_names == al.load_flexible(FILE).coordinate_names
    again = pickle.loads(pickle.dumps(problem))
    assert again.to_dict() == problem.to_dict()
