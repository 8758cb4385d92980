"""Arms whose links bend."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import Array, ArrayLike, chosen
from ._flexible_results import (
    ArmModes, BendingLink, FlexibleSimulation, FlexibleTorques, Linearised, TipReport,
)  # fmt: skip
from ._joint_path import _SHAPERS, JointPath
from ._model import Model
from ._motion import _CONTROLLERS
from ._robot import Robot
from ._states import Energies, Load, Loads, _three

__all__ = ["FlexibleModel", "load_flexible"]

_Vector = npt.NDArray[np.float64]


class FlexibleModel(_core.FlexibleModel):
    """An arm whose links bend, compiled: immutable, safe to share between threads and to pickle.

    Its coordinates z are the joints (rad or m), then the amplitudes of the links' shapes
    (``upper.bending_y.1``: nearly the tip's deflection in m; rad of torsion). Calls take one state,
    (n,), or many, (N, n), as those of ``Model``. docs/flexible.md says how a robot's file describes
    links that bend.

    Parameters
    ----------
    robot : Robot
        With flexible links.
    stiffening : bool
        Geometric stiffening: what a link that is spun or stretched gains.
    ideal : bool
        Leave out friction, rotor inertia and springs.
    gravity : three numbers, m/s², world components
        In place of the robot's.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load_flexible("models/flexible_two_link.yaml")
    >>> arm
    <alembert.FlexibleModel 'flexible_two_link': 2 joints, 4 amplitudes>
    >>> arm.coordinate_names[:3]
    ['shoulder', 'elbow', 'upper.bending_y.1']
    >>> arm.forward_dynamics([0] * 6, [0] * 6, tau=[1.0, 0.0]).shape
    (6,)
    """

    def __init__(
        self,
        robot: Robot,
        *,
        stiffening: bool = True,
        ideal: bool = False,
        gravity: Optional[ArrayLike] = None,
    ) -> None:
        if not isinstance(robot, Robot):
            raise TypeError(
                f"robot is a {type(robot).__name__}: give an alembert.Robot, or use "
                "alembert.load_flexible"
            )
        world = None if gravity is None else _three(gravity, "gravity")
        super().__init__(robot, bool(stiffening), bool(ideal), world)
        self._robot = robot.copy()
        self._options: Dict[str, Any] = {
            "stiffening": bool(stiffening), "ideal": bool(ideal), "gravity": world,
        }  # fmt: skip

    # What it is.

    @property
    def name(self) -> str:
        """The robot's name."""
        return self._name

    @property
    def robot(self) -> Robot:
        """A copy of the robot it was compiled from."""
        return self._robot.copy()

    @property
    def dofs(self) -> int:
        """The number of coordinates: joints and amplitudes."""
        return len(self._names())

    @property
    def coordinate_names(self) -> List[str]:
        """Names of z: joints, then amplitudes."""
        return self._names()

    @property
    def joint_names(self) -> List[str]:
        """The first of the coordinates."""
        return self._names()[: self._joints]

    @property
    def bending_links(self) -> List[BendingLink]:
        """The links that bend, in the order of ``FlexibleSimulation.tips``."""
        return [BendingLink(*link) for link in self._links()]

    @property
    def frames(self) -> List[str]:
        """Places that can be named: every link and every frame of the robot."""
        return self._places()

    @property
    def gravity(self) -> _Vector:
        """Acceleration of gravity, world components, m/s²."""
        return self._gravity()

    def stiff(self) -> Model:
        """The same arm with stiff links, for everything that needs a rigid ``Model``.

        >>> import alembert as al
        >>> al.load_flexible("models/flexible_two_link.yaml").stiff().joint_names
        ['shoulder', 'elbow']
        """
        rigid = Robot._of(_core.rigidified(self._robot), self._robot._convention)
        return Model(rigid, ideal=self._options["ideal"], gravity=self._options["gravity"])

    # Forces and motion.

    def inverse_dynamics(
        self,
        z: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        loads: Loads = None,
        out: Optional[Array] = None,
        threads: int = 0,
    ) -> Array:
        """Generalized forces of a motion, (n,) or (N, n).

        Torques of the joints (N m or N), then what would have to act on the amplitudes: zero where
        the motion is the arm's own. ``joint_torques`` lets the amplitudes move as they must.

        >>> import numpy as np
        >>> import alembert as al
        >>> arm = al.load_flexible("models/flexible_two_link.yaml")
        >>> z, v = np.full(6, 0.01), np.full(6, 0.1)
        >>> a = arm.forward_dynamics(z, v, [0.5, 0.2])
        >>> bool(np.allclose(arm.inverse_dynamics(z, v, a), [0.5, 0.2, 0, 0, 0, 0], atol=1e-9))
        True
        """
        return self._inverse(z, v, a, out, threads, _plain(loads))

    def forward_dynamics(
        self,
        z: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        *,
        loads: Loads = None,
        out: Optional[Array] = None,
        threads: int = 0,
    ) -> Array:
        """Accelerations of all coordinates that joint torques cause, (n,) or (N, n).

        ``tau`` has one entry a joint, N m or N.

        >>> import alembert as al
        >>> arm = al.load_flexible("models/flexible_two_link.yaml")
        >>> arm.forward_dynamics([0] * 6, [0] * 6, [1.0, 0.0]).shape
        (6,)
        """
        return self._forward(z, v, tau, out, threads, _plain(loads))

    def joint_torques(
        self,
        z: ArrayLike,
        v: ArrayLike,
        joint_a: ArrayLike,
        *,
        loads: Loads = None,
        threads: int = 0,
    ) -> FlexibleTorques:
        """Torques of given joint accelerations, amplitudes moving as they must.

        >>> import alembert as al
        >>> arm = al.load_flexible("models/flexible_two_link.yaml")
        >>> found = arm.joint_torques([0] * 6, [0] * 6, [1.0, 0.0])
        >>> arm.forward_dynamics([0] * 6, [0] * 6, found.tau)[:2].round(9) + 0.0
        array([1., 0.])
        """
        return FlexibleTorques(*self._torques(z, v, joint_a, threads, _plain(loads)))

    def mass_matrix(self, z: ArrayLike, *, threads: int = 0) -> Array:
        """The inertia matrix J(z) of joints and amplitudes: (n, n), or (N, n, n) of (N, n).

        >>> import alembert as al
        >>> al.load_flexible("models/flexible_two_link.yaml").mass_matrix([0] * 6).shape
        (6, 6)
        """
        return self._form(z, np.zeros(self.dofs), threads, [])[0]

    def simulation_form(
        self, z: ArrayLike, v: ArrayLike, *, loads: Loads = None, threads: int = 0
    ) -> Tuple[Array, Array]:
        """J and R of J(z) z'' = R(z, z') + torques: equation 82 of Book 1983.

        >>> import alembert as al
        >>> arm = al.load_flexible("models/flexible_two_link.yaml")
        >>> J, R = arm.simulation_form([0] * 6, [0] * 6)
        >>> J.shape, R.shape
        ((6, 6), (6,))
        """
        J, R = self._form(z, v, threads, _plain(loads))
        return J, R

    def energy(self, z: ArrayLike, v: ArrayLike, *, threads: int = 0) -> Energies:
        """Kinetic energy, that of gravity, and that of bent links and springs, J.

        >>> import alembert as al
        >>> arm = al.load_flexible("models/flexible_two_link.yaml")
        >>> arm.energy([0, 0, 0.01, 0, 0, 0], [0] * 6).elastic > 0
        True
        """
        return Energies._of(self._energy(z, v, threads))

    def pose(self, z: ArrayLike, frame: str, *, threads: int = 0) -> Array:
        """Pose of a place in the world, (4, 4) or (N, 4, 4): not quite a rotation where links bend.

        >>> import alembert as al
        >>> arm = al.load_flexible("models/flexible_two_link.yaml")
        >>> arm.pose([0] * 6, "tool")[:3, 3]
        array([1.4, 0. , 0. ])
        """
        return self._pose(z, frame, threads)

    # Vibration.

    def resting(self, q: ArrayLike) -> _Vector:
        """All coordinates of the arm at rest with its joints held at q: how gravity bends it.

        >>> import alembert as al
        >>> arm = al.load_flexible("models/flexible_two_link.yaml", gravity=(0, -9.81, 0))
        >>> bool(arm.resting([0, 0])[2] < -0.05)
        True
        """
        return self._resting(q)

    def linearise(self, z: ArrayLike, *, undeformed: bool = False) -> Linearised:
        """The arm about a configuration: joints, which come to rest first, or all coordinates.

        ``undeformed``: about the straight arm, not the one that gravity bends.

        >>> import alembert as al
        >>> arm = al.load_flexible("models/flexible_two_link.yaml")
        >>> arm.linearise([0, 0]).torques
        array([0., 0.])
        """
        return Linearised(*self._linearise(z, bool(undeformed)))

    def modes(
        self,
        z: ArrayLike,
        *,
        locked: Union[str, Sequence[str]] = (),
        undeformed: bool = False,
    ) -> ArmModes:
        """Natural frequencies and shapes of the whole arm where it stands.

        ``z`` as for ``linearise``; ``locked`` names joints that are held, "all" holds every one.

        >>> import alembert as al
        >>> arm = al.load_flexible("models/flexible_two_link.yaml")
        >>> arm.modes([0, 0]).rigid, len(arm.modes([0, 0], locked="all").frequencies)
        (2, 4)
        """
        names = self.joint_names
        held = names if locked == "all" else [locked] if isinstance(locked, str) else list(locked)
        for name in held:
            if name not in names:
                raise ValueError(f"locked names {name!r}: give joints, {', '.join(names)}")
        frequencies, ratios, shapes, rigid, unstable, at = self._modes(
            z, [names.index(name) for name in held], bool(undeformed)
        )
        return ArmModes(frequencies, ratios, shapes, rigid, unstable, Linearised(*at))

    # In time.

    def move(
        self, start: ArrayLike, goal: ArrayLike, duration: float, shaper: str = "none"
    ) -> JointPath:
        """A straight motion of the joints from rest to rest, in ``duration`` s.

        ``shaper`` works against vibration within the same time: "zv" or "zvd" of the first mode at
        the goal, joints held, or "quiet" (``quiet``).

        >>> import alembert as al
        >>> arm = al.load_flexible("models/flexible_two_link.yaml")
        >>> arm.move([0, 0], [1, 0.5], 1.5, "zv").duration
        1.5
        """
        if shaper == "quiet":
            return self.quiet(JointPath.rest_to_rest(start, goal, duration))
        kind = chosen(shaper, "shaper", (*_SHAPERS, "quiet"))
        if shaper == "none":
            return JointPath.rest_to_rest(start, goal, duration)
        first = self.modes(goal, locked="all")
        frequency, damping = float(first.frequencies[0]), float(first.damping[0])
        delay = _core.shaper_delay(kind, frequency, damping)
        if delay >= duration:
            raise ValueError(f"{shaper} alone takes {delay:.3g} s: give more time")
        line = JointPath.rest_to_rest(start, goal, duration - delay)
        return line.shaped(shaper, frequency, damping)

    def quiet(self, path: JointPath, *, shapes: int = 6, tolerance: float = 1e-6) -> JointPath:
        """The smallest change of a path, ends and duration kept, that leaves hardly any vibration.

        At most a hundredth of it. ``shapes`` of correction a joint; ``tolerance`` m of amplitude.
        Raises Error where it finds none.

        >>> import alembert as al
        >>> arm = al.load_flexible("models/flexible_two_link.yaml")
        >>> arm.quiet(arm.move([0, 0], [0.2, 0.1], 1.0)).duration
        1.0
        """
        made = self._quiet(path, int(shapes), float(tolerance))
        return JointPath._of(made, self._quiet_again, (path, int(shapes), float(tolerance)))

    def _quiet_again(self, path: JointPath, shapes: int, tolerance: float) -> JointPath:
        return self.quiet(path, shapes=shapes, tolerance=tolerance)

    def simulate(
        self,
        path: Optional[JointPath] = None,
        *,
        perfect: bool = False,
        controller: str = "computed-torque",
        frequency: float = 30.0,
        damping: float = 1.0,
        loads: Loads = None,
        z: Optional[ArrayLike] = None,
        v: Optional[ArrayLike] = None,
        duration: Optional[float] = None,
        hold: float = 0.0,
        sample: float = 0.01,
        stiff: Optional[bool] = None,
        relative_tolerance: float = 1e-9,
        absolute_tolerance: float = 1e-12,
    ) -> FlexibleSimulation:
        """The arm in time: along a path of its joints, or under no torques.

        Python's lock is released; Ctrl-C ends it.

        Parameters
        ----------
        path : JointPath, optional
            What the joints are to do; without one nothing drives them.
        perfect : bool
            Joints follow exactly; else a controller tries that takes the links for stiff.
        controller : "computed-torque", "pd-gravity", "feed-forward" or "feed-forward-pd"
        frequency, damping : rad/s and ratio of the controller's error
        loads : Load or sequence of Load, optional
            All the time, world components.
        z, v : arrays, shape (n,)
            Where it begins; by default at rest, where the path begins.
        duration : s
            By default the path's, and ``hold``.
        hold : s
            How long after the path's end.
        sample : s
            Between the rows of the result.
        stiff : bool
            Implicit integration; by default with a controller.

        Examples
        --------
        >>> import alembert as al
        >>> arm = al.load_flexible("models/flexible_two_link.yaml")
        >>> plain = arm.simulate(arm.move([0, 0], [1, 0.5], 1.5), perfect=True, hold=2.0)
        >>> shaped = arm.simulate(arm.move([0, 0], [1, 0.5], 1.5, "zvd"), perfect=True, hold=2.0)
        >>> shaped.residual < 0.5 * plain.residual
        True
        """
        total = (path.duration if path else 0.0) + hold if duration is None else float(duration)
        if not total > 0.0:
            raise ValueError("nothing says how long: give a path or a duration above 0 s")
        driven = path is not None and not perfect
        options = {
            "perfect": bool(perfect), "controller": chosen(controller, "controller", _CONTROLLERS),
            "frequency": frequency, "damping": damping, "loads": _plain(loads),
            "z": z, "v": v, "duration": total, "sample": sample, "stiff": driven if stiff is None else bool(stiff),
            "relative_tolerance": relative_tolerance, "absolute_tolerance": absolute_tolerance,
        }  # fmt: skip
        run = self._simulate(path, options)
        run["links"] = [TipReport(*link) for link in run["links"]]
        return FlexibleSimulation(**run)

    # Python's own.

    def __repr__(self) -> str:
        joints = self._joints
        return (
            f"<alembert.FlexibleModel {self.name!r}: {joints} joint{'s'[: joints != 1]}, "
            f"{self.dofs - joints} amplitudes>"
        )

    def __reduce__(self) -> Tuple[Any, ...]:
        return _flexible_of, (self._robot, self._options)

    def __copy__(self) -> "FlexibleModel":
        return self

    def __deepcopy__(self, memo: Dict[int, Any]) -> "FlexibleModel":
        return self


def _flexible_of(robot: Robot, options: Dict[str, Any]) -> FlexibleModel:
    return FlexibleModel(robot, **options)


def _plain(loads: Loads) -> List[Tuple[str, Any, Any, Any]]:
    """Loads as the extension takes them: in world components."""
    given = [] if loads is None else [loads] if isinstance(loads, Load) else list(loads)
    for load in given:
        if load.axes != "world":
            raise ValueError(f"axes of a load is {load.axes!r}: on an arm that bends give 'world'")
    return [(load.frame, load.force, load.moment, load.point) for load in given]


def load_flexible(
    path: Union[str, "os.PathLike[str]"],
    *,
    stiffening: bool = True,
    ideal: bool = False,
    gravity: Optional[ArrayLike] = None,
) -> FlexibleModel:
    """Reads a robot whose links bend and compiles it; the options are those of ``FlexibleModel``.

    >>> import alembert as al
    >>> al.load_flexible("models/space_arm.yaml").joint_names[:2]
    ['shoulder_yaw', 'shoulder_pitch']
    """
    return FlexibleModel(Robot.load(path), stiffening=stiffening, ideal=ideal, gravity=gravity)
