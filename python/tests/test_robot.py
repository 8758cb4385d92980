"""Robots built in Python, in and out of files."""

import numpy as np
import pytest

import alembert as al


def built():
    """models/two_link.yaml, part by part."""
    robot = al.Robot("two_link", convention="dh-standard", gravity=(0, -9.81, 0))
    for i in (1, 2):
        robot.add_joint(
            f"joint{i}", dh={"a": 0.4}, limits={"effort": 10}, link=f"link{i}", mass=0.5,
            com=(-0.2, 0, 0), inertia=(0, 0.1, 0.1),
        )  # fmt: skip
    robot.add_frame("tip", link="link2")
    return robot


def test_a_robot_built_is_the_robot_of_the_file(two_link):
    arm = built().compile()
    rng = np.random.default_rng(1)
    q, v, a = rng.uniform(-1, 1, (3, 50, 2))
    assert arm.inverse_dynamics(q, v, a).tobytes() == two_link.inverse_dynamics(q, v, a).tobytes()
    assert arm.pose(q, "tip").tobytes() == two_link.pose(q, "tip").tobytes()
    assert (arm.limits.torque == 10).all()


@pytest.mark.parametrize("ending", ["yaml", "urdf"])
def test_what_is_saved_is_read_again(tmp_path, ending):
    path = tmp_path / f"arm.{ending}"
    robot = built()
    robot.save(path)
    again = al.load(path, gravity=(0, -9.81, 0))
    q, v, a = np.random.default_rng(1).uniform(-1, 1, (3, 2))
    want = robot.compile().inverse_dynamics(q, v, a)
    np.testing.assert_allclose(again.inverse_dynamics(q, v, a), want, rtol=1e-12)


def test_links_and_joints_may_come_one_by_one():
    robot = al.Robot("tree")
    robot.add_link("left", mass=1.0, com=(0, 0, 0.1), inertia=np.diag([0.01, 0.01, 0.001]))
    tensor = {"xx": 0.01, "yy": 0.01, "zz": 0.001}
    robot.add_link("right", mass=1.0, com=(0, 0, 0.1), inertia=tensor)
    robot.add_joint("a", parent="base", child="left", xyz=(0, 0.1, 0), axis=(0, 1, 0))
    robot.add_joint("b", parent="base", child="right", xyz=(0, -0.1, 0), axis=(0, 1, 0))
    model = robot.compile()
    assert model.joint_names == ["a", "b"]
    M = model.mass_matrix([0.3, 0.4])
    assert M[0, 1] == 0 and M[0, 0] == M[1, 1] > 0


def test_mistakes_name_the_line_of_the_caller():
    robot = al.Robot("arm")
    with pytest.raises(al.Error, match="did you mean 'velocity'") as caught:
        robot.add_joint("j", limits={"velocty": 3})
    assert caught.value.file.endswith("test_robot.py") and caught.value.line > 0
    with pytest.raises(al.Error, match="no link or joint 'nowhere'"):
        robot.add_joint("j", parent="nowhere")
    robot.add_joint("j", mass=1.0, com=(0, 0, 1), inertia=(0.1, 0.1, 0.1))
    with pytest.raises(al.Error, match="has a joint 'j' already"):
        robot.add_joint("j")
    with pytest.raises(ValueError, match="dh and xyz"):
        robot.add_joint("k", dh={"a": 1}, xyz=(0, 0, 0))
    with pytest.raises(ValueError, match="symmetric 3 x 3"):
        robot.add_joint("k", mass=1.0, inertia=[[1, 2, 3], [0, 1, 0], [0, 0, 1]])
    with pytest.raises(ValueError, match="nan"):
        robot.add_joint("k", mass=float("nan"))


def test_files_at_fault_are_named_with_line_and_fix():
    with pytest.raises(al.Error) as caught:
        al.load("tests/data/broken/misspelt_key.yaml")
    error = caught.value
    assert (error.file, error.line) == ("tests/data/broken/misspelt_key.yaml", 17)
    assert "did you mean 'axis'" in error.fix and isinstance(error, ValueError)
    assert str(error).startswith("tests/data/broken/misspelt_key.yaml:17: ")
    with pytest.raises(al.Error, match="no such file"):
        al.load("nowhere.urdf")
    with pytest.raises(TypeError):
        al.load(3)


def test_the_doctor_speaks():
    findings = al.Robot.load("tests/data/broken/millimetres.yaml").check()
    assert findings and all(f.severity in ("note", "warning", "error") and f.fix for f in findings)
    assert findings[0].file.endswith("millimetres.yaml") and str(findings[0]).count(":") >= 2


def test_the_old_name_of_dofs_is_told(two_link):
    with pytest.deprecated_call(match="dofs"):
        assert two_link.n == two_link.dofs == 2


def test_records_and_objects_are_shown_in_short():
    arm = al.load("models/seven_axis.yaml")
    assert repr(arm.limits).startswith("Limits(lower=<array (7,)>, upper=<array (7,)>")
    assert repr(al.Regressor(arm)) == "<alembert.Regressor of 'seven_axis'>"


def test_changes_make_other_models(two_link):
    q = [0.0, 0.0]
    heavy = two_link.carrying("tip", 1.0)
    assert heavy.gravity_torque(q)[0] > two_link.gravity_torque(q)[0]
    assert two_link.with_gravity((0, 0, 0)).gravity_torque(q).tolist() == [0.0, 0.0]
    assert two_link.with_locked_joints({"joint2": 0.0}).dofs == 1
    assert al.load("models/two_link.yaml", floating_base=True).dofs == 8
    with pytest.raises(al.Error, match="tip"):
        two_link.carrying("tipp", 1.0)
