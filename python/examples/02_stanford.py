"""The Stanford arm of Angeles, Ma and Rojas 1988, section 7.1: ten seconds from rest to rest.

The torques it takes, by Kane's equations, at all instants in one call.
"""

import numpy as np

import alembert as al

arm = al.load("models/stanford.yaml")
T = 10.0
t = np.linspace(0.0, T, 201)[:, None]
A = np.array([np.pi / 30, -np.pi / 60, 0.01, np.pi / 30, np.pi / 30, np.pi / 30])
start = np.array([0.0, np.pi / 2, 0.0, 0.0, 0.0, 0.0])
B = 2 * np.pi / T
q = start + A * (t - np.sin(B * t) / B)
v = A * (1 - np.cos(B * t))
a = A * B * np.sin(B * t)

tau = arm.inverse_dynamics(q, v, a, formulation="kane")
print("torques at  0 s ", tau[0].round(6))
print("torques at 10 s ", tau[-1].round(6))
# What an independent program found (D'Alembert on particles).
assert np.allclose(tau[0], [0.0, 13.69476, 0.0, 0.0, -0.35316, 0.0], atol=1e-9)
assert abs(tau[-1, 1] - 6.448243291) < 1e-9 and abs(tau[-1, 2] - 29.9205) < 1e-9
