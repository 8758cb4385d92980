"""The six-axis arm of Angeles, Ma and Rojas 1988, section 7.2: a hand along a straight line.

Joint angles by inverse kinematics, rates from the Jacobian, torques by Kane's equations.
"""

import numpy as np

import alembert as al

arm = al.load("models/angeles_6r.yaml")
hand = arm.frames[-1]
T, AMPLITUDE = 1.0, 0.5  # s, m

# From 0 to the amplitude and at rest at both ends: the 3-4-5 polynomial.
u = np.linspace(0.0, 1.0, 201)
s = AMPLITUDE * u**3 * (10 + u * (-15 + 6 * u))
rate = AMPLITUDE * 30 * u**2 * (1 + u * (-2 + u)) / T
acceleration = AMPLITUDE * 60 * u * (1 + u * (-3 + 2 * u)) / T**2

q = np.radians([0.0, 68.5, -135.0, 93.6, 90.0, 90.0])  # the paper's start
first = arm.pose(q, hand)
targets = np.tile(first, (len(s), 1, 1))
targets[:, 1, 3] += s
found = arm.inverse_kinematics_path(targets, hand, start=q)
assert all(answer.solved for answer in found)
path = np.array([answer.q for answer in found])

# J v = x', J a = x'' - J' v, with J' v by a central difference along v; all instants at once.
along_y = np.array([0.0, 1.0, 0.0, 0.0, 0.0, 0.0])
J = arm.jacobian(path, hand)
v = np.linalg.solve(J, (rate[:, None] * along_y)[..., None])[..., 0]
h = 1e-5
change = (arm.jacobian(path + h * v, hand) - arm.jacobian(path - h * v, hand)) / (2 * h)
right = acceleration[:, None] * along_y - np.einsum("nij,nj->ni", change, v)
a = np.linalg.solve(J, right[..., None])[..., 0]

tau = arm.inverse_dynamics(path, v, a, formulation="kane")
poses = arm.pose(path, hand)
print("the hand moved by", (poses[-1, :3, 3] - first[:3, 3]).round(9), "m")
print("largest torques  ", np.abs(tau).max(axis=0).round(2), "N m")
assert np.allclose(poses[:, :3, :3], first[:3, :3], atol=1e-8)
assert np.allclose(tau, arm.inverse_dynamics(path, v, a), rtol=1e-9, atol=1e-9)
