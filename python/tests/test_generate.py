"""Generated code from Python: compiled by the machine's compiler, it is the library."""

import shutil

import numpy as np
import pytest

import alembert as al

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")


@pytest.fixture(scope="module")
def puma():
    return al.load("models/puma560.yaml")


def states(n, rows, seed=3):
    return tuple(np.random.default_rng(seed).uniform(-1.0, 1.0, (3, rows, n)))


@needs_compiler
def test_compiled_code_is_the_library_on_one_state_and_on_many(puma):
    q, v, a = states(puma.dofs, 20)
    code = puma.generate(
        "inverse_dynamics", "derivatives", "mass_matrix", "forward_dynamics", "forward_derivatives",
        "weighted_hessian", "pose",
    )  # fmt: skip
    kernel = code.compile(flags=("-O1",))
    tau = kernel.inverse_dynamics(q, v, a)
    assert tau.shape == (20, 6)
    np.testing.assert_allclose(tau, puma.inverse_dynamics(q, v, a), atol=1e-12)
    np.testing.assert_allclose(kernel.inverse_dynamics(q[0], v[0], a[0]), tau[0], atol=1e-13)
    np.testing.assert_allclose(
        kernel.inverse_dynamics(q, v[0], a[0]), puma.inverse_dynamics(q, v[0], a[0]), atol=1e-12
    )
    for ours, theirs in zip(kernel.derivatives(q, v, a), puma.derivatives(q, v, a)):
        np.testing.assert_allclose(ours, theirs, atol=1e-12)
    np.testing.assert_allclose(kernel.mass_matrix(q), puma.mass_matrix(q), atol=1e-12)
    np.testing.assert_allclose(
        kernel.forward_dynamics(q, v, tau), puma.forward_dynamics(q, v, tau), atol=1e-9
    )
    found = puma.forward_derivatives(q[0], v[0], tau[0])
    for ours, theirs in zip(kernel.forward_derivatives(q[0], v[0], tau[0]), (found.a, found.q)):
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-7)
    weights = np.ones(6)
    for ours, theirs in zip(
        kernel.weighted_hessian(q, v, a, weights), puma.weighted_hessian(q, v, a, weights)
    ):
        np.testing.assert_allclose(ours, theirs, atol=1e-12)
    rotation, position = kernel.pose(q)
    pose = puma.pose(q, puma.robot.links[-1].name)
    np.testing.assert_allclose(rotation, pose[:, :3, :3], atol=1e-14)
    np.testing.assert_allclose(position, pose[:, :3, 3], atol=1e-14)


@needs_compiler
def test_base_parameters_and_friction_are_arguments(puma):
    q, v, a = states(puma.dofs, 5)
    kernel = puma.generate(base_parameters=True, friction=True).compile(flags=("-O0",))
    np.testing.assert_allclose(
        kernel.inverse_dynamics(q, v, a), puma.inverse_dynamics(q, v, a), atol=1e-11
    )
    other = puma.perturbed(0.1, 3)
    base = al.BaseParameters(puma)
    changed = base.map @ al.Regressor(other).parameters
    np.testing.assert_allclose(
        kernel.inverse_dynamics(q, v, a, base=changed), other.inverse_dynamics(q, v, a), atol=1e-11
    )
    smooth = kernel.inverse_dynamics(q, v, a, friction=np.zeros(12))
    np.testing.assert_allclose(
        smooth, puma.without_drives(rotors=False, springs=False).inverse_dynamics(q, v, a),
        atol=1e-11,
    )  # fmt: skip


@needs_compiler
def test_floats_and_wrong_arguments(puma):
    kernel = puma.generate(single=True).compile(flags=("-O0",))
    q, v, a = states(puma.dofs, 4)
    tau = kernel.inverse_dynamics(q, v, a)
    assert tau.dtype == np.float32
    np.testing.assert_allclose(tau, puma.inverse_dynamics(q, v, a), atol=1e-4)
    with pytest.raises(ValueError, match="shape"):
        kernel.inverse_dynamics(q[:, :5], v, a)
    with pytest.raises(TypeError, match="q, v, a"):
        kernel.inverse_dynamics(q, v)
    with pytest.raises(TypeError, match="left open"):
        kernel.inverse_dynamics(q, v, a, friction=np.zeros(12))
    with pytest.raises(AttributeError, match="mass_matrix"):
        kernel.mass_matrix(q)


def test_code_in_other_languages_and_bad_requests(puma, tmp_path):
    code = puma.generate("mass_matrix", language="c++", name="arm")
    assert sorted(code.files) == ["arm.cpp", "arm.hpp", "arm_alembert.hpp", "arm_test.cpp"]
    paths = code.write(tmp_path / "code")
    assert len(paths) == 4 and (tmp_path / "code" / "arm.cpp").read_text() == code.files["arm.cpp"]
    with pytest.raises(ValueError, match="language='c'"):
        code.compile()
    assert "__global__" in puma.generate(language="cuda").files["puma560.cu"]
    with pytest.raises(al.Error, match="torque"):
        puma.generate("torque")
    with pytest.raises(ValueError, match="fortran"):
        puma.generate(language="fortran")
    with pytest.raises(RuntimeError, match="no-such-compiler"):
        puma.generate().compile(compiler="no-such-compiler")
