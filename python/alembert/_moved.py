"""Forces and motion: the part of a model that computes with them."""

from __future__ import annotations

from typing import List, Optional, Tuple

from ._arrays import Array, ArrayLike
from ._placed import Placed
from ._states import (
    BaseMotion, Derivatives, Energies, ForwardDerivatives, Loads, SecondDerivatives, TorqueParts,
    WeightedHessian,
)  # fmt: skip

__all__: List[str] = []


class Moved(Placed):
    """A model's torques, accelerations, energies and their derivatives."""

    def inverse_dynamics(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        loads: Loads = None,
        base_motion: Optional[BaseMotion] = None,
        formulation: Optional[str] = None,
        out: Optional[Array] = None,
        threads: int = 0,
    ) -> Array:
        """Torques that a motion needs.

        What the motors must give so that the arm, being at ``q`` with velocity ``v``, accelerates
        by ``a``: inertia, Coriolis and centrifugal forces and gravity, less what pushes from outside,
        and friction, rotors and springs where the robot has them.

        Parameters
        ----------
        q : array, shape (n,) or (N, n), rad or m
            Position of each joint, in the order of ``joint_names``.
        v : array, the same, rad/s or m/s
            Velocity.
        a : array, the same, rad/s² or m/s²
            Acceleration.
        loads : Load or sequence of Load, optional
            Forces and moments from outside, the same for all states.
        base_motion : BaseMotion, optional
            How the base is carried along; by default it rests.
        formulation : str, optional
            A paper's way to compute it (``alembert.formulations()``); by default the fastest.
        out : array, optional
            Where to write the torques: of the result's shape and type, C-contiguous.
        threads : int
            How many for (N, n); 0 is one a core.

        Returns
        -------
        tau : array, shape (n,) or (N, n), N m or N
            float32 if all of q, v and a are, else float64.

        Notes
        -----
        Arrays of float64 or float32 whose rows are contiguous are read where they lie, without a
        copy; others are converted first. One state takes about a microsecond; make one call on
        (N, n) rather than N calls. NaN and infinity raise ValueError, as do wrong shapes.

        Examples
        --------
        The torques that hold a seven-axis arm still:

        >>> import numpy as np
        >>> import alembert as al
        >>> arm = al.load("models/seven_axis.yaml")
        >>> q = np.array([0.0, -0.8, 0.0, -2.3, 0.0, 1.5, 0.8])
        >>> zero = np.zeros(7)
        >>> arm.inverse_dynamics(q, zero, zero).round(2)
        array([-0.  ,  1.6 , -0.59, 19.55,  0.87,  1.54, -0.  ])

        A thousand states at once, and the same with 2 kg hanging from the flange:

        >>> rng = np.random.default_rng(1)
        >>> q, v, a = rng.uniform(-1, 1, (3, 1000, 7))
        >>> arm.inverse_dynamics(q, v, a).shape
        (1000, 7)
        >>> weight = al.Load("flange", force=(0, 0, -2 * 9.81))
        >>> tau = arm.inverse_dynamics(q, v, a, loads=weight)

        By Kane's equations instead (Angeles, Ma, Rojas 1988):

        >>> kane = arm.inverse_dynamics(q, v, a, formulation="kane")
        >>> bool(np.allclose(kane, arm.inverse_dynamics(q, v, a)))
        True
        """
        return self._inverse_dynamics(q, v, a, out, threads, loads, base_motion, formulation)

    def torque_parts(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        loads: Loads = None,
        threads: int = 0,
    ) -> TorqueParts:
        """What the torques of ``inverse_dynamics`` are made of; ``total`` is their sum.

        Inertia, Coriolis and centrifugal forces, gravity, friction, springs and loads: N m or N,
        each (n,) or (N, n).

        >>> import alembert as al
        >>> arm = al.load("models/two_link.yaml")
        >>> parts = arm.torque_parts([0.0, 0.5], [1.0, 0.0], [0.0, 0.0])
        >>> parts.gravity.round(3), round(float(parts.coriolis[1]), 3)
        (array([3.804, 0.861]), 0.019)
        """
        all_parts = self._torque_parts(q, v, a, None, threads, loads)
        return TorqueParts(*(all_parts[..., k, :] for k in range(6)))

    def forward_dynamics(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        *,
        loads: Loads = None,
        base_motion: Optional[BaseMotion] = None,
        out: Optional[Array] = None,
        threads: int = 0,
    ) -> Array:
        """Accelerations that torques cause: the inverse of ``inverse_dynamics``.

        ``q``, ``v`` and ``tau`` (N m or N) have shape (n,) or (N, n); so has the result, rad/s² or
        m/s². Raises Error where some joint moves no mass.

        >>> import alembert as al
        >>> arm = al.load("models/two_link.yaml")
        >>> tau = arm.inverse_dynamics([0.1, 0.2], [1, 2], [3, 4])
        >>> arm.forward_dynamics([0.1, 0.2], [1, 2], tau).round(12)
        array([3., 4.])
        """
        return self._forward_dynamics(q, v, tau, out, threads, loads, base_motion)

    def mass_matrix(
        self, q: ArrayLike, *, out: Optional[Array] = None, threads: int = 0
    ) -> Array:
        """The joint-space inertia matrix M(q), rotors included: (n, n), or (N, n, n) of (N, n).

        Entries are kg m², kg m or kg, as torque by acceleration.

        >>> import alembert as al
        >>> al.load("models/two_link.yaml").mass_matrix([0.0, 0.0]).round(3)
        array([[0.4 , 0.16],
               [0.16, 0.12]])
        """
        return self._mass_matrix(q, out, threads)

    def bias(
        self,
        q: ArrayLike,
        v: ArrayLike,
        *,
        loads: Loads = None,
        base_motion: Optional[BaseMotion] = None,
        out: Optional[Array] = None,
        threads: int = 0,
    ) -> Array:
        """Torques h(q, v) of no acceleration: tau = M(q) a + h. N m or N, (n,) or (N, n).

        >>> import alembert as al
        >>> al.load("models/two_link.yaml").bias([0.0, 0.0], [0.0, 0.0])
        array([3.924, 0.981])
        """
        return self._bias(q, v, out, threads, loads, base_motion)

    def gravity_torque(
        self, q: ArrayLike, *, out: Optional[Array] = None, threads: int = 0
    ) -> Array:
        """Torques that hold the arm still against gravity alone, without springs: N m or N.

        >>> import alembert as al
        >>> al.load("models/two_link.yaml").gravity_torque([0.0, 0.0])
        array([3.924, 0.981])
        """
        return self._gravity(q, out, threads)

    def energy(self, q: ArrayLike, v: ArrayLike, *, threads: int = 0) -> Energies:
        """Kinetic energy, potential energy and energy of springs, J.

        >>> import alembert as al
        >>> al.load("models/two_link.yaml").energy([0.0, 0.0], [1.0, 0.0]).total
        0.2
        """
        return Energies._of(self._energy(q, v, None, threads))

    # Derivatives.

    def derivatives(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        loads: Loads = None,
        out: Optional[Tuple[Array, Array, Array]] = None,
        threads: int = 0,
    ) -> Derivatives:
        """Exact derivatives of ``inverse_dynamics`` by q, v and a.

        ``d.q[i, j]`` is how torque i changes with q of joint j; ``d.a`` is the mass matrix. Of
        shape (n, n), or (N, n, n) of (N, n); float32 if all arguments are.

        >>> import alembert as al
        >>> arm = al.load("models/two_link.yaml")
        >>> d = arm.derivatives([0.1, 0.2], [1, 2], [3, 4])
        >>> d.q.shape, d.v.shape, d.a.shape
        ((2, 2), (2, 2), (2, 2))
        """
        return Derivatives(*self._derivatives(q, v, a, out, threads, loads))

    def forward_derivatives(
        self, q: ArrayLike, v: ArrayLike, tau: ArrayLike, *, threads: int = 0
    ) -> ForwardDerivatives:
        """Exact derivatives of ``forward_dynamics`` by q, v and tau, and the acceleration.

        >>> import alembert as al
        >>> al.load("models/two_link.yaml").forward_derivatives([0, 0], [0, 0], [0, 0]).tau.shape
        (2, 2)
        """
        return ForwardDerivatives(*self._forward_derivatives(q, v, tau, None, threads))

    def weighted_hessian(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        weights: ArrayLike,
        *,
        loads: Loads = None,
        threads: int = 0,
    ) -> WeightedHessian:
        """Second derivatives of weights · tau: what an optimiser needs of a Lagrangian's Hessian.

        ``weights`` has shape (n,) or (N, n). O(n²), without the tensor of n³ entries.

        >>> import alembert as al
        >>> arm = al.load("models/two_link.yaml")
        >>> arm.weighted_hessian([0.1, 0.2], [1, 2], [3, 4], weights=[1, 1]).qq.shape
        (2, 2)
        """
        return WeightedHessian(*self._weighted_hessian(q, v, a, weights, None, threads, loads))

    def second_derivatives(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        loads: Loads = None,
        threads: int = 0,
    ) -> SecondDerivatives:
        """Every second derivative of every torque: the whole tensor, O(n³).

        Optimisers that have multipliers want ``weighted_hessian``, which costs a factor n less.

        >>> import numpy as np
        >>> import alembert as al
        >>> arm = al.load("models/two_link.yaml")
        >>> state = [0.1, 0.2], [1.0, 2.0], [3.0, 4.0]
        >>> second = arm.second_derivatives(*state)
        >>> weighted = arm.weighted_hessian(*state, weights=[1.0, 5.0])
        >>> bool(np.allclose(np.tensordot([1.0, 5.0], second.qq, 1), weighted.qq))
        True
        """
        parts = self._second_derivatives(q, v, a, None, threads, loads)
        n = self.dofs
        return SecondDerivatives(*(part.reshape(*part.shape[:-2], n, n, n) for part in parts))
