"""A wish of your own in the objective: a hand that stays near a line where a camera sees it.

One term is a plain function, differentiated as it is; the other has its derivatives by hand.
"""

import numpy as np

import alembert as al

LENGTH, HEIGHT = 0.4, 0.1  # m: of both links of models/two_link.yaml; where the camera looks


def off(q):
    return LENGTH * (np.sin(q[0]) + np.sin(q[0] + q[1])) - HEIGHT


def wish(q, v, a):
    return off(q) ** 2


def slope(q):
    both = LENGTH * np.cos(q[0] + q[1])
    return np.array([LENGTH * np.cos(q[0]) + both, both])


def gradient(q, v, a):
    return 2 * off(q) * slope(q), np.zeros(2), np.zeros(2)


def hessian(q, v, a):
    first, both = LENGTH * np.sin(q[0]), LENGTH * np.sin(q[0] + q[1])
    bend = -np.array([[first + both, both], [both, both]])
    H = np.zeros((6, 6))
    H[:2, :2] = 2 * (np.outer(slope(q), slope(q)) + off(q) * bend)
    return H


def distance(s):
    y = s.problem.model.pose(s.sample(2000).q, "tip")[:, 1, 3]
    return 1e3 * np.sqrt(np.mean((y - HEIGHT) ** 2))


arm = al.load("models/two_link.yaml")
task = {"start": [-0.8, 2.0], "goal": [0.9, -1.5], "duration": 1.0, "minimize": {"effort": 1e-3}}
plain = al.solve(al.MotionProblem(arm, **task))
by_jets = al.solve(al.MotionProblem(arm, **task, terms=al.Term(wish, weight=100, name="seen")))
seen = al.Term(wish, weight=100, name="seen", gradient=gradient, hessian=hessian)
by_hand = al.solve(al.MotionProblem(arm, **task, terms=seen))
print(f"least effort alone: hand off the line by {distance(plain):.1f} mm")
print(f"with the wish:      by {distance(by_jets):.1f} mm, {by_jets.iterations} iterations")
print(f"by hand:            by {distance(by_hand):.1f} mm, {by_hand.iterations} iterations")
assert abs(by_hand.objective - by_jets.objective) < 1e-6
assert distance(by_hand) < 0.5 * distance(plain)
