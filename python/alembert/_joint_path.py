"""What the joints of a bending arm are to do."""

from __future__ import annotations

from typing import Any, Callable, Tuple

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import ArrayLike, chosen
from ._trajectory import Spline

__all__ = ["JointPath"]

_SHAPERS = ("none", "zv", "zvd")


class JointPath(_core.JointPath):
    """Joints over time, at rest before 0 and after ``duration``.

    Made by ``JointPath.rest_to_rest``, ``spin_up`` or ``along`` a spline, or by
    ``FlexibleModel.move`` and ``quiet``; columns are in the order of ``FlexibleModel.joint_names``.

    Examples
    --------
    >>> import alembert as al
    >>> path = al.JointPath.rest_to_rest([0, 0], [1, 0.5], 2.0)
    >>> path(1.0), path(2.0, 1)
    (array([0.5 , 0.25]), array([0., 0.]))
    """

    _made: Tuple[Callable[..., "JointPath"], Tuple[Any, ...]]

    def __init__(self) -> None:
        raise TypeError("make paths with JointPath.rest_to_rest, spin_up or along")

    @classmethod
    def _of(
        cls, path: _core.JointPath, how: Callable[..., "JointPath"], arguments: Tuple[Any, ...]
    ) -> "JointPath":
        made = JointPath.__new__(cls)
        _core.JointPath.__init__(made, path)
        made._made = how, arguments
        return made

    @classmethod
    def rest_to_rest(cls, start: ArrayLike, goal: ArrayLike, duration: float) -> "JointPath":
        """Along a straight line by the polynomial 10 s³ - 15 s⁴ + 6 s⁵, in ``duration`` s.

        >>> import alembert as al
        >>> al.JointPath.rest_to_rest([0, 0], [1, 0.5], 2.0).duration
        2.0
        """
        seconds = _seconds(duration)
        path = _core.JointPath._rest_to_rest(start, goal, seconds)
        return cls._of(path, JointPath.rest_to_rest, (start, goal, seconds))

    @classmethod
    def spin_up(cls, joints: int, speed: float, duration: float) -> "JointPath":
        """The first joint brought smoothly to ``speed`` (rad/s) in ``duration`` s; it goes on at it.

        >>> import alembert as al
        >>> al.JointPath.spin_up(1, 6.0, 15.0)(20.0, 1)
        array([6.])
        """
        if joints < 1:
            raise ValueError(f"joints is {joints}: give the arm's number, at least 1")
        arguments = int(joints), float(speed), _seconds(duration)
        return cls._of(_core.JointPath._spin_up(*arguments), JointPath.spin_up, arguments)

    @classmethod
    def along(cls, curve: Spline) -> "JointPath":
        """A spline in time, such as a motion that was solved for the stiff arm.

        >>> import alembert as al
        >>> al.JointPath.along(al.Spline(1, [0, 0, 2, 2], [[0.0], [4.0]])).duration
        2.0
        """
        return cls._of(_core.JointPath._along(curve), JointPath.along, (curve,))

    @property
    def duration(self) -> float:
        """How long the joints move, s."""
        return self._duration

    def __call__(self, t: ArrayLike, order: int = 0) -> npt.NDArray[np.float64]:
        """Positions at instants, or velocities (order 1) or accelerations (2): (n,) or (N, n).

        >>> import alembert as al
        >>> al.JointPath.rest_to_rest([0], [1], 1.0)([0.0, 0.5, 1.0], 2).round(9) + 0.0
        array([[0.],
               [0.],
               [0.]])
        """
        if order not in (0, 1, 2):
            raise ValueError(f"order is {order}: give 0, 1 or 2")
        instants = np.asarray(t, dtype=np.float64)
        rows = self._evaluate(np.atleast_1d(instants))[order]
        return rows if instants.ndim else rows.reshape(-1)

    def shaped(self, shaper: str, frequency: float, damping: float = 0.0) -> "JointPath":
        """A sum of copies that cancel a vibration of that frequency (Hz) and damping ratio.

        "zv" has two copies and takes half a period longer; "zvd" three, a whole period, and
        forgives errors of the frequency.

        >>> import alembert as al
        >>> al.JointPath.rest_to_rest([0], [1], 1.0).shaped("zv", 2.0).duration
        1.25
        """
        kind = chosen(shaper, "shaper", _SHAPERS)
        if not (frequency > 0.0 and 0.0 <= damping < 1.0):
            raise ValueError("give a frequency above 0 Hz and a damping ratio from 0 to 1")
        path = self._shaped(kind, float(frequency), float(damping))
        return JointPath._of(path, JointPath.shaped, (self, shaper, frequency, damping))

    def __repr__(self) -> str:
        return f"<alembert.JointPath of {len(self(0.0))} joints, {self.duration:.6g} s>"

    def __reduce__(self) -> Tuple[Any, ...]:
        return self._made


def _seconds(duration: float) -> float:
    seconds = float(duration)
    if not (seconds > 0.0 and np.isfinite(seconds)):
        raise ValueError(f"duration is {seconds}: give seconds above 0")
    return seconds
