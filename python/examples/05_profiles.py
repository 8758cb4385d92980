"""Motions from point to point by formulas, beside the fastest timing of the same line."""

import numpy as np

import alembert as al

arm = al.load("models/seven_axis.yaml")
start = np.array([0.0, -0.5, 0.0, -2.0, 0.0, 1.5, 0.0])
goal = np.array([0.6, 0.2, -0.3, -1.4, 0.2, 1.9, 0.5])

for kind in ("cubic", "quintic", "trapezoid", "s-curve"):
    curve = al.profile(kind, start, goal, arm)
    t = np.linspace(0, curve.duration, 200)
    tau = arm.inverse_dynamics(curve(t), curve(t, 1), curve(t, 2))
    share = (np.abs(tau) / arm.limits.torque).max()
    print(f"{kind:10s} {curve.duration:.3f} s, at most {100 * share:3.0f} % of a motor's torque")

best = al.retime(arm, np.array([start, goal])).solution
print(f"{'retimed':10s} {best.duration:.3f} s, {best.certificate.method}")
assert best.duration < al.profile("quintic", start, goal, arm).duration
