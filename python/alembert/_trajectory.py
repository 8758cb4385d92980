"""Curves in time."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional, Tuple

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import ArrayLike
from ._model import Model

__all__ = ["Spline", "SplineFit", "fit_spline", "PathCurve", "path_through", "Profile", "profile"]


class Spline(_core.Spline):
    """A B-spline: one column a coordinate, over time (or along a path).

    ``spline(t)`` is the curve, ``spline(t, 1)`` its velocity, and so on. A spline of s segments and
    degree d has s + d control points and s + 2 d + 1 knots, one of each more wherever a knot is
    repeated (there it is smooth to one order less).

    Parameters
    ----------
    degree : int
    knots : array, shape (s + 2 d + 1,), s
    control_points : array, shape (s + d, n), rad or m

    Examples
    --------
    >>> import numpy as np
    >>> import alembert as al
    >>> line = al.Spline(1, [0, 0, 2, 2], [[0.0, 1.0], [4.0, 1.0]])
    >>> line(0.5), line(0.5, 1)
    (array([1., 1.]), array([2., 0.]))
    >>> line(np.linspace(0, 2, 5)).shape
    (5, 2)
    """

    def __init__(self, degree: int, knots: ArrayLike, control_points: ArrayLike) -> None:
        super().__init__(int(degree), knots, control_points)

    @classmethod
    def _of(cls, spline: _core.Spline) -> "Spline":
        made = Spline.__new__(cls)
        _core.Spline.__init__(made, spline)
        return made

    @property
    def degree(self) -> int:
        """Of its polynomials."""
        return self._degree

    @property
    def knots(self) -> npt.NDArray[np.float64]:
        """Instants, s."""
        return self._knots()

    @property
    def control_points(self) -> npt.NDArray[np.float64]:
        """One row a point, one column a coordinate, rad or m."""
        return self._control_points()

    @property
    def begin(self) -> float:
        """Where it begins, s."""
        return self._begin

    @property
    def end(self) -> float:
        """Where it ends, s."""
        return self._end

    @property
    def duration(self) -> float:
        """From begin to end, s."""
        return self._end - self._begin

    def __call__(self, t: ArrayLike, order: int = 0) -> npt.NDArray[np.float64]:
        """The curve at instants, or its derivative of an ``order``: (n,) of a number, else (N, n).

        Instants outside are moved to the nearer end.

        >>> import alembert as al
        >>> al.Spline(1, [0, 0, 2, 2], [[0.0], [4.0]])(1.0)
        array([2.])
        """
        return self._evaluate(t, int(order))

    def stretched(self, duration: float) -> "Spline":
        """The same curve in another time, from 0 to ``duration`` s.

        >>> import alembert as al
        >>> al.Spline(1, [0, 0, 2, 2], [[0.0], [4.0]]).stretched(1.0).duration
        1.0
        """
        return Spline._of(self._stretched(float(duration)))

    def derivative(self) -> "Spline":
        """The derivative as a spline of one degree less.

        >>> import alembert as al
        >>> al.Spline(2, [0, 0, 0, 2, 2, 2], [[0.0], [2.0], [4.0]]).derivative()(1.0)
        array([2.])
        """
        return Spline._of(self._derivative())

    def __repr__(self) -> str:
        points = self.control_points
        return (
            f"<alembert.Spline of degree {self.degree}: {len(points) - self.degree} segments, "
            f"{points.shape[1]} coordinates, {self.duration:.6g} s>"
        )

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Spline)
            and self.degree == other.degree
            and np.array_equal(self.knots, other.knots)
            and np.array_equal(self.control_points, other.control_points)
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Tuple[Any, ...]:
        return Spline, (self.degree, self.knots, self.control_points)


class SplineFit(NamedTuple):
    """A spline through measured motions, and how far it is off, rad or m.

    Examples
    --------
    >>> import numpy as np
    >>> import alembert as al
    >>> t = np.linspace(0, 1, 50)
    >>> al.fit_spline(t, np.sin(t)[:, None], tolerance=1e-4).largest_error < 1e-4
    True
    """

    spline: Spline
    largest_error: float
    rms_error: float


def fit_spline(
    t: ArrayLike,
    q: ArrayLike,
    *,
    degree: int = 3,
    segments: Optional[int] = None,
    tolerance: float = 1e-3,
    fixed_ends: bool = True,
    rest: int = 0,
) -> SplineFit:
    """The spline with the least squares from samples.

    Parameters
    ----------
    t : array, shape (N,), s
        Increasing.
    q : array, shape (N, n), rad or m
    segments : int, optional
        By default about as few as meet the ``tolerance`` (rad or m) at every sample.
    fixed_ends : bool
        Begin in the first sample and end in the last, exactly.
    rest : int
        Derivatives that vanish at both ends: 1 velocity, 2 acceleration as well.

    Examples
    --------
    >>> import numpy as np
    >>> import alembert as al
    >>> t = np.linspace(0, 1, 50)
    >>> al.fit_spline(t, np.sin(t)[:, None], segments=4).spline
    <alembert.Spline of degree 3: 4 segments, 1 coordinates, 1 s>
    """
    found = _core.fit_spline(t, q, degree, segments, tolerance, fixed_ends, rest)
    return SplineFit(Spline._of(found[0]), found[1], found[2])


class PathCurve(NamedTuple):
    """A curve of q over s from 0 to 1, for ``retime``; distances are rad or m.

    Examples
    --------
    >>> import alembert as al
    >>> al.path_through([[0, 0], [1, 0], [1, 1]]).curve.end
    1.0
    """

    curve: Spline
    point_error: float
    line_distance: float
    repeated: int
    farthest_line: int


def path_through(
    points: ArrayLike,
    tolerance: float = 1e-5,
    *,
    line_tolerance: float = 0.1,
    lower: Optional[ArrayLike] = None,
    upper: Optional[ArrayLike] = None,
) -> PathCurve:
    """A smooth path through points, one row each, shape (N, n), rad or m.

    It stays within ``line_tolerance`` of the lines between the points (``line_distance`` is a bound
    that holds everywhere), rises where they rise and falls where they fall. Points nearer than a
    quarter of ``tolerance`` to a line between others, and ``repeated`` ones, are left out; a corner
    at which every joint would have to stop is cut off. ``lower`` and ``upper`` are position limits
    it must not swing beyond.

    >>> import alembert as al
    >>> al.path_through([[0, 0], [1, 0.5], [1.5, 2]]).point_error < 1e-9
    True
    >>> al.path_through([[0, 0], [0, 0], [1, 0], [1, 1]]).repeated
    1
    """
    found = _core.path_through(points, float(tolerance), float(line_tolerance), lower, upper)
    return PathCurve(Spline._of(found[0]), *found[1:])


class Profile(_core.Profile):
    """A motion that needs no optimiser; ``profile(...)`` makes one.

    ``curve(t)`` is the position, ``curve(t, 1)`` the velocity, and so on.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/seven_axis.yaml")
    >>> curve = al.profile("trapezoid", [0, 0, 0, -2, 0, 1, 0], [1, 0, 0, -1, 0, 1, 0], arm)
    >>> curve(curve.duration).round(9)
    array([ 1.,  0.,  0., -1.,  0.,  1.,  0.])
    """

    @classmethod
    def _of(cls, curve: _core.Profile) -> "Profile":
        made = Profile.__new__(cls)
        _core.Profile.__init__(made, curve)
        return made

    def __init__(self, *_: Any) -> None:
        raise TypeError("make profiles with alembert.profile(...)")

    def __repr__(self) -> str:
        return f"<alembert.Profile: {self.duration:.4g} s>"

    @property
    def duration(self) -> float:
        """How long it takes, s."""
        return self._duration

    def __call__(self, t: ArrayLike, order: int = 0) -> npt.NDArray[np.float64]:
        """Position at instants (s), or its derivative of an ``order``: (n,) of a number, or (N, n).

        >>> import alembert as al
        >>> al.profile("cubic", [0.0], [1.0], duration=2.0)(1.0, 1)
        array([0.75])
        """
        return self._evaluate(t, int(order))

    def __reduce__(self) -> Tuple[Any, ...]:
        return _profile_of, (self._pieces(), self._dofs, self._duration)


def _profile_of(pieces: Any, dofs: int, duration: float) -> Profile:
    return Profile._of(_core.Profile(pieces, dofs, duration))


def profile(
    kind: str,
    start: ArrayLike,
    goal: ArrayLike,
    model: Optional[Model] = None,
    *,
    velocity: Optional[ArrayLike] = None,
    acceleration: Optional[ArrayLike] = None,
    jerk: Optional[ArrayLike] = None,
    duration: Optional[float] = None,
    start_velocity: Optional[ArrayLike] = None,
    start_acceleration: Optional[ArrayLike] = None,
    goal_velocity: Optional[ArrayLike] = None,
    goal_acceleration: Optional[ArrayLike] = None,
) -> Profile:
    """From one point to another by a formula, as fast as limits allow or in a ``duration`` (s).

    ``"fastest"`` goes from state to state: the fastest motion that limits on velocity, acceleration
    and jerk allow, all joints arriving together, in microseconds. A ``duration`` is the shortest that
    may be, and where a joint cannot take just that the next is taken. A start beyond its limits is
    braked into them first; a goal beyond them is an error. The others go from rest to rest.

    Parameters
    ----------
    kind : "fastest", "cubic", "quintic", "septic", "trapezoid" or "s-curve"
    start, goal : arrays, shape (n,), rad or m
    model : Model, optional
        Its limits count where none are given.
    velocity, acceleration, jerk : arrays, shape (n,), optional
        Limits, rad/s or m/s and so on.
    start_velocity, start_acceleration, goal_velocity, goal_acceleration : arrays (n,), optional
        Of "fastest"; zero where not given. Without a jerk limit accelerations jump, and those at
        the ends are not asked for.

    Examples
    --------
    >>> import alembert as al
    >>> al.profile("trapezoid", [0.0], [1.0], velocity=[1.0], acceleration=[2.0]).duration
    1.5
    >>> al.profile("fastest", [0.0], [1.0], velocity=[1.0], acceleration=[2.0], jerk=[8.0]).duration
    1.75
    >>> moving = al.profile("fastest", [0.0], [1.0], velocity=[1.0], acceleration=[2.0], jerk=[8.0],
    ...                     start_velocity=[1.0])
    >>> round(moving.duration, 9)
    1.375
    """
    n = len(np.atleast_1d(np.asarray(start)))
    own = model.limits if model is not None else None

    def limit(given: Optional[ArrayLike], name: str) -> Any:
        if given is not None:
            return given
        return np.full(n, np.inf) if own is None else getattr(own, name)

    limits = limit(velocity, "velocity"), limit(acceleration, "acceleration"), limit(jerk, "jerk")
    rates = start_velocity, start_acceleration, goal_velocity, goal_acceleration
    if kind == "fastest":
        return Profile._of(
            _core.profile_between(start, *rates[:2], goal, *rates[2:], *limits, duration)
        )
    if any(rate is not None for rate in rates):
        raise TypeError(f"a {kind!r} profile goes from rest to rest; use 'fastest'")
    found = _core.profile(kind, start, goal, *limits, duration)
    return Profile._of(found)
