"""The derivatives in scipy.optimize: the posture that needs the least torque to be held.

Least squares of gravity torques, with the exact Jacobian, under joint limits.
"""

import numpy as np
from scipy.optimize import least_squares

import alembert as al

arm = al.load("models/seven_axis.yaml")
zero = np.zeros(arm.dofs)
limits = arm.limits


def torques(q):
    return arm.inverse_dynamics(q, zero, zero)


def jacobian(q):
    return arm.derivatives(q, zero, zero).q


start = np.array([0.3, -0.8, 0.2, -2.0, 0.3, 1.5, 0.2])
found = least_squares(torques, start, jacobian, bounds=(limits.lower, limits.upper))
print(f"held by {np.linalg.norm(torques(start)):.2f} N m at the start, by "
      f"{np.linalg.norm(found.fun):.2e} N m where it was found, in {found.nfev} evaluations")
assert np.linalg.norm(found.fun) < 0.2 * np.linalg.norm(torques(start))
