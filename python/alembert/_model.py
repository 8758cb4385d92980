"""Models: what algorithms run on."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import Array, ArrayLike, converted
from ._robot import Robot
from ._states import (
    BaseMotion, Derivatives, Energies, ForwardDerivatives, InverseKinematics, Limits, Loads,
    SecondDerivatives, WeightedHessian, _three,
)  # fmt: skip

__all__ = ["Model", "load"]


class Model(_core.Model):
    """A robot compiled for computing: immutable, safe to share between threads and to pickle.

    ``al.load(path)`` makes one; so does ``Robot.compile()``. The vectors q, v, a and tau have one
    entry a joint, in the order of ``joint_names``: rad or m, per s, per s², N m or N. Every call
    takes one state, arrays of shape ``(n,)``, or many, ``(N, n)``; many are shared out to all cores
    with Python's lock released. A vector among arrays of many counts for all of them.

    Parameters
    ----------
    robot : Robot
    ideal : bool
        Leave out friction, rotor inertia and springs.
    floating_base : bool
        Free the base: six coordinates base.x … base.rx come first.
    gravity : three numbers, m/s², world components
        In place of the robot's.
    locked : mapping of joint names to values, rad or m
        Joints that are held; they have no entry in q.
    bending : bool
        Of a robot whose links bend, for ``MotionProblem``: amplitudes are coordinates after the
        joints, without motors. Calls on states take the links for stiff; ``FlexibleModel`` does not.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/two_link.yaml")
    >>> arm
    <alembert.Model 'two_link': 2 joints: joint1, joint2>
    >>> arm.inverse_dynamics([0.0, 0.0], [0.0, 0.0], [0.0, 0.0])
    array([3.924, 0.981])
    """

    _robot: Robot
    _options: Dict[str, Any]
    _changes: List[Tuple[str, Tuple[Any, ...]]]

    def __init__(
        self,
        robot: Robot,
        *,
        ideal: bool = False,
        floating_base: bool = False,
        gravity: Optional[ArrayLike] = None,
        locked: Optional[Mapping[str, float]] = None,
        bending: bool = False,
    ) -> None:
        if isinstance(robot, _core.Model):  # of ours: another instance of the same
            super().__init__(robot)
            return
        if not isinstance(robot, Robot):
            raise TypeError(
                f"robot is a {type(robot).__name__}: give an alembert.Robot, or use alembert.load"
            )
        held = [(str(name), float(value)) for name, value in (locked or {}).items()]
        super().__init__(
            robot, bool(ideal), bool(floating_base), gravity, held, bool(bending)
        )
        self._robot = robot.copy()
        self._options = {
            "ideal": bool(ideal), "floating_base": bool(floating_base),
            "gravity": None if gravity is None else _three(gravity, "gravity"),
            "locked": dict(held), "bending": bool(bending),
        }  # fmt: skip
        self._changes = []

    # What it is.

    @property
    def name(self) -> str:
        """The robot's name."""
        return self._name

    @property
    def robot(self) -> Robot:
        """A copy of the robot it was compiled from, as the file has it."""
        return self._robot.copy()

    @property
    def n(self) -> int:
        """The number of coordinates: the length of q, v, a and tau."""
        return self._dofs

    @property
    def joint_names(self) -> List[str]:
        """The coordinates' names, in the order of q."""
        return [c[0] for c in self._coordinates()]

    @property
    def angular(self) -> npt.NDArray[np.bool_]:
        """True where a coordinate is an angle (rad, N m), False where it is a length (m, N)."""
        return np.array([c[1] for c in self._coordinates()], dtype=bool)

    @property
    def limits(self) -> Limits:
        """The joints' limits, arrays of shape ``(n,)``."""
        rows = np.array([c[3:] for c in self._coordinates()], dtype=np.float64).reshape(-1, 6)
        return Limits(*(np.ascontiguousarray(column) for column in rows.T))

    @property
    def frames(self) -> List[str]:
        """Places that can be named: every link and every frame of the robot."""
        return self._frames()

    @property
    def gravity(self) -> npt.NDArray[np.float64]:
        """Acceleration of gravity, world components, m/s²."""
        return self._gravity_vector()

    def describe(self, canonical: bool = False) -> str:
        """The robot's tree, coordinates, frames and payloads, as `alembert info` prints them.

        With ``canonical`` also the frames that algorithms use.

        >>> import alembert as al
        >>> print(al.load("models/two_link.yaml").describe().splitlines()[0])
        two_link (models/two_link.yaml): 2 coordinates, 2 joints, 3 links, 1 kg
        """
        return self._text(self._robot, bool(canonical))

    # Torques and motion.

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

    # Where things are.

    def pose(
        self, q: ArrayLike, frame: str, *, out: Optional[Array] = None, threads: int = 0
    ) -> Array:
        """Pose of a frame in the world: (4, 4), or (N, 4, 4) of (N, n).

        The first three columns of its first three rows are the rotation, frame to world; the fourth
        is the position of the origin, m; the last row is 0 0 0 1.

        >>> import alembert as al
        >>> arm = al.load("models/two_link.yaml")
        >>> arm.pose([0.0, 0.0], "tip")[:3, 3]
        array([0.8, 0. , 0. ])
        """
        return self._pose(q, out, threads, frame)

    def jacobian(
        self,
        q: ArrayLike,
        frame: str,
        *,
        axes: str = "world",
        out: Optional[Array] = None,
        threads: int = 0,
    ) -> Array:
        """Velocity of a frame by joint velocities: (6, n), or (N, 6, n) of (N, n).

        Rows 0-2 are the velocity of the frame's origin (m/s), rows 3-5 its angular velocity
        (rad/s), in ``axes`` "world" or of the "frame" itself.

        >>> import alembert as al
        >>> al.load("models/two_link.yaml").jacobian([0.0, 0.0], "tip").round(3)[:2]
        array([[0. , 0. ],
               [0.8, 0.4]])
        """
        return self._jacobian(q, out, threads, frame, axes)

    def inverse_kinematics(
        self,
        target: ArrayLike,
        frame: str,
        *,
        start: Optional[ArrayLike] = None,
        position_only: bool = False,
        joint_limits: bool = True,
        position_tolerance: float = 1e-9,
        orientation_tolerance: float = 1e-9,
        max_iterations: int = 200,
        restarts: int = 100,
    ) -> InverseKinematics:
        """Joint values that bring a frame to a pose.

        Parameters
        ----------
        target : array, shape (4, 4)
            Pose of the frame in the world, as ``pose`` gives it.
        frame : str
        start : array, shape (n,), optional
            Where to look first; by default the middle of the limits.
        position_only : bool
            Leave the orientation free.
        joint_limits : bool
            Stay within position limits.
        position_tolerance, orientation_tolerance : m, rad
        restarts : int
            Random starts after the given one fails, always the same.

        Examples
        --------
        >>> import numpy as np
        >>> import alembert as al
        >>> arm = al.load("models/two_link.yaml")
        >>> target = np.eye(4)
        >>> target[:2, 3] = 0.4, 0.4
        >>> found = arm.inverse_kinematics(target, "tip", position_only=True, start=[0.1, 1.0])
        >>> found.solved, arm.pose(found.q, "tip")[:2, 3].round(6)
        (True, array([0.4, 0.4]))
        """
        if start is None:
            limits = self.limits
            start = 0.5 * (np.clip(limits.lower, -3.0, None) + np.clip(limits.upper, None, 3.0))
        options = {
            "position_only": bool(position_only), "joint_limits": bool(joint_limits),
            "position_tolerance": position_tolerance,
            "orientation_tolerance": orientation_tolerance,
            "max_iterations": max_iterations, "restarts": restarts,
        }  # fmt: skip
        return InverseKinematics(*self._inverse_kinematics(frame, target, start, options))

    def inverse_kinematics_path(
        self,
        targets: ArrayLike,
        frame: str,
        start: ArrayLike,
        *,
        position_only: bool = False,
        joint_limits: bool = True,
        position_tolerance: float = 1e-9,
        orientation_tolerance: float = 1e-9,
        max_iterations: int = 200,
    ) -> List[InverseKinematics]:
        """Along a path of poses, shape (N, 4, 4): each starts from the answer before it.

        Never jumps to another branch. Stops at the first pose that is not reached, whose result is
        the last one returned.

        >>> import numpy as np
        >>> import alembert as al
        >>> arm = al.load("models/two_link.yaml")
        >>> q = np.linspace([0.1, 1.0], [0.4, 1.2], 5)
        >>> found = arm.inverse_kinematics_path(arm.pose(q, "tip"), "tip", start=q[0])
        >>> bool(np.allclose([f.q for f in found], q))
        True
        """
        poses = converted(targets, "targets")
        if poses.ndim != 3:
            raise ValueError(f"targets has shape {poses.shape}: give (N, 4, 4)")
        options = {
            "position_only": bool(position_only), "joint_limits": bool(joint_limits),
            "position_tolerance": position_tolerance,
            "orientation_tolerance": orientation_tolerance,
            "max_iterations": max_iterations, "restarts": 0,
        }  # fmt: skip
        found = self._inverse_kinematics_path(frame, list(poses), start, options)
        return [InverseKinematics(*one) for one in found]

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
        n = self.n
        return SecondDerivatives(*(part.reshape(*part.shape[:-2], n, n, n) for part in parts))

    # Other robots made of it.

    def _changed(self, change: str, *arguments: Any) -> "Model":
        made = Model.__new__(type(self))
        _core.Model.__init__(made, getattr(self, change)(*arguments))
        made._robot = self._robot
        made._options = self._options
        made._changes = self._changes + [(change, arguments)]
        return made

    def carrying(
        self,
        frame: str,
        mass: float,
        com: ArrayLike = (0.0, 0.0, 0.0),
        inertia: Optional[ArrayLike] = None,
    ) -> "Model":
        """The same model with a body rigidly added to one of its frames.

        ``mass`` in kg, mass centre ``com`` in the frame (m), ``inertia`` 3 x 3 about the mass
        centre (kg m²; by default a point mass).

        >>> import alembert as al
        >>> arm = al.load("models/two_link.yaml")
        >>> arm.carrying("tip", 1.0).gravity_torque([0.0, 0.0]).round(3)
        array([11.772,  4.905])
        """
        tensor = np.zeros((3, 3)) if inertia is None else converted(inertia, "inertia")
        return self._changed("_carrying", frame, float(mass), _three(com, "com"), tensor)

    def without_drives(
        self,
        *,
        viscous: bool = True,
        coulomb: bool = True,
        rotors: bool = True,
        springs: bool = True,
    ) -> "Model":
        """The same model without what drives add to the torque: all of it, or these parts.

        >>> import alembert as al
        >>> al.load("models/two_link.yaml").without_drives(rotors=False).n
        2
        """
        return self._changed(
            "_without_drives", bool(viscous), bool(coulomb), bool(rotors), bool(springs)
        )

    def with_gravity(self, gravity: ArrayLike) -> "Model":
        """The same model under another gravity, world components, m/s².

        >>> import alembert as al
        >>> al.load("models/two_link.yaml").with_gravity((0, -1.62, 0)).gravity
        array([ 0.  , -1.62,  0.  ])
        """
        return self._changed("_with_gravity", _three(gravity, "gravity"))

    def with_locked_joints(self, joints: Mapping[str, float]) -> "Model":
        """The same robot with joints held at values, rad or m: they have no entry in q.

        >>> import alembert as al
        >>> al.load("models/two_link.yaml").with_locked_joints({"joint2": 0.5}).joint_names
        ['joint1']
        """
        held = [(str(name), float(value)) for name, value in joints.items()]
        return self._changed("_with_locked_joints", held)

    def perturbed(self, error: float, seed: int = 1) -> "Model":
        """Another robot built from the same drawings: masses and inertias off by up to ``error``.

        A share, such as 0.05; the same for the same seed.

        >>> import alembert as al
        >>> al.load("models/two_link.yaml").perturbed(0.05).n
        2
        """
        return self._changed("_perturbed", float(error), int(seed))

    # Python's own.

    def __repr__(self) -> str:
        names = self.joint_names
        shown = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
        joints = "joint" if self.n == 1 else "joints"
        return f"<alembert.Model {self.name!r}: {self.n} {joints}: {shown}>"

    def __reduce__(self) -> Tuple[Any, ...]:
        return _rebuilt, (self._robot, self._options, self._changes)

    def __copy__(self) -> "Model":
        return self

    def __deepcopy__(self, memo: Dict[int, Any]) -> "Model":
        return self


def _rebuilt(
    robot: Robot, options: Dict[str, Any], changes: List[Tuple[str, Tuple[Any, ...]]]
) -> Model:
    model = Model(robot, **options)
    for change, arguments in changes:
        model = model._changed(change, *arguments)
    return model


def load(
    path: Union[str, "os.PathLike[str]"],
    *,
    ideal: bool = False,
    floating_base: bool = False,
    gravity: Optional[ArrayLike] = None,
    locked: Optional[Mapping[str, float]] = None,
    bending: bool = False,
) -> Model:
    """Reads a robot's file and compiles it.

    ``path`` ends in .yaml (docs/robot-format.md), .urdf, .xml (URDF or MJCF) or .mjcf. The options
    are those of ``Model``. Raises ``alembert.Error`` with the file, the line and what to do.

    Examples
    --------
    >>> import alembert as al
    >>> al.load("models/puma560.yaml")
    <alembert.Model 'puma560': 6 joints: waist, shoulder, elbow, ...>
    """
    return Model(
        Robot.load(path), ideal=ideal, floating_base=floating_base, gravity=gravity, locked=locked,
        bending=bending,
    )  # fmt: skip
