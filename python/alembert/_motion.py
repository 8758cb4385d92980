"""Motions: solved, verified, certified, simulated, retimed."""

from __future__ import annotations

import json
from typing import Any, Callable, List, NamedTuple, Optional, Tuple, Union

import numpy as np

from ._arrays import ArrayLike, chosen
from ._model import Model
from ._problem import MotionProblem
from ._results import JointTracking, Proof, Simulation, Verification, _number, _proof
from ._solution import Solution
from ._trajectory import Spline, path_through

__all__ = ["solve", "verify", "certify", "simulate", "Retimed", "retime"]


def _curves(motion: Any) -> Tuple[Spline, List[Spline]]:
    if isinstance(motion, Solution):
        return motion.motion, motion.forces
    if isinstance(motion, Spline):
        return motion, []
    raise TypeError(f"motion is a {type(motion).__name__}: give a Solution or a Spline")


def solve(
    problem: MotionProblem,
    *,
    initial: Union[Solution, Spline, None] = None,
    samples: int = 201,
    tolerance: Optional[float] = None,
    max_iterations: Optional[int] = None,
    max_rounds: Optional[int] = None,
    starts: Optional[int] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    on_progress: Optional[Callable[[int, int, float, float], Optional[bool]]] = None,
) -> Solution:
    """The best motion for a task that the motors can deliver, and proof.

    Python's lock is released; Ctrl-C ends it with KeyboardInterrupt. A problem that has no answer
    raises nothing: the status says so, and ``cause`` and ``message`` say why.

    Parameters
    ----------
    problem : MotionProblem
    initial : Solution or Spline, optional
        Start from this motion instead of from a guess.
    samples : int
        Instants in ``Solution.samples``.
    tolerance, max_iterations, max_rounds, starts, seed : optional
        In place of the problem's own (``solver``).
    threads : int
        0 is one a core; the answer does not depend on it.
    on_progress : callable (round, iteration, objective, violation) -> bool or None
        Called after every iteration; False stops with the best point so far.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/two_link.yaml")
    >>> s = al.solve(al.MotionProblem(arm, start=[0, 0], goal=["45 deg", 0], minimize="time"))
    >>> s.solved, s.certificate.method
    (True, 'proven')
    """
    if not isinstance(problem, MotionProblem):
        raise TypeError(f"problem is a {type(problem).__name__}: give a MotionProblem")
    start = None if initial is None else _curves(initial)[0]
    _try_terms(problem)
    options = {
        "tolerance": tolerance, "max_iterations": max_iterations, "max_rounds": max_rounds,
        "starts": starts, "seed": seed, "threads": threads,
    }  # fmt: skip
    return Solution(problem._solve(options, start, on_progress, int(samples)), problem)


def _try_terms(problem: MotionProblem) -> None:
    """A term that raises does so before the work, where its traceback is short."""
    q = problem.to_dict()["start"]["q"] if problem._terms else None
    if q is None:
        return
    instant, rest = np.array(q), np.zeros(len(q))
    for term in problem._terms:
        term._value(instant, rest, rest)
        term._gradient(instant, rest, rest)
        term._hessian(instant, rest, rest)


def verify(
    problem: MotionProblem,
    motion: Union[Solution, Spline],
    *,
    relative_tolerance: float = 1e-14,
    absolute_tolerance: float = 1e-16,
    samples: int = 201,
    torque_table: int = 0,
    restart: bool = False,
    lead_joints: bool = False,
) -> Verification:
    """Does the motion come back? Its torques are integrated forward and compared with it.

    ``torque_table``: interpolate the torque between so many instants, as a controller fed with a
    table would. ``restart``: begin again from the plan at every knot. ``lead_joints``: of arms that
    bend, move the joints as planned and integrate how the links bend.

    >>> import alembert as al
    >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
    >>> al.verify(s.problem, s).position_error < 1e-6
    True
    """
    q, forces = _curves(motion)
    text = problem._verify(
        q, forces, relative_tolerance, absolute_tolerance, samples, torque_table, restart,
        lead_joints,
    )  # fmt: skip
    entry = json.loads(text)[0]
    for name, value in entry.items():
        entry[name] = _number(value) if value is None else value  # not finite
    return Verification(**{name: entry[name] for name in Verification._fields if name in entry})


def certify(
    problem: MotionProblem,
    motion: Union[Solution, Spline],
    *,
    most_pieces: int = 100_000,
    accuracy: float = 1e-5,
) -> Proof:
    """Proves that limits hold at every instant of a motion, whoever planned it.

    >>> import alembert as al
    >>> arm = al.load("models/seven_axis.yaml")
    >>> t = [0, 1, 2, 3, 4]
    >>> curve = al.fit_spline(t, [[0, 0, 0, -1, 0, 1, 0]] * 5, segments=2).spline
    >>> al.certify(al.MotionProblem(arm, start=curve(0.0), goal=curve(0.0)), curve).holds
    True
    """
    q, forces = _curves(motion)
    holds, sentence, text = problem._prove(q, forces, int(most_pieces), float(accuracy))
    return _proof(json.loads(text), holds, sentence)


_CONTROLLERS = ("computed-torque", "pd-gravity", "feed-forward", "feed-forward-pd")


