"""Robots on the ground: contacts by keywords, and what the ground exerts in answers."""

import pickle

import numpy as np
import pytest

import alembert as al

SOLE = [[-0.06, -0.05, -0.07], [0.15, -0.05, -0.07], [0.15, 0.05, -0.07], [-0.06, 0.05, -0.07]]


def foot(side, **more):
    return {
        "name": side, "frame": f"{side}_foot", "patch": SOLE, "friction": 0.7,
        "place": {"xyz": [0.0, 0.0, 0.07]}, **more,
    }  # fmt: skip


def bent(knee):
    sides = ("left", "right")
    shape = {"hip": -knee / 2, "knee": knee, "ankle": -knee / 2}
    return {"q": {f"{side}_{joint}": value for side in sides for joint, value in shape.items()}}


@pytest.fixture(scope="module")
def biped():
    return al.load("models/planar_biped.yaml")


@pytest.fixture(scope="module")
def crouch(biped):
    problem = al.MotionProblem(
        biped, contacts=[foot("left"), foot("right")], start=bent(0.4), goal=bent(0.8),
        duration=0.8, minimize={"exertion": 1.0, "jerk": 1e-8},
        spline={"segments": 12, "knots": "uniform"},
    )  # fmt: skip
    return al.solve(problem)


def test_contacts_are_keywords(crouch, biped):
    assert crouch.status == "solved"
    assert crouch.certificate.method == "proven"
    names = crouch.problem.model.joint_names
    assert names[:6] == [f"left.{x}" for x in ("x", "y", "z", "rz", "ry", "rx")]
    assert sorted(names[6:]) == sorted(name for name in biped.joint_names if "base" not in name)


def test_the_ground_pushes_with_the_rate_of_momentum(crouch):
    model, ground = crouch.problem.model, crouch.sample_ground(33)
    mass = ground.weight / 9.81
    h = 1e-4

    def centre(t):
        return model.center_of_mass(crouch.motion(t))[0]

    for i in (5, 14, 21):  # between knots
        t = ground.t[i]
        acceleration = (centre(t + h) - 2.0 * centre(t) + centre(t - h)) / h**2
        wanted = mass * (acceleration + [0.0, 0.0, 9.81])
        assert np.allclose(ground.force[i], wanted, atol=1e-3)


def test_samples_of_the_ground_tell_where_it_presses(crouch):
    ground = crouch.ground
    assert list(ground.contacts) == ["left", "right"]
    for contact in ground.contacts.values():
        assert contact.touch.dtype == bool and contact.touch.all()
        assert contact.force.shape == contact.pressure.shape == (201, 3)
        assert (contact.force[:, 2] > 0.0).all()
        assert (np.abs(contact.force[:, 0]) <= 0.7 * contact.force[:, 2]).all()
        assert (contact.pressure[:, 0] >= -0.06).all() and (contact.pressure[:, 0] <= 0.15).all()
        assert np.allclose(contact.pressure[:, 2], 0.0, atol=1e-12)
    assert ground.contacts["left"].drift == 0.0  # it carries
    assert 0.0 < ground.contacts["right"].drift < 1e-4
    assert ground.contacts["right"].enclosed
    # Where both together have no moment: between their centres, by how hard they press.
    share = ground.contacts["left"].force[:, 2:] / ground.force[:, 2:]
    between = (
        share * ground.contacts["left"].pressure + (1.0 - share) * ground.contacts["right"].pressure
    )
    assert np.allclose(between, ground.zero_moment_point, atol=1e-9)


def test_a_foot_that_leaves_presses_nowhere():
    step = al.solve(al.MotionProblem.load("examples/walking_step.yaml"))
    right = step.ground.contacts["right"]
    assert right.touch[0] and not right.touch[-1]
    assert np.isnan(right.pressure[-1]).all() and (right.force[-1] == 0.0).all()
    assert step.samples.force.shape == (201, 0)  # of cut joints, which it has none of


def test_torques_are_those_of_motors(crouch):
    columns = crouch.to_pandas().columns
    assert "tau.left_knee" in columns and "q.left.x" in columns
    assert not any(column.startswith("tau.left.") for column in columns)


def test_problems_on_the_ground_are_pickled(crouch):
    again = pickle.loads(pickle.dumps(crouch))
    assert np.array_equal(again.ground.force, crouch.ground.force)
    assert again.problem.to_dict() == crouch.problem.to_dict()
    assert again.certify().holds


@pytest.mark.parametrize(
    "change, said",
    [
        ({"patch": SOLE[:2]}, "2 corners"),
        ({"frame": "wing"}, "wing"),
        ({"frction": 0.7}, "friction"),
        ({"from": 0.6, "to": 0.4}, "from"),
    ],
)
def test_what_cannot_be_is_refused(biped, change, said):
    with pytest.raises(al.Error, match=said):
        al.MotionProblem(
            biped, contacts={**foot("left"), **change}, start=bent(0.4), goal=bent(0.8)
        )


def test_arms_lean_on_things():
    elbow = {
        "name": "elbow", "frame": "joint2", "pivots": True, "friction": 0.5,
        "patch": [[-0.02, -0.02, 0], [0.02, -0.02, 0], [0.02, 0.02, 0], [-0.02, 0.02, 0]],
    }  # fmt: skip
    arm = al.load("models/torso.yaml")
    place = arm.pose(np.zeros(arm.dofs), "left_forearm")[:3, 3]
    problem = al.MotionProblem(
        arm, contacts={**elbow, "frame": "left_forearm", "place": {"xyz": place}}, base="fixed",
        start=np.zeros(arm.dofs), goal={"q": {"right_elbow": -1.0, **{
            name: 0.0 for name in arm.joint_names if name != "right_elbow"}}},
        duration=1.0, minimize={"exertion": 1.0, "jerk": 1e-5},
        spline={"segments": 10, "knots": "uniform"},
    )  # fmt: skip
    assert problem.model.joint_names == arm.joint_names  # nothing places it
    solution = al.solve(problem)
    assert solution.status == "solved"
    assert (solution.ground.contacts["elbow"].force[:, 2] >= -1e-9).all()
    with pytest.raises(al.Error, match="fixed"):
        al.MotionProblem(arm, contacts=elbow, base="fix", start=np.zeros(16), goal=np.ones(16))


def test_balance_is_a_limit(crouch, biped):
    problem = al.MotionProblem(
        biped, contacts=[foot("left"), foot("right")], start=bent(0.4), goal=bent(0.8),
        duration=0.8, minimize={"exertion": 1.0, "jerk": 1e-8}, balance={"zmp": "4 cm"},
        spline={"segments": 12, "knots": "uniform"},
    )  # fmt: skip
    kept = al.solve(problem)
    assert kept.status == "solved"
    point = kept.ground.zero_moment_point
    assert (point[:, 0] >= -0.06 + 0.04 - 1e-4).all() and (point[:, 0] <= 0.15 - 0.04 + 1e-4).all()
    assert kept.objective >= crouch.objective - 1e-9
