"""Robots: what the user wrote."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, NamedTuple, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import ArrayLike, in_short
from ._built import Built, caller
from ._document import document, given

if TYPE_CHECKING:
    from ._model import Model

__all__ = ["Robot", "RobotLink", "RobotJoint", "Finding", "human"]


class Finding(NamedTuple):
    """Something the model doctor noticed: what is impossible, suspicious or ignored in a robot.

    ``severity`` is "note", "warning" or "error"; ``fix`` says what to do; ``line`` counts from 1.

    Examples
    --------
    >>> import alembert as al
    >>> robot = al.Robot.load("tests/data/broken/missing_inertia.urdf")
    >>> [(f.severity, f.line) for f in robot.check()][:1]
    [('error', 25)]
    """

    severity: str
    reason: str
    fix: str
    file: str
    line: int

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.file else ""
        return f"{place}{self.severity}: {self.reason}; {self.fix}"


class RobotLink(NamedTuple):
    """A link as it is written; mass kg, mass centre m, inertia kg m² about the mass centre.

    The last three are None where none was written.

    Examples
    --------
    >>> import alembert as al
    >>> al.Robot.load("models/two_link.yaml").links[1].mass
    0.5
    """

    name: str
    mass: Optional[float]
    com: Optional[npt.NDArray[np.float64]]
    inertia: Optional[npt.NDArray[np.float64]]

    def __repr__(self) -> str:
        return in_short(self)


class RobotJoint(NamedTuple):
    """A joint as it is written.

    ``origin`` is the joint's frame in the parent link's, (4, 4); ``axis`` its direction of motion
    in the joint's frame. Limits are rad or m and per s, per s², per s³, N m or N; infinite if none.

    Examples
    --------
    >>> import alembert as al
    >>> joint = al.Robot.load("models/two_link.yaml").joints[1]
    >>> joint.name, joint.type, joint.parent, joint.child, joint.limits["torque"]
    ('joint2', 'revolute', 'link1', 'link2', 10.0)
    """

    name: str
    type: str
    parent: str
    child: str
    origin: npt.NDArray[np.float64]
    axis: npt.NDArray[np.float64]
    limits: Dict[str, float]

    def __repr__(self) -> str:
        return in_short(self)


class Robot(Built):
    """What a robot is made of: links, joints, frames and payloads, as a file or a program says it.

    Read one with ``Robot.load``, or build one: a base, then joints from base to tip, each with the
    link that it moves. ``compile()`` makes the ``Model`` that algorithms run on. Values are SI
    units and radians; texts may say their unit, as in files: ``"90 deg"``, ``"25 mm"``.

    Parameters
    ----------
    name : str
    convention : "frames", "dh-standard" or "dh-modified"
        How DH rows of ``add_joint`` are read (docs/conventions.md); joints with an ``xyz`` and
        ``axis`` are the same in all.
    gravity : three numbers, m/s², world components
    base : str
        Name of the base link.
    xyz, rpy : three numbers each, m and rad
        Where the base stands in the world.

    Examples
    --------
    >>> import alembert as al
    >>> robot = al.Robot("arm", convention="dh-standard", gravity=(0, -9.81, 0))
    >>> robot.add_joint("shoulder", dh={"a": 0.4}, limits={"effort": 10},
    ...                 mass=0.5, com=(-0.2, 0, 0), inertia=(0, 0.1, 0.1))
    >>> robot.add_joint("elbow", dh={"a": 0.4}, mass=0.5, com=(-0.2, 0, 0), inertia=(0, 0.1, 0.1))
    >>> robot.add_frame("tip")
    >>> arm = robot.compile()
    >>> arm.gravity_torque([0, 0])
    array([3.924, 0.981])
    """

    def __init__(
        self,
        name: str,
        *,
        convention: str = "frames",
        gravity: ArrayLike = (0.0, 0.0, -9.81),
        base: str = "base",
        xyz: Optional[ArrayLike] = None,
        rpy: Optional[ArrayLike] = None,
    ) -> None:
        if isinstance(name, _core.Robot):  # of ours: another instance of the same
            super().__init__(name)
            self._convention = convention
            return
        entries: Dict[str, Any] = {
            "alembert": "robot/1", "name": name, "convention": convention, "gravity": gravity,
            "base": given({"name": base, "xyz": xyz, "rpy": rpy}), "joints": [],
        }  # fmt: skip
        super().__init__(_core.Robot._part(document(entries), *caller()))
        self._convention = convention

    @classmethod
    def _of(cls, robot: _core.Robot, convention: str = "frames") -> "Robot":
        made = Robot.__new__(cls)
        _core.Robot.__init__(made, robot)
        made._convention = convention
        return made

    # In and out of files.

    @classmethod
    def load(cls, path: Union[str, "os.PathLike[str]"]) -> "Robot":
        """Reads .yaml, .urdf, .xml (URDF or MJCF) or .mjcf; raises Error with file and line.

        >>> import alembert as al
        >>> al.Robot.load("models/two_link.yaml")
        <alembert.Robot 'two_link': 3 links, 2 joints>
        """
        return cls._of(_core.Robot._load(os.fspath(path)))

    @classmethod
    def from_text(cls, text: str, format: str = "yaml", file: str = "text") -> "Robot":
        """Reads a text: ``format`` is "yaml", "urdf" or "mjcf"; ``file`` is named in errors.

        >>> import alembert as al
        >>> text = open("models/two_link.yaml").read()
        >>> al.Robot.from_text(text).name
        'two_link'
        """
        return cls._of(_core.Robot._read(text, format, file))

    def save(self, path: Union[str, "os.PathLike[str]"]) -> List[str]:
        """Writes .yaml or .urdf, whole or not at all; says what URDF cannot hold.

        >>> import alembert as al, os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "arm.urdf")
        >>> al.Robot.load("models/two_link.yaml").save(path)
        ['gravity (0 -9.81 0)']
        """
        return self._save(os.fspath(path))

    def to_yaml(self) -> str:
        """The robot in the native format.

        >>> import alembert as al
        >>> al.Robot.load("models/two_link.yaml").to_yaml().splitlines()[0]
        'alembert: robot/1'
        """
        return self._yaml()

    def to_urdf(self) -> str:
        """The robot as URDF; what that cannot hold is left out (``save`` says what).

        >>> import alembert as al
        >>> "<robot" in al.Robot.load("models/two_link.yaml").to_urdf()
        True
        """
        return self._urdf()[0]

    # What it is.

    @property
    def name(self) -> str:
        """The robot's name."""
        return self._name

    @property
    def file(self) -> str:
        """The file it was read from; empty if it was built."""
        return self._file

    @property
    def base(self) -> str:
        """Name of the base link."""
        return self._base

    def _entries(self) -> Dict[str, Any]:
        entries: Dict[str, Any] = json.loads(self._document())
        return entries

    @property
    def links(self) -> List[RobotLink]:
        """The links, the base first."""
        made = []
        for link in self._entries()["links"]:
            body = link["inertia"]
            if body is None:
                made.append(RobotLink(link["name"], None, None, None))
                continue
            com, tensor = np.array(body["com"]), np.array(body["about_com"])
            made.append(RobotLink(link["name"], body["mass"], com, tensor))
        return made

    @property
    def joints(self) -> List[RobotJoint]:
        """The joints, as they are written."""
        made = []
        for joint in self._entries()["joints"]:
            origin = np.vstack([np.array(joint["origin"]), [0.0, 0.0, 0.0, 1.0]])
            limits = {
                key: (-np.inf if key == "lower" else np.inf) if value is None else value
                for key, value in joint["limits"].items()
                if key != "where"
            }
            made.append(
                RobotJoint(
                    joint["name"], joint["type"], joint["parent"], joint["child"], origin,
                    np.array(joint["axis"]), limits,
                )  # fmt: skip
            )
        return made

    @property
    def frames(self) -> List[str]:
        """Names of the frames beside the links."""
        return [frame["name"] for frame in self._entries()["frames"]]

    def check(self) -> List[Finding]:
        """What the model doctor finds: missing or impossible inertias, units that look wrong, ….

        Never raises for the robot's sake: what cannot be compiled is a finding too.

        >>> import alembert as al
        >>> [f for f in al.Robot.load("models/two_link.yaml").check() if f.severity == "error"]
        []
        """
        return [Finding(*finding) for finding in self._findings()]

    def compile(
        self,
        *,
        ideal: bool = False,
        floating_base: bool = False,
        gravity: Optional[ArrayLike] = None,
        locked: Optional[Mapping[str, float]] = None,
    ) -> "Model":
        """The model that algorithms run on; options as those of ``Model``.

        >>> import alembert as al
        >>> al.Robot.load("models/two_link.yaml").compile(ideal=True).dofs
        2
        """
        from ._model import Model

        return Model(
            self, ideal=ideal, floating_base=floating_base, gravity=gravity, locked=locked
        )

    # Python's own.

    def copy(self) -> "Robot":
        """Another robot with the same parts.

        >>> import alembert as al
        >>> al.Robot.load("models/two_link.yaml").copy().name
        'two_link'
        """
        return Robot._of(self, self._convention)

    def __repr__(self) -> str:
        entries = self._entries()
        links, joints = len(entries["links"]), len(entries["joints"])
        return f"<alembert.Robot {self.name!r}: {links} links, {joints} joints>"

    def __reduce__(self) -> Tuple[Any, ...]:
        return _robot_of, (self._document(), self._convention)


def _robot_of(text: str, convention: str) -> Robot:
    return Robot._of(_core.Robot._from_document(text), convention)


def human(*, height: float = 1.75, mass: float = 77.0, sex: str = "male") -> Robot:
    """A person as a robot: 49 joints on a free base, segments by de Leva (docs/human.md).

    Zero is upright with hanging arms; joints are positive as anatomists say, on both sides.

    Parameters
    ----------
    height : float, m
    mass : float, kg
    sex : "female" or "male"
        Whose tables.

    Examples
    --------
    >>> import alembert as al
    >>> she = al.human(height=1.62, mass=58, sex="female")
    >>> len(she.compile().joint_names)
    55
    """
    if sex not in ("female", "male"):
        raise ValueError(f"sex is {sex!r}: give 'female' or 'male', the tables know two")
    return Robot._of(_core.Robot._human(float(height), float(mass), sex == "male"))
