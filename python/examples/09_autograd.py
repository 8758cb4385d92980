"""Inverse dynamics as a function that an automatic differentiator can use.

forward() and backward() as in torch.autograd.Function: the vector-Jacobian products come from
Model.derivatives. Here without any framework; in PyTorch the two methods are the same lines.
"""

import numpy as np

import alembert as al


class InverseDynamics:
    """tau = ID(q, v, a) of a batch (N, n), and what a gradient by tau becomes by q, v and a."""

    def __init__(self, model):
        self.model = model

    def forward(self, q, v, a):
        self.saved = q, v, a
        return self.model.inverse_dynamics(q, v, a)

    def backward(self, by_tau):
        d = self.model.derivatives(*self.saved)
        return tuple(np.einsum("ni,nij->nj", by_tau, block) for block in d)


arm = al.load("models/seven_axis.yaml")
rng = np.random.default_rng(5)
q, v, a = rng.uniform(-1, 1, (3, 16, arm.dofs))
function = InverseDynamics(arm)

loss = 0.5 * (function.forward(q, v, a) ** 2).sum()
by_q, by_v, by_a = function.backward(function.forward(q, v, a))

step = 1e-6
shifted = q.copy()
shifted[3, 2] += step
difference = (0.5 * (arm.inverse_dynamics(shifted, v, a) ** 2).sum() - loss) / step
print(f"gradient {by_q[3, 2]:.6f}, by differences {difference:.6f}")
assert abs(by_q[3, 2] - difference) < 1e-3 * abs(difference)
