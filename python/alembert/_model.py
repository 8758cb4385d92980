"""Models: what algorithms run on."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import ArrayLike, converted
from ._free_motion import FreeMotion
from ._generate import GeneratedCode
from ._moved import Moved
from ._robot import Robot
from ._states import Loads, _three

__all__ = ["Model", "load"]


class Model(Moved):
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

    # What is made of it.

    def simulate_free(
        self,
        q: ArrayLike,
        v: Optional[ArrayLike] = None,
        *,
        tau: Optional[ArrayLike] = None,
        loads: Loads = None,
        duration: float = 1.0,
        sample: float = 0.01,
        slip_speed: float = 1e-3,
        relative_tolerance: float = 1e-10,
        absolute_tolerance: float = 1e-12,
    ) -> FreeMotion:
        """Lets the arm go: where gravity, friction, springs and constant torques take it.

        Parameters
        ----------
        q, v : arrays, shape (n,)
            Where it begins; by default at rest.
        tau : array, shape (n,), N m or N
            Held all the time; by default none.
        loads : Load or sequence of Load
            All the time.
        duration, sample : s
        slip_speed : rad/s or m/s
            Coulomb friction falls off below it.

        Examples
        --------
        >>> import alembert as al
        >>> arm = al.load("models/two_link.yaml")
        >>> fall = arm.simulate_free([0.0, 0.0], duration=0.5)
        >>> fall.q.shape, fall.energy_error < 1e-6
        ((51, 2), True)
        """
        options = {
            "duration": float(duration), "sample": float(sample), "slip_speed": float(slip_speed),
            "relative_tolerance": float(relative_tolerance),
            "absolute_tolerance": float(absolute_tolerance),
        }  # fmt: skip
        return FreeMotion._of(_core.free_motion(self, q, v, tau, loads, options))

    def generate(
        self,
        *calls: str,
        language: str = "c",
        single: bool = False,
        fast_sines: bool = False,
        frames: Sequence[str] = (),
        base_parameters: bool = False,
        friction: bool = False,
        payload: Optional[str] = None,
        name: str = "",
    ) -> GeneratedCode:
        """Straight-line C, C++ or CUDA of this robot's calls, without dependencies.

        Parameters
        ----------
        calls : str
            inverse_dynamics (the default), derivatives, mass_matrix, forward_dynamics,
            forward_derivatives, weighted_hessian, pose.
        language : "c", "c++" or "cuda"
        single : bool
            float in place of double.
        frames : sequence of str
            Of pose; by default the last link.
        base_parameters, friction : bool
            Inertias, as ``BaseParameters`` has them, or friction are arguments of the functions.
        payload : str
            A body carried in this frame, besides all that the robot carries, is an argument.
        name : str
            Prefix or namespace of the code; by default the robot's name.

        Examples
        --------
        >>> import alembert as al
        >>> code = al.load("models/two_link.yaml").generate("inverse_dynamics", "mass_matrix")
        >>> sorted(code.files)
        ['two_link.c', 'two_link.h', 'two_link_test.c']
        >>> code.functions[0].multiplications < 30
        True
        """
        return GeneratedCode(
            *_core.generate(
                self,
                {
                    "calls": list(calls) or ["inverse_dynamics"], "language": language,
                    "single": bool(single), "fast_sines": bool(fast_sines),
                    "frames": list(frames), "base_parameters": bool(base_parameters),
                    "friction": bool(friction), "payload": payload, "name": name,
                },
            ),
            language,
            bool(single),
        )  # fmt: skip

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
        >>> al.load("models/two_link.yaml").without_drives(rotors=False).dofs
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
        >>> al.load("models/two_link.yaml").perturbed(0.05).dofs
        2
        """
        return self._changed("_perturbed", float(error), int(seed))

    # Python's own.

    def __repr__(self) -> str:
        names = self.joint_names
        shown = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
        joints = "joint" if self.dofs == 1 else "joints"
        return f"<alembert.Model {self.name!r}: {self.dofs} {joints}: {shown}>"

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
