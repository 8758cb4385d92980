"""Motions again and again, while the arm moves."""

from __future__ import annotations

import math
from typing import NamedTuple, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import ArrayLike, in_short
from ._problem import MotionProblem
from ._trajectory import Spline

__all__ = ["ArmState", "Replan", "Replanner"]


class ArmState(NamedTuple):
    """Where the arm is, or is to be; velocities and accelerations that are not given are zero.

    Accelerations of joints whose jerk has no limit are free if not given.

    Examples
    --------
    >>> import alembert as al
    >>> al.ArmState([0.0, 0.1]).v is None
    True
    """

    q: ArrayLike
    v: Optional[ArrayLike] = None
    a: Optional[ArrayLike] = None

    def __repr__(self) -> str:
        return in_short(self)


class Beyond(NamedTuple):
    """The limit that a start or goal is itself beyond."""

    place: str
    joint: str
    limit: str
    value: float
    bound: float


class Replan(NamedTuple):
    """One answer. ``exact``: in closed form, where only velocities, accelerations and jerks limit.

    Examples
    --------
    >>> import alembert as al
    >>> problem = al.MotionProblem(al.load("models/seven_axis.yaml"),
    ...     start=[0, 0, 0, -1.5, 0, 1.5, 0], goal=[0.3, 0, 0, -1, 0, 1.5, 0], minimize="time")
    >>> plan = al.Replanner(problem).plan([0, 0, 0, -1.5, 0, 1.5, 0], [0.3, 0, 0, -1, 0, 1.5, 0])
    >>> plan.usable, float(plan.at(0.0).q[3])
    (True, -1.5)
    """

    motion: Optional[Spline]
    usable: bool
    optimal: bool
    exact: bool
    warm: bool
    beyond: Optional[Beyond]
    iterations: int
    seconds: float

    def at(self, t: float) -> ArmState:
        """Where the arm is ``t`` s after it began, accelerations included.

        >>> import alembert as al
        >>> home, there = [0, 0, 0, -1.5, 0, 1.5, 0], [0.3, 0.1, 0, -1, 0, 1.5, 0]
        >>> problem = al.MotionProblem(al.load("models/seven_axis.yaml"), start=home, goal=there,
        ...     minimize="time")
        >>> replanner = al.Replanner(problem)
        >>> replanner.plan(home, there).at(0.1).a.shape
        (7,)
        """
        if self.motion is None:
            raise ValueError("nothing was found: there is no motion")
        return ArmState(*(self.motion(self.motion.begin + t, order) for order in range(3)))


State = Union[ArmState, ArrayLike]


def _parts(state: State) -> Tuple[npt.NDArray[np.float64], Optional[ArrayLike], Optional[ArrayLike]]:
    if isinstance(state, ArmState):
        return np.asarray(state.q, dtype=float), state.v, state.a
    return np.asarray(state, dtype=float), None, None


class Replanner(_core.Replanner):
    """Motions again and again for one arm and one kind of task, each from where the last one was.

    Limits are held at the program's nodes: ``certify`` says whether they hold between them.

    Parameters
    ----------
    problem : MotionProblem
        With joint values at start and goal, which every call replaces; all else stays.
    max_seconds : float
        Of real time for one plan; afterwards the best motion so far.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/seven_axis.yaml")
    >>> home, there = [0, 0, 0, -1.5, 0, 1.5, 0], [0.3, 0.1, 0, -1, 0, 1.5, 0]
    >>> replanner = al.Replanner(al.MotionProblem(arm, start=home, goal=there, minimize="time"))
    >>> first = replanner.plan(home, there)
    >>> again = replanner.plan(first.at(0.1), home, elapsed=0.1)
    >>> again.usable
    True
    """

    def __init__(
        self,
        problem: MotionProblem,
        *,
        max_iterations: int = 200,
        max_seconds: float = math.inf,
        threads: int = 1,
    ) -> None:
        super().__init__(problem, int(max_iterations), float(max_seconds), int(threads))
        self._name = problem.model.name

    def __repr__(self) -> str:
        return f"<alembert.Replanner of {self._name!r}>"

    def plan(self, start: State, goal: State, elapsed: float = 0.0) -> Replan:
        """From a state to a goal; arrays alone are at rest.

        ``elapsed``: seconds since the motion before was begun.

        >>> import alembert as al
        >>> home, there = [0, 0, 0, -1.5, 0, 1.5, 0], [0.3, 0.1, 0, -1, 0, 1.5, 0]
        >>> problem = al.MotionProblem(al.load("models/seven_axis.yaml"), start=home, goal=there,
        ...     minimize="time")
        >>> replanner = al.Replanner(problem)
        >>> replanner.plan(al.ArmState(home, v=[0.1] * 7), there).usable
        True
        """
        found = self._plan(_parts(start), _parts(goal), float(elapsed))
        motion = None if found[0] is None else Spline._of(found[0])
        beyond = None if found[5] is None else Beyond(*found[5])
        usable, optimal, exact, warm = found[1:5]
        return Replan(motion, usable, optimal, exact, warm, beyond, found[6], found[7])

    def forget(self) -> None:
        """The next plan starts from a guess, not from the answer before.

        >>> import alembert as al
        >>> home, there = [0, 0, 0, -1.5, 0, 1.5, 0], [0.3, 0.1, 0, -1, 0, 1.5, 0]
        >>> problem = al.MotionProblem(al.load("models/seven_axis.yaml"), start=home, goal=there,
        ...     minimize="time")
        >>> replanner = al.Replanner(problem)
        >>> replanner.forget()
        >>> replanner.plan(home, there).warm
        False
        """
        self._forget()
