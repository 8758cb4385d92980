"""Where things are: the part of a model that knows no forces."""

from __future__ import annotations

import warnings
from typing import List, Optional

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import Array, ArrayLike, converted
from ._states import CenterOfMass, InverseKinematics, Limits

__all__: List[str] = []


class Placed(_core.Model):
    """A model's coordinates, limits, poses and what is found from them."""

    @property
    def dofs(self) -> int:
        """The number of coordinates: the length of q, v, a and tau."""
        return self._dofs

    @property
    def n(self) -> int:
        """What ``dofs`` was called in 0.2."""
        warnings.warn("Model.n is called Model.dofs", DeprecationWarning, stacklevel=2)
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

    def center_of_mass(
        self, q: ArrayLike, v: Optional[ArrayLike] = None, *, threads: int = 0
    ) -> CenterOfMass:
        """The centre of mass of the whole robot: position, velocity and Jacobian in the world.

        Of all that has mass, what is welded to the base included; without ``v`` at rest.

        >>> import alembert as al
        >>> arm = al.load("models/two_link.yaml")
        >>> arm.center_of_mass([0.0, 0.0]).position
        array([0.4, 0. , 0. ])
        """
        return CenterOfMass(
            *self._center_of_mass(q, np.zeros(self._dofs) if v is None else v, None, threads)
        )
