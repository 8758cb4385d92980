"""What goes into calls on states, and what comes out of them."""

from __future__ import annotations

from typing import Any, NamedTuple, Sequence, Union

import numpy as np
import numpy.typing as npt

from ._arrays import Array, ArrayLike, converted, in_short

__all__ = [
    "Load", "BaseMotion", "Limits", "Derivatives", "ForwardDerivatives", "WeightedHessian",
    "SecondDerivatives", "Energies", "InverseKinematics", "TorqueParts", "CenterOfMass",
]  # fmt: skip


class Load:
    """A force and a moment from outside, applied to a link at a place that has a name.

    Positive as applied to the link: a hand that pushes the tool along +x is ``force=(5, 0, 0)``.

    Parameters
    ----------
    frame : str
        A link or frame of the robot (``Model.frames``).
    force, moment : three numbers, N and N m
    point : three numbers, m
        Where the force acts, in the frame's own components.
    axes : "world" or "frame"
        The components that force and moment are given in.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/two_link.yaml")
    >>> push = al.Load("tip", force=(0, 10, 0))
    >>> arm.inverse_dynamics([0, 0], [0, 0], [0, 0], loads=push).round(3)
    array([-4.076, -3.019])
    """

    __slots__ = ("frame", "force", "moment", "point", "axes")

    def __init__(
        self,
        frame: str,
        force: ArrayLike = (0.0, 0.0, 0.0),
        moment: ArrayLike = (0.0, 0.0, 0.0),
        point: ArrayLike = (0.0, 0.0, 0.0),
        axes: str = "world",
    ) -> None:
        if axes not in ("world", "frame"):
            raise ValueError(f"axes is {axes!r}: give 'world' or 'frame'")
        self.frame = frame
        self.force = _three(force, "force")
        self.moment = _three(moment, "moment")
        self.point = _three(point, "point")
        self.axes = axes

    def __repr__(self) -> str:
        return (
            f"Load({self.frame!r}, force={self.force.tolist()}, moment={self.moment.tolist()}, "
            f"point={self.point.tolist()}, axes={self.axes!r})"
        )


Loads = Union[Load, Sequence[Load], None]


class BaseMotion:
    """A base that is carried along, by a vehicle or a shaking table: world components.

    Parameters
    ----------
    acceleration : three numbers, m/s²
        Of the origin of the base's frame; gravity is separate.
    angular_velocity : three numbers, rad/s
    angular_acceleration : three numbers, rad/s²

    Examples
    --------
    A lift that starts upwards makes the arm heavier:

    >>> import alembert as al
    >>> arm = al.load("models/two_link.yaml")
    >>> lift = al.BaseMotion(acceleration=(0, 9.81, 0))
    >>> arm.inverse_dynamics([0, 0], [0, 0], [0, 0], base_motion=lift)
    array([7.848, 1.962])
    """

    __slots__ = ("acceleration", "angular_velocity", "angular_acceleration")

    def __init__(
        self,
        acceleration: ArrayLike = (0.0, 0.0, 0.0),
        angular_velocity: ArrayLike = (0.0, 0.0, 0.0),
        angular_acceleration: ArrayLike = (0.0, 0.0, 0.0),
    ) -> None:
        self.acceleration = _three(acceleration, "acceleration")
        self.angular_velocity = _three(angular_velocity, "angular_velocity")
        self.angular_acceleration = _three(angular_acceleration, "angular_acceleration")

    def __repr__(self) -> str:
        return (
            f"BaseMotion({self.acceleration.tolist()}, {self.angular_velocity.tolist()}, "
            f"{self.angular_acceleration.tolist()})"
        )


def _three(values: ArrayLike, name: str) -> npt.NDArray[np.float64]:
    array = converted(values, name)
    if array.shape != (3,):
        raise ValueError(f"{name} has shape {array.shape}: give three numbers")
    return array


class Limits(NamedTuple):
    """Limits of every joint, one entry each; infinite where there is none.

    ``lower`` and ``upper`` are rad or m, the others per second and so on; ``torque`` is N m or N.

    Examples
    --------
    >>> import alembert as al
    >>> al.load("models/seven_axis.yaml").limits.torque
    array([87., 87., 87., 87., 12., 12., 12.])
    """

    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    velocity: npt.NDArray[np.float64]
    acceleration: npt.NDArray[np.float64]
    jerk: npt.NDArray[np.float64]
    torque: npt.NDArray[np.float64]

    def __repr__(self) -> str:
        return in_short(self)


class Derivatives(NamedTuple):
    """How torques change: row i is torque i. That by ``a`` is the mass matrix.

    Shapes are ``(n, n)``, or ``(N, n, n)`` for many states.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/two_link.yaml")
    >>> d = arm.derivatives([0.1, 0.2], [0, 0], [0, 0])
    >>> bool((d.a == arm.mass_matrix([0.1, 0.2])).all())
    True
    """

    q: Array
    v: Array
    a: Array

    def __repr__(self) -> str:
        return in_short(self)


