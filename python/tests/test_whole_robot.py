"""What is asked of the whole robot: torque parts, its centre of mass, its fall; set points."""

import json

import numpy as np
import pytest

import alembert as al


def test_torque_parts_add_up(arm, states):
    q, v, a = states
    push = al.Load("flange", force=(1.0, 2.0, 3.0))
    parts = arm.torque_parts(q, v, a, loads=push)
    assert parts.inertia.shape == q.shape
    np.testing.assert_allclose(parts.total, arm.inverse_dynamics(q, v, a, loads=push), atol=1e-11)
    np.testing.assert_allclose(parts.gravity, arm.gravity_torque(q), atol=1e-12)
    one = arm.torque_parts(q[3], v[3], a[3], loads=push)
    np.testing.assert_array_equal(one.coriolis, parts.coriolis[3])


def test_the_centre_of_mass_moves_as_its_jacobian_says(arm, states):
    q, v, _ = states
    center = arm.center_of_mass(q, v)
    assert center.position.shape == (1000, 3) and center.jacobian.shape == (1000, 3, 7)
    np.testing.assert_allclose(
        center.velocity, np.einsum("rij,rj->ri", center.jacobian, v), atol=1e-13
    )
    step = 1e-6
    ahead, behind = (arm.center_of_mass(q + s * step * v).position for s in (1, -1))
    np.testing.assert_allclose((ahead - behind) / (2 * step), center.velocity, atol=1e-8)
    assert arm.center_of_mass(q[0]).velocity.tolist() == [0.0, 0.0, 0.0]


def test_a_fall_keeps_its_energy_and_tells_of_limits(two_link, arm):
    fall = two_link.simulate_free([0.0, 0.0], [0.1, 0.0], duration=0.4, sample=0.1)
    assert fall.t.tolist() == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4])
    assert fall.finished and fall.energy_error < 1e-6
    assert np.ptp(fall.energy.total) < 1e-6
    held = two_link.gravity_torque([0.3, 0.2])
    still = two_link.simulate_free([0.3, 0.2], tau=held, duration=0.2)
    assert abs(still.v).max() < 1e-6
    dropped = arm.simulate_free([0, 0, 0, -1.5, 0, 1.5, 0], duration=1.0)
    assert dropped.passed and dropped.passed[0].name in arm.joint_names
    with pytest.raises(ValueError):
        two_link.simulate_free([0.0])
    with pytest.raises(al.Error):
        two_link.simulate_free([0.0, 0.0], duration=-1.0)


def test_set_points_are_the_motion_at_a_rate(tmp_path):
    s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
    points = s.set_points(rate=200.0)
    assert points.samples.t[1] == pytest.approx(0.005)
    np.testing.assert_allclose(points.samples.q[7], s.motion(7 / 200.0), atol=1e-12)
    kinds = {note.kind for note in points.differences}
    assert any("velocity" in kind for kind in kinds)
    for ending in ("csv", "yaml", "json"):
        points.save(tmp_path / f"arm.{ending}")
    message = json.loads((tmp_path / "arm.json").read_text())
    assert len(message["points"]) == len(points.samples.t)
    assert (tmp_path / "arm.csv").read_text() == points.to_csv()
    with pytest.raises(ValueError, match="ending"):
        points.save(tmp_path / "arm.txt")
    with pytest.raises(al.Error):
        s.set_points(rate=-1.0)


def test_a_first_problem_is_written_once(tmp_path):
    path = tmp_path / "reach.yaml"
    text = al.new_problem("models/seven_axis.yaml", path)
    assert path.read_text() == text
    assert al.MotionProblem.load(path).model.dofs == 7
    with pytest.raises(FileExistsError):
        al.new_problem("models/seven_axis.yaml", path)
    al.new_problem("models/seven_axis.yaml", path, force=True)
