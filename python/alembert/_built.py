"""Robots made by a program: the part of a robot that adds to it."""

from __future__ import annotations

import os
import sys
from typing import Any, Dict, List, Mapping, Optional, Tuple

from . import _core
from ._arrays import ArrayLike
from ._document import document, given, link_entries, tensor

__all__: List[str] = []


def caller() -> Tuple[str, int]:
    """The first line outside of the package: where a part was added."""
    frame = sys._getframe(1)
    here = os.path.dirname(__file__)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(here):
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


class Built(_core.Robot):
    """Links, joints, frames and payloads, one by one."""

    _convention: str

    def add_link(
        self,
        name: str,
        *,
        mass: Optional[float] = None,
        com: Optional[ArrayLike] = None,
        inertia: Optional[ArrayLike] = None,
        visuals: Optional[Any] = None,
        flexible: Optional[Mapping[str, Any]] = None,
    ) -> None:
        """Adds a link that a later ``add_joint(..., child=name)`` moves.

        Mass kg, mass centre m, ``inertia`` about it (kg m²): a 3 x 3 tensor, its diagonal, or a
        mapping as in files. ``flexible``: how it bends, as in docs/flexible.md.

        >>> import alembert as al
        >>> robot = al.Robot("arm")
        >>> robot.add_link("upper", mass=2.0, com=(0, 0, 0.1), inertia=(0.01, 0.01, 0.002))
        >>> robot.add_joint("shoulder", parent="base", child="upper", axis=(0, 1, 0))
        >>> [link.name for link in robot.links]
        ['base', 'upper']
        """
        link = link_entries(name, mass, com, inertia, visuals, flexible)
        part = {"name": "part", "link": link, "origin": {}}
        self._add_link(self._part_text(joints=[part]), *caller())

    def add_joint(
        self,
        name: str,
        *,
        type: str = "revolute",
        parent: str = "",
        child: str = "",
        dh: Optional[Mapping[str, Any]] = None,
        xyz: Optional[ArrayLike] = None,
        rpy: Optional[ArrayLike] = None,
        axis: Optional[ArrayLike] = None,
        axis2: Optional[ArrayLike] = None,
        tip: Optional[Mapping[str, Any]] = None,
        pitch: Optional[float] = None,
        limits: Optional[Mapping[str, Any]] = None,
        friction: Optional[Mapping[str, float]] = None,
        rotor: Optional[Mapping[str, float]] = None,
        spring: Optional[Mapping[str, Any]] = None,
        mimic: Optional[Mapping[str, Any]] = None,
        link: Optional[str] = None,
        mass: Optional[float] = None,
        com: Optional[ArrayLike] = None,
        inertia: Optional[ArrayLike] = None,
        visuals: Optional[Any] = None,
        flexible: Optional[Mapping[str, Any]] = None,
    ) -> None:
        """Adds a joint and the link that it moves.

        Parameters
        ----------
        name : str
        type : str
            revolute, continuous, prismatic, fixed, helical, cylindrical, universal, spherical,
            planar or floating.
        parent : str
            The link it hangs from, or the joint that moves that link; by default the newest.
        child : str
            A link that is there already; by default one is made of ``link`` (its name), ``mass``,
            ``com`` and ``inertia``.
        dh : mapping with theta, d, a, alpha
            A DH row in the robot's convention; or:
        xyz, rpy : three numbers each, m and rad
            The joint's frame in the parent link's.
        axis : three numbers
            Direction of motion in the joint's frame; z by default.
        limits : mapping
            position (two numbers), velocity, acceleration, jerk, effort.
        friction, rotor, spring, mimic : mappings
            {viscous, coulomb}; {inertia, gear}; {stiffness, rest}; {joint, ratio, offset}.
        mass, com, inertia
            kg; m; kg m² about the mass centre (3 x 3, a diagonal, or a mapping as in files).
        flexible : mapping
            How the link bends, as in docs/flexible.md: ``FlexibleModel(robot)`` then compiles it.

        Examples
        --------
        >>> import alembert as al
        >>> robot = al.Robot("pendulum")
        >>> robot.add_joint("pivot", axis=(0, 1, 0), mass=1.0, com=(0, 0, -0.5), inertia=(0, 0, 0),
        ...                 limits={"position": ("-90 deg", "90 deg"), "effort": 5})
        >>> robot.compile().limits.upper.round(4)
        array([1.5708])
        """
        made = {
            "link": link, "mass": mass, "com": com, "inertia": inertia, "visuals": visuals,
            "flexible": flexible,
        }  # fmt: skip
        if child and given(made):
            raise ValueError(f"child and {', '.join(given(made))}: the link is there already")
        if dh is not None and (xyz is not None or rpy is not None):
            raise ValueError("dh and xyz or rpy: give one of the two")
        entries = given({
            "name": name, "type": type, "dh": dh, "axis": axis, "axis2": axis2, "tip": tip,
            "pitch": pitch, "limits": limits, "friction": friction, "rotor": rotor,
            "spring": spring, "mimic": mimic,
        })  # fmt: skip
        if dh is None:
            entries["origin"] = given({"xyz": xyz, "rpy": rpy})
        moved = link_entries(link, mass, com, inertia, visuals, flexible)
        if moved:
            entries["link"] = moved
        self._add_joint(self._part_text(joints=[entries]), parent, child, *caller())

    def add_frame(
        self,
        name: str,
        *,
        link: str = "",
        xyz: Optional[ArrayLike] = None,
        rpy: Optional[ArrayLike] = None,
    ) -> None:
        """Adds a named place on a link (by default the newest): a tool, a sensor, a grasp. m, rad.

        >>> import alembert as al
        >>> robot = al.Robot.load("models/two_link.yaml")
        >>> robot.add_frame("camera", link="link1", xyz=(0, 0, "5 cm"))
        >>> robot.frames
        ['tip', 'camera']
        """
        entries = given({"name": name, "link": "base", "xyz": xyz, "rpy": rpy})
        self._add_frame(self._part_text(frames=[entries]), link, *caller())

    def add_payload(
        self,
        frame: str,
        mass: float,
        *,
        com: Optional[ArrayLike] = None,
        inertia: Optional[ArrayLike] = None,
    ) -> None:
        """Adds something carried, rigid with a link or frame: kg, m, kg m² about the mass centre.

        >>> import alembert as al
        >>> robot = al.Robot.load("models/two_link.yaml")
        >>> robot.add_payload("tip", 1.0)
        >>> robot.compile().gravity_torque([0, 0]).round(3)
        array([11.772,  4.905])
        """
        entries = given(
            {"frame": "base", "mass": mass, "com": com, "inertia": tensor(inertia)}
        )
        self._add_payload(self._part_text(payload=[entries]), frame, *caller())

    def _part_text(self, **parts: Any) -> str:
        entries: Dict[str, Any] = {
            "alembert": "robot/1", "name": "part", "convention": self._convention, "joints": [],
        }  # fmt: skip
        entries.update(parts)
        return document(entries)
