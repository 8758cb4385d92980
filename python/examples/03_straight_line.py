"""A hand that moves along a straight line without turning: inverse kinematics and the Jacobian."""

import numpy as np

import alembert as al

arm = al.load("models/angeles_6r.yaml")
hand = arm.frames[-1]
q = np.full(arm.n, 0.4)
first = arm.pose(q, hand)

path = []
for s in np.linspace(0.0, 0.2, 21):
    target = first.copy()
    target[0, 3] += s
    found = arm.inverse_kinematics(target, hand, start=q)
    assert found.solved, s
    q = found.q
    path.append(q)
path = np.array(path)

poses = arm.pose(path, hand)
print("the hand moved by", (poses[-1, :3, 3] - poses[0, :3, 3]).round(6), "m")
assert np.allclose(poses[:, :3, :3], first[:3, :3], atol=1e-8)

# Joint velocities of a hand at 0.1 m/s along x.
J = arm.jacobian(path[10], hand)
v = np.linalg.solve(J, [0.1, 0, 0, 0, 0, 0])
print("joint velocities  ", v.round(4))
