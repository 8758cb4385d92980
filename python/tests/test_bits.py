"""Numbers are those of C++, bit for bit."""

import os
import subprocess

import numpy as np
import pytest

import alembert as al

REFERENCE = os.environ.get("ALEMBERT_REFERENCE", "build/release/python/alembert_python_reference")
ROBOTS = {
    "models/seven_axis.yaml": "flange",
    "models/puma560.yaml": "link6",
    "models/two_link.yaml": "tip",
    "models/stanford.yaml": None,
    "models/four_bar.yaml": "tip",
}


def from_cpp(robot, frame, q, v, a):
    text = "\n".join([str(len(q))] + [x.hex() for x in np.concatenate([q, v, a], None).tolist()])
    ran = subprocess.run(
        [REFERENCE, robot, frame], input=text, capture_output=True, text=True, check=True
    )
    answers = {}
    for line in ran.stdout.splitlines():
        name, *words = line.split()
        answers[name] = np.array([float.fromhex(word) for word in words])
    return answers


@pytest.mark.parametrize("robot", ROBOTS)
def test_every_call_gives_the_bits_of_cpp(robot):
    model = al.load(robot)
    frame = ROBOTS[robot] or model.frames[-1]
    if frame not in model.frames:
        frame = model.frames[-1]
    rng = np.random.default_rng(3)
    q, v, a = (np.ascontiguousarray(x) for x in rng.uniform(-1, 1, (3, 700, model.dofs)))
    want = from_cpp(robot, frame, q, v, a)

    def same(name, got):
        assert np.asarray(got, dtype=float).ravel().tobytes() == want[name].tobytes(), name

    same("batch_inverse_dynamics", model.inverse_dynamics(q, v, a))
    same("batch_inverse_dynamics", model.inverse_dynamics(q, v, a, threads=1))
    single = [x.astype(np.float32) for x in (q, v, a)]
    torque = model.inverse_dynamics(*single)
    assert torque.dtype == np.float32
    same("float_batch_inverse_dynamics", torque)
    for prefix, states in (("batch_", (q, v, a)), ("float_batch_", single)):
        d = model.derivatives(*states)
        for letter in "qva":
            same(f"{prefix}derivatives_{letter}", getattr(d, letter))

    same("batch_mass_matrix", model.mass_matrix(q))
    same("batch_forward_dynamics", model.forward_dynamics(q, v, a))
    f = model.forward_derivatives(q, v, a)
    for letter in ("q", "v", "tau"):
        same(f"batch_forward_{letter}", getattr(f, letter))
    h = model.weighted_hessian(q, v, a, a)
    for block in ("qq", "qv", "vv", "qa"):
        same(f"batch_hessian_{block}", getattr(h, block))
    carried = al.BaseMotion((0.7, 0.8, 0.9), (0.1, 0.2, 0.3), (0.4, 0.5, 0.6))
    same("batch_carried", model.inverse_dynamics(q, v, a, base_motion=carried))

    q, v, a = q[0], v[0], a[0]
    tau = model.inverse_dynamics(q, v, a)
    same("inverse_dynamics", tau)
    for formulation in al.formulations():
        same(formulation.name, model.inverse_dynamics(q, v, a, formulation=formulation.name))
    push = al.Load(frame, (1, 2, 3), (0.1, 0.2, 0.3), (0.01, 0.02, 0.03), axes="frame")
    same("loaded", model.inverse_dynamics(q, v, a, loads=[push]))
    same("bias", model.bias(q, v))
    same("gravity_torque", model.gravity_torque(q))
    same("forward_dynamics", model.forward_dynamics(q, v, tau))
    same("mass_matrix", model.mass_matrix(q))
    same("pose", model.pose(q, frame))
    same("jacobian", model.jacobian(q, frame))
    d = model.derivatives(q, v, a)
    for letter in "qva":
        same(f"derivatives_{letter}", getattr(d, letter))
    h = model.weighted_hessian(q, v, a, np.linspace(1.0, 2.0, model.dofs))
    for block in ("qq", "qv", "vv", "qa"):
        same(f"hessian_{block}", getattr(h, block))
    whole = model.second_derivatives(q, v, a)
    for block in ("qq", "qv", "vv", "qa"):
        same(f"second_{block}", getattr(whole, block)[-1])
    same("carried", model.inverse_dynamics(q, v, a, base_motion=carried))
    f = model.forward_derivatives(q, v, tau)
    for letter in ("q", "v", "tau"):
        same(f"forward_{letter}", getattr(f, letter))
    same("energy", model.energy(q, v))
    same("regressor", al.Regressor(model, drives=True, springs=True)(q, v, a))