def simulate(
    problem: MotionProblem,
    motion: Union[Solution, Spline],
    *,
    controller: str = "computed-torque",
    frequency: float = 30.0,
    damping: float = 1.0,
    rate: float = 1000.0,
    delay: float = 0.0,
    hold: float = 0.0,
    model_error: float = 0.0,
    payload: float = 0.0,
    payload_frame: Optional[str] = None,
    position_noise: float = 0.0,
    velocity_noise: float = 0.0,
    torque_limits: bool = True,
    seed: int = 1,
) -> Simulation:
    """Does the plan survive reality? The motion under a controller, on an arm that differs.

    Parameters
    ----------
    controller : "computed-torque", "pd-gravity", "feed-forward" or "feed-forward-pd"
    frequency, damping : rad/s and ratio
        Of the error.
    rate : Hz
        How often a torque is computed; 0 is at every instant.
    delay, hold : s
        Age of a measurement when its torque acts; how long the goal is held afterwards.
    model_error : float
        Masses and inertias are off by random shares up to this, such as 0.05.
    payload, payload_frame : kg, frame
        That nobody knows of.
    position_noise, velocity_noise : standard deviations
    seed : int
        The same seed gives the same run.

    Examples
    --------
    >>> import alembert as al
    >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
    >>> al.simulate(s.problem, s, model_error=0.05).diverged
    False
    """
    if payload > 0.0 and payload_frame is None:
        raise ValueError("payload without payload_frame: say which frame carries it")
    options = {
        "controller": chosen(controller, "controller", _CONTROLLERS),
        "frequency": frequency, "damping": damping, "rate": rate, "delay": delay,
        "hold": hold, "model_error": model_error, "payload": payload,
        "payload_frame": payload_frame, "position_noise": position_noise,
        "velocity_noise": velocity_noise, "torque_limits": bool(torque_limits), "seed": seed,
    }  # fmt: skip
    run = problem._simulate(_curves(motion)[0], options)
    run["joints"] = [JointTracking(*joint) for joint in run["joints"]]
    return Simulation(**run)


class Retimed(NamedTuple):
    """The fastest timing of a path, or where the path is blocked.

    ``solution`` is None where ``blocked`` says (in words) that no speed keeps the limits, at ``s``
    of the way. ``deviation`` is a bound of the distance from the path that holds at every instant,
    rad or m: from the lines between points, or from the curve that was given; ``path_kept`` says
    whether that is within the tolerance.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/seven_axis.yaml")
    >>> al.retime(arm, [[0, 0, 0, -2, 0, 1, 0], [1, 0, 0, -1, 0, 1, 0]]).blocked
    ''
    """

    solution: Optional[Solution]
    blocked: str
    s: float
    deviation: float
    duration_with_jumps: float
    path_kept: bool


def retime(
    problem: Union[MotionProblem, Model],
    path: Union[ArrayLike, Spline],
    *,
    path_tolerance: Optional[float] = None,
    start_speed: float = 0.0,
    end_speed: float = 0.0,
    duration: Optional[float] = None,
    segments: int = 0,
    samples: int = 201,
) -> Retimed:
    """The fastest timing of a path within torque, velocity, acceleration and jerk limits, proven.

    Parameters
    ----------
    problem : MotionProblem or Model
        Whose limits, loads and obstacles count; of a model its own limits.
    path : array (N, n) of points, rad or m, or a Spline over s
    path_tolerance : float, rad or m
        How far the motion may leave the lines between the points (default 0.1), or the Spline
        (default 1e-3), at any instant.
    start_speed, end_speed : float, rad/s or m/s
        Along the path at its ends.
    duration : float, s
        Take so long, from rest to rest, instead of as fast as limits allow; ``blocked`` names the
        least where that is too short.
    segments : int
        Of the motion; 0 is as many as pay.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/seven_axis.yaml")
    >>> fast = al.retime(arm, [[0, 0, 0, -2, 0, 1, 0], [1, 0, 0, -1, 0, 1, 0]])
    >>> fast.solution.certificate.method, fast.path_kept
    ('proven', True)
    """
    away = 0.0
    if isinstance(path, Spline):
        curve, left = path, 1e-3 if path_tolerance is None else float(path_tolerance)
    else:
        tolerance = 0.1 if path_tolerance is None else float(path_tolerance)
        limits = (problem if isinstance(problem, Model) else problem.model).limits
        found = path_through(
            path, line_tolerance=0.9 * tolerance, lower=limits.lower, upper=limits.upper
        )
        curve, away = found.curve, found.line_distance
        left = min(1e-3, tolerance - away)
        if left <= 0.0:
            words = f"no curve keeps to the points: it leaves the line after point {found.farthest_line}"
            return Retimed(None, words, 0.0, away, float("nan"), False)
    if isinstance(problem, Model):
        problem = MotionProblem(problem, start=curve(curve.begin), goal=curve(curve.end))
    blocked, motion, first, second, kept, asked = problem._retime(
        curve, int(segments), int(samples), left, float(start_speed), float(end_speed),
        None if duration is None else float(duration),
    )  # fmt: skip
    if motion is None:
        return Retimed(None, blocked, first, float("nan"), float("nan"), False)
    of = MotionProblem._of(asked, problem.model, [])
    return Retimed(Solution(motion, of), "", 1.0, away + first, second, kept)
