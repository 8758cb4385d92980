"""Motions as controllers take them."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Tuple

from . import _core
from ._problem import Path
from ._results import LimitNote, MotionSamples
from ._write import write_whole

__all__ = ["SetPoints"]


class SetPoints:
    """A motion at a constant rate, and what controllers that test differences would say.

    ``Solution.set_points`` makes it. Controllers refuse set points whose first, second or third
    differences pass their velocity, acceleration or jerk limits, with the arm standing still before
    and after: ``differences`` has the largest of each joint, the worst first, those without a limit
    last (``bound`` infinite).

    Examples
    --------
    >>> import alembert as al
    >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
    >>> points = s.set_points(rate=100.0)
    >>> points.within, points.differences[0].kind
    (True, 'velocity')
    """

    def __init__(
        self, problem: _core.MotionProblem, motion: _core.Motion, rate: float
    ) -> None:
        self._problem = problem
        self._motion = motion
        self.rate = float(rate)
        self._csv, samples, notes = self._made("csv")
        self.samples = MotionSamples(*samples)
        self.differences: List[LimitNote] = [
            LimitNote(kind, name, "", "way", time, value, bound, violation, unit)
            for kind, name, time, value, bound, violation, unit in notes
        ]

    def _made(self, to: str) -> Tuple[str, Tuple[Any, ...], List[Tuple[Any, ...]]]:
        return self._problem._set_points(self._motion, self.rate, to)

    @property
    def within(self) -> bool:
        """Whether no difference passes its limit."""
        return not any(note.violation > 0.0 for note in self.differences)

    def to_csv(self) -> str:
        """Columns t, q.NAME, v.NAME, a.NAME, tau.NAME.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> s.set_points(50.0).to_csv().splitlines()[0][:10]
        't,q.joint1'
        """
        return self._csv

    def to_ros(self, format: str = "yaml") -> str:
        """A message trajectory_msgs/JointTrajectory of ROS 2, as "yaml" or "json".

        >>> import json
        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> json.loads(s.set_points(50.0).to_ros("json"))["joint_names"]
        ['joint1', 'joint2']
        """
        if format not in ("yaml", "json"):
            raise ValueError(f"format is {format!r}: give 'yaml' or 'json'")
        return self._made("ros-" + format)[0]

    def save(self, path: Path) -> None:
        """Writes .csv, or a message of ROS as .yaml or .json.

        >>> import alembert as al, os, tempfile
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> s.set_points(100.0).save(os.path.join(tempfile.mkdtemp(), "arm.csv"))
        """
        ending = os.path.splitext(os.fspath(path))[1]
        makers: Dict[str, Any] = {
            ".csv": self.to_csv, ".yaml": self.to_ros, ".json": lambda: self.to_ros("json"),
        }  # fmt: skip
        if ending not in makers:
            raise ValueError(f"the ending {ending!r} is not known: give one of {', '.join(makers)}")
        write_whole(path, makers[ending]())

    def __repr__(self) -> str:
        said = "within limits" if self.within else "past a limit"
        return f"<alembert.SetPoints: {len(self.samples.t)} at {self.rate:g} Hz, {said}>"
