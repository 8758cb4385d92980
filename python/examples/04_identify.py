"""Masses from measured torques: the base parameters by least squares."""

import numpy as np

import alembert as al

arm = al.load("models/seven_axis.yaml", ideal=True)
real = arm.perturbed(0.05, seed=4)  # the arm on the bench is not quite that of the file

rng = np.random.default_rng(1)
q, v, a = rng.uniform(-1.5, 1.5, (3, 500, arm.dofs))
measured = real.inverse_dynamics(q, v, a) + rng.normal(scale=0.01, size=(500, arm.dofs))

base = al.BaseParameters(arm)
Y = base(q, v, a).reshape(-1, len(base.names))
found, *_ = np.linalg.lstsq(Y, measured.ravel(), rcond=None)

before = np.abs(arm.inverse_dynamics(q, v, a) - measured).max()
after = np.abs((Y @ found).reshape(measured.shape) - measured).max()
print(f"{len(base.names)} base parameters")
print(f"torques off by {before:.2f} N m before, {after:.3f} N m after")
for name, value in list(zip(base.names, found))[-3:]:
    print(f"  {value: .4f}  {name}")
assert after < 0.1 < before