class ForwardDerivatives(NamedTuple):
    """How accelerations change with q, v and tau (the last is the inverse mass matrix).

    ``a`` is the acceleration itself, ``(n,)``; the others are ``(n, n)``, row i of joint i.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/two_link.yaml")
    >>> d = arm.forward_derivatives([0.1, 0.2], [0, 0], [1, 1])
    >>> abs(d.tau @ arm.mass_matrix([0.1, 0.2])).round(9)
    array([[1., 0.],
           [0., 1.]])
    """

    q: Array
    v: Array
    tau: Array
    a: Array

    def __repr__(self) -> str:
        return in_short(self)


class WeightedHessian(NamedTuple):
    """Second derivatives of weights · tau: entry (i, j) of ``qv`` is by q_i and v_j.

    The blocks that are not here (va, aa) are zero; vq is the transpose of qv.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/two_link.yaml")
    >>> h = arm.weighted_hessian([0.1, 0.2], [1, 1], [0, 0], weights=[1, 0])
    >>> h.vv.shape
    (2, 2)
    """

    qq: Array
    qv: Array
    vv: Array
    qa: Array

    def __repr__(self) -> str:
        return in_short(self)


class SecondDerivatives(NamedTuple):
    """Second derivatives of every torque: entry (i, j, k) of ``qv`` is of torque i by q_j and v_k.

    Shapes are ``(n, n, n)``, or ``(N, n, n, n)`` for many states. The blocks that are not here (va,
    aa) are zero.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/two_link.yaml")
    >>> arm.second_derivatives([0.1, 0.2], [1, 1], [0, 0]).qv.shape
    (2, 2, 2)
    """

    qq: Array
    qv: Array
    vv: Array
    qa: Array

    def __repr__(self) -> str:
        return in_short(self)


class Energies(NamedTuple):
    """Kinetic energy, potential energy of gravity and energy of springs, J.

    Numbers of one state, arrays of shape ``(N,)`` of many.

    Examples
    --------
    >>> import alembert as al
    >>> al.load("models/two_link.yaml").energy([0.0, 0.0], [1.0, 0.0]).kinetic
    0.2
    """

    kinetic: Any
    gravity: Any
    elastic: Any

    @classmethod
    def _of(cls, parts: Array) -> "Energies":
        """Of an array with three entries a state."""
        if parts.ndim == 1:
            return cls(*(float(x) for x in parts))
        return cls(*(np.ascontiguousarray(column) for column in parts.T))

    @property
    def total(self) -> Any:
        """The sum of the three, J."""
        return self.kinetic + self.gravity + self.elastic


class InverseKinematics(NamedTuple):
    """What inverse kinematics found.

    ``q`` is the best that was found, within limits, even where the pose was not reached; the errors
    are m and rad.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/seven_axis.yaml")
    >>> there = arm.pose([0.1, -0.5, 0.2, -2.0, 0.3, 1.5, 0.4], "flange")
    >>> arm.inverse_kinematics(there, "flange").solved
    True
    """

    solved: bool
    q: npt.NDArray[np.float64]
    position_error: float
    orientation_error: float
    iterations: int

    def __repr__(self) -> str:
        return in_short(self)


class TorqueParts(NamedTuple):
    """What torques are made of, N m or N: each (n,), or (N, n) of many states.

    Examples
    --------
    >>> import numpy as np
    >>> import alembert as al
    >>> arm = al.load("models/puma560.yaml")
    >>> state = np.full(6, 0.3), np.full(6, 0.2), np.full(6, 0.1)
    >>> bool(np.allclose(arm.torque_parts(*state).total, arm.inverse_dynamics(*state)))
    True
    """

    inertia: Array
    coriolis: Array
    gravity: Array
    friction: Array
    springs: Array
    loads: Array

    @property
    def total(self) -> Array:
        """Their sum: what ``inverse_dynamics`` answers."""
        return self.inertia + self.coriolis + self.gravity + self.friction + self.springs + self.loads

    def __repr__(self) -> str:
        return in_short(self)


class CenterOfMass(NamedTuple):
    """Where the centre of mass is (m), how fast it moves (m/s) and which joints move it.

    Shapes are (3,), (3,) and (3, n), or (N, …) of many states; velocity = jacobian @ v.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/two_link.yaml")
    >>> arm.center_of_mass([0.0, 0.0], [1.0, 0.0]).velocity
    array([0. , 0.4, 0. ])
    """

    position: Array
    velocity: Array
    jacobian: Array

    def __repr__(self) -> str:
        return in_short(self)
