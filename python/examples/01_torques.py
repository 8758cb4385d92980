"""Torques that a motion needs, and the motion that those torques cause.

./alembert python python/examples/01_torques.py models/puma560.yaml
"""

import sys

import numpy as np

import alembert as al

arm = al.load(sys.argv[1] if len(sys.argv) > 1 else "models/puma560.yaml")
q, v, a = np.full(arm.dofs, 0.5), np.full(arm.dofs, 1.0), np.full(arm.dofs, 2.0)

tau = arm.inverse_dynamics(q, v, a)
print("torques       ", tau)

again = arm.forward_dynamics(q, v, tau)
print("accelerations ", again)
assert np.linalg.norm(again - a) < 1e-9
