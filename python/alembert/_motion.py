"""Motion problems and their answers."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import ArrayLike, converted
from ._errors import Error
from ._jets import differentiated
from ._model import Model, Loads
from ._robot import Robot, document
from ._trajectory import Spline, path_through

__all__ = [
    "MotionProblem", "Term", "solve", "Solution", "MotionSamples", "LimitNote", "LimitProof",
    "Proof", "Certificate", "Verification", "verify", "certify", "JointTracking", "Simulation",
    "simulate", "Retimed", "retime", "load_motion",
]  # fmt: skip

Path = Union[str, "os.PathLike[str]"]


class Term:
    """A wish of your own in the objective: the integral of a function of q, v and a.

    Parameters
    ----------
    function : callable (q, v, a) -> float
        Of arrays of shape (n,), rad or m, per s, per s².
    weight : float
    name : str
        Under which its share of the objective is told.
    gradient : callable (q, v, a) -> three arrays of shape (n,), optional
        By q, v and a.
    hessian : callable (q, v, a) -> array of shape (3 n, 3 n), optional
        By q, v and a, one after the other. Give both or none: without them ``function`` is
        differentiated exactly, by calling it with numbers that carry derivatives; it then has to use
        arithmetic and NumPy's functions (``np.sin``, not ``math.sin``).

    Examples
    --------
    >>> import numpy as np
    >>> import alembert as al
    >>> height = al.Term(lambda q, v, a: (np.sin(q[0]) + np.sin(q[0] + q[1])) ** 2, weight=10)
    >>> height.value([0.0, 0.0], [0.0, 0.0], [0.0, 0.0])
    0.0
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        weight: float = 1.0,
        name: str = "term",
        gradient: Optional[Callable[..., Any]] = None,
        hessian: Optional[Callable[..., Any]] = None,
    ) -> None:
        if (gradient is None) != (hessian is None):
            raise ValueError("give both gradient and hessian, or none of them")
        self.function = function
        self.weight = float(weight)
        self.name = name
        self.gradient = gradient
        self.hessian = hessian
        self._last: Tuple[bytes, Any] = (b"", None)

    def value(self, q: ArrayLike, v: ArrayLike, a: ArrayLike) -> float:
        """The function at an instant.

        >>> import alembert as al
        >>> al.Term(lambda q, v, a: q[0] ** 2).value([3.0], [0.0], [0.0])
        9.0
        """
        return float(self.function(np.asarray(q), np.asarray(v), np.asarray(a)))

    _value = value

    def _differentiated(self, q: Any, v: Any, a: Any) -> Any:
        """Kept for the next question, which often is about the same instant."""
        instant = q.tobytes() + v.tobytes() + a.tobytes()
        known, answer = self._last
        if known != instant:
            answer = differentiated(self.function, q, v, a)
            self._last = (instant, answer)
        return answer

    def _gradient(self, q: Any, v: Any, a: Any) -> npt.NDArray[np.float64]:
        if self.gradient is None:
            first: npt.NDArray[np.float64] = self._differentiated(q, v, a)[1]
            return first
        given = self.gradient(q, v, a)
        parts: npt.NDArray[np.float64] = np.concatenate(
            [np.asarray(part, dtype=np.float64).ravel() for part in given]
        )
        if parts.shape != (3 * len(q),):
            raise ValueError(
                f"the gradient of term {self.name!r} has {parts.size} entries: give three arrays of "
                f"{len(q)}, by q, v and a"
            )
        return parts

    def _hessian(self, q: Any, v: Any, a: Any) -> npt.NDArray[np.float64]:
        if self.hessian is None:
            second: npt.NDArray[np.float64] = self._differentiated(q, v, a)[2]
            return second
        whole: npt.NDArray[np.float64] = np.asarray(self.hessian(q, v, a), dtype=np.float64)
        if whole.shape != (3 * len(q), 3 * len(q)):
            raise ValueError(
                f"the hessian of term {self.name!r} has shape {whole.shape}: give "
                f"{(3 * len(q), 3 * len(q))}, by q, v and a one after the other"
            )
        return whole


class MotionSamples(NamedTuple):
    """A motion as numbers: one row an instant, one column a joint.

    ``t`` (N,) s; ``q``, ``v``, ``a`` (N, n) rad or m, per s, per s²; ``tau`` (N, n) N m or N;
    ``force`` (N, k), the unknown forces of cut joints.

    Examples
    --------
    >>> import alembert as al
    >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
    >>> s.samples.q.shape
    (201, 2)
    """

    t: npt.NDArray[np.float64]
    q: npt.NDArray[np.float64]
    v: npt.NDArray[np.float64]
    a: npt.NDArray[np.float64]
    tau: npt.NDArray[np.float64]
    force: npt.NDArray[np.float64]


class LimitNote(NamedTuple):
    """A limit that a motion meets: which one, where, by how much.

    ``kind`` is torque, velocity, clearance, …; ``name`` the joint, frame or solid and ``other`` the
    second solid; ``place`` is "way" for every instant; ``time`` s; ``value`` and ``bound`` in
    ``unit``; ``violation`` the share by which the bound is passed, negative where there is room.

    Examples
    --------
    >>> import alembert as al
    >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
    >>> s.certificate.limits[0].kind
    'torque'
    """

    kind: str
    name: str
    other: str
    place: str
    time: float
    value: float
    bound: float
    violation: float
    unit: str


def _number(value: Optional[float], none: float = float("inf")) -> float:
    return none if value is None else float(value)


def _note(entry: Mapping[str, Any]) -> LimitNote:
    of = entry["of"]
    return LimitNote(
        of["kind"], of.get("name", ""), of.get("other", ""), of.get("place", "way"),
        _number(entry["time"]), _number(entry["value"]), _number(entry["bound"]),
        _number(entry["violation"]), entry["unit"],
    )  # fmt: skip


class LimitProof(NamedTuple):
    """What is known of one limit over the whole motion.

    ``verdict`` is "holds", "violated", "open" (neither could be shown) or "equation" (a residual);
    ``bound`` the violation that no instant exceeds, at most 0 where the limit holds.

    Examples
    --------
    >>> import alembert as al
    >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
    >>> {limit.verdict for limit in s.certify().limits}
    {'holds'}
    """

    verdict: str
    worst: LimitNote
    bound: float


class Proof(NamedTuple):
    """Whether limits hold at every instant, by interval arithmetic.

    Examples
    --------
    >>> import alembert as al
    >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
    >>> s.certify().holds
    True
    """

    holds: bool
    sentence: str
    limits: List[LimitProof]
    pieces: int
    seconds: float


def _proof(entry: Mapping[str, Any], holds: Optional[bool] = None, sentence: str = "") -> Proof:
    limits = [
        LimitProof(limit["verdict"], _note(limit["worst"]), _number(limit["bound"]))
        for limit in entry["limits"]
    ]
    if holds is None:
        holds = all(limit.verdict in ("holds", "equation") for limit in limits)
    return Proof(holds, sentence, limits, entry["pieces"], entry["seconds"])


class Certificate(NamedTuple):
    """How it is known that limits hold: ``method`` is "proven", "sampled" or "none".

    Examples
    --------
    >>> import alembert as al
    >>> al.solve(al.MotionProblem.load("examples/xiang_1.yaml")).certificate.method
    'proven'
    """

    method: str
    tolerance: float
    samples: int
    limits: List[LimitNote]
    proof: Optional[Proof]


class Verification(NamedTuple):
    """Whether torques bring a motion back, by integrating them forward.

    Errors are the largest, rad or m and rad/s or m/s; ``mode`` is "end_to_end" or "knot_to_knot".

    Examples
    --------
    >>> import alembert as al
    >>> al.solve(al.MotionProblem.load("examples/xiang_1.yaml")).verify().within(1e-6)
    True
    """

    integrator: str
    mode: str
    finished: bool
    end: float
    steps: int
    position_error: float
    velocity_error: float
    worst_time: float
    worst_joint: str
    joint_errors: Dict[str, float]

    def within(self, tolerance: float) -> bool:
        """To the end, with no joint further off than so much, rad or m.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> s.verify().within(1e-30)
        False
        """
        return self.finished and self.position_error <= tolerance


class JointTracking(NamedTuple):
    """How one joint followed a plan: errors rad or m, peak torque N m or N.

    ``saturated`` is the share of the time at which the motor gave all it has.

    Examples
    --------
    >>> import alembert as al
    >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
    >>> [joint.name for joint in s.simulate().joints]
    ['joint1', 'joint2']
    """

    name: str
    rms_error: float
    largest_error: float
    final_error: float
    peak_torque: float
    saturated: float


class Simulation(NamedTuple):
    """A planned motion under a controller, on an arm that is not quite the one it was planned for.

    Arrays have one row an instant (``t``, s) and one column a joint; those called ``planned_…`` are
    the plan's. ``diverged`` says that it broke off at ``end`` (s).

    Examples
    --------
    >>> import alembert as al
    >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
    >>> s.simulate(model_error=0.05).survives(0.1)
    True
    """

    diverged: bool
    end: float
    largest_error: float
    worst_time: float
    worst_joint: str
    joints: List[JointTracking]
    t: npt.NDArray[np.float64]
    q: npt.NDArray[np.float64]
    v: npt.NDArray[np.float64]
    tau: npt.NDArray[np.float64]
    planned_q: npt.NDArray[np.float64]
    planned_v: npt.NDArray[np.float64]
    planned_tau: npt.NDArray[np.float64]

    def survives(self, threshold: float) -> bool:
        """To the end, with no joint further off than so much, rad or m.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> s.simulate().survives(0.1)
        True
        """
        return not self.diverged and self.largest_error <= threshold


class MotionProblem(_core.MotionProblem):
    """What is wanted of a motion: where from, where to, within which limits, at what cost.

    Everything that a problem file has (docs/motion-format.md) is a keyword of the same name and
    form, with arrays where files have lists; texts may say units, as in files: ``"45 deg"``.

    Parameters
    ----------
    model : Model
    start, goal : array (n,), or mapping with q, v, a, pose, any_velocity
        At rest unless v or any_velocity says otherwise. A pose is {"frame", "xyz", "rpy" or
        "quaternion"}.
    waypoints : list of mappings with name, at, q or pose, rest, optional
    duration : float, or mapping with min, max, guess; s
    minimize : str or mapping of weights
        time, effort, energy, jerk, torque_rate, path_length.
    limits : mapping
        position, velocity, acceleration, jerk, torque, power, passive: in place of the robot's.
    spline : mapping with degree, segments, knots
    loads, carry, path, cut_joints : mapping, or list of them
    clearance : mapping with margin, arm, obstacles, self
    periodic, symmetric : motions that repeat
    solver : mapping with tolerance, max_iterations, max_rounds, starts, seed
    terms : Term, or sequence of Term
        Wishes of your own in the objective.
    slip_speed : float, rad/s or m/s
        Below it Coulomb friction falls off.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/two_link.yaml")
    >>> problem = al.MotionProblem(arm, start=[0.0, 0.0], goal=[1.0, 0.5], minimize="time")
    >>> s = al.solve(problem)
    >>> s.status, s.duration < 1.0
    ('solved', True)
    """

    _model: Model
    _terms: List[Term]

    def __init__(
        self,
        model: Model,
        *,
        start: Any = None,
        goal: Any = None,
        waypoints: Optional[Sequence[Mapping[str, Any]]] = None,
        duration: Any = None,
        minimize: Any = None,
        limits: Optional[Mapping[str, Any]] = None,
        spline: Optional[Mapping[str, Any]] = None,
        loads: Any = None,
        carry: Any = None,
        path: Any = None,
        clearance: Optional[Mapping[str, Any]] = None,
        cut_joints: Any = None,
        periodic: Any = None,
        symmetric: Any = None,
        solver: Optional[Mapping[str, Any]] = None,
        name: Optional[str] = None,
        terms: Union[Term, Sequence[Term]] = (),
        slip_speed: float = 0.0,
    ) -> None:
        if not isinstance(model, Model):
            raise TypeError(f"model is a {type(model).__name__}: give what alembert.load returns")
        if isinstance(terms, Term):
            terms = [terms]
        entries = {
            "alembert": "motion/1", "name": name, "start": _condition(start, "start"),
            "goal": _condition(goal, "goal"), "waypoints": waypoints, "duration": duration,
            "minimize": minimize, "limits": limits, "spline": spline, "loads": loads,
            "carry": carry, "path": path, "clearance": clearance, "cut_joints": cut_joints,
            "periodic": periodic, "symmetric": symmetric, "solver": solver,
        }  # fmt: skip
        text = document({key: value for key, value in entries.items() if value is not None})
        try:
            super().__init__(
                text, "", model._robot, model, model._options["ideal"],
                model._options["floating_base"], float(slip_speed), list(terms),
            )  # fmt: skip
        except Error as error:  # lines of a text that nobody wrote say nothing
            raise Error(error.reason, error.fix, "", 0, error.code) from None
        self._model = model
        self._terms = list(terms)

    @classmethod
    def _of(cls, problem: _core.MotionProblem, model: Model, terms: List[Term]) -> "MotionProblem":
        made = MotionProblem.__new__(cls)
        _core.MotionProblem.__init__(made, problem)
        made._model = model
        made._terms = terms
        return made

    @classmethod
    def _found(cls, problem: _core.MotionProblem) -> "MotionProblem":
        """Of a problem whose model was compiled from its robot's file."""
        ideal, floating_base, gravity, locked = problem._compiled_how()
        model = Model(
            Robot._of(problem._robot()), ideal=ideal, floating_base=floating_base, gravity=gravity,
            locked=dict(locked),
        )  # fmt: skip
        return cls._of(problem, model, [])

    @classmethod
    def load(cls, path: Path) -> "MotionProblem":
        """Reads a problem file, YAML `alembert: motion/1`; raises Error with file and line.

        >>> import alembert as al
        >>> al.MotionProblem.load("examples/xiang_1.yaml").name
        'xiang_1'
        """
        return cls._found(_core.MotionProblem._load(os.fspath(path)))

    @property
    def model(self) -> Model:
        """The model that is to move."""
        return self._model

    @property
    def name(self) -> str:
        """The problem's name."""
        return self._name

    @property
    def file(self) -> str:
        """The file it was read from; empty if a program made it."""
        return self._file

    @property
    def terms(self) -> List[Term]:
        """Wishes of one's own in the objective."""
        return list(self._terms)

    def to_dict(self) -> Dict[str, Any]:
        """Everything that is asked, names looked up and defaults filled in (docs/documents.md).

        >>> import alembert as al
        >>> al.MotionProblem.load("examples/xiang_1.yaml").to_dict()["joints"]
        ['joint1', 'joint2']
        """
        entries: Dict[str, Any] = json.loads(self._document())
        return entries

    def __repr__(self) -> str:
        return f"<alembert.MotionProblem {self.name!r} of {self._model.name!r}>"

    def __reduce__(self) -> Tuple[Any, ...]:
        return _problem_of, (self._document(), self._model, self._terms)


def _problem_of(text: str, model: Model, terms: List[Term]) -> MotionProblem:
    made = _core.MotionProblem._from_document(text, model._robot, model, terms)
    return MotionProblem._of(made, model, terms)


def _condition(given: Any, name: str) -> Any:
    """An array is a position."""
    if given is None or isinstance(given, Mapping):
        return given
    if isinstance(given, (list, tuple)) and any(isinstance(x, str) for x in given):
        return {"q": given}
    array = converted(given, name)
    if array.ndim != 1:
        raise ValueError(f"{name} has shape {array.shape}: give (n,), or a mapping with q or pose")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} is not finite: give finite numbers")
    return {"q": array}


def _curves(motion: Any) -> Tuple[Spline, Optional[Spline]]:
    if isinstance(motion, Solution):
        return motion.motion, motion.forces
    if isinstance(motion, Spline):
        return motion, None
    raise TypeError(f"motion is a {type(motion).__name__}: give a Solution or a Spline")


class Solution:
    """The answer to a motion problem: a motion, what it is worth and what holds it back.

    ``alembert.solve`` makes it, ``load_motion`` reads one. ``motion`` is the curve itself,
    ``samples`` its numbers with torques.

    Examples
    --------
    >>> import alembert as al
    >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
    >>> s.status, s.motion(0.0), s.certificate.method
    ('solved', array([ 0., -2.]), 'proven')
    """

    def __init__(self, motion: _core.Motion, problem: Optional[MotionProblem]) -> None:
        self._motion = motion
        self._problem = problem
        self._parsed: Optional[Dict[str, Any]] = None

    @property
    def _entries(self) -> Dict[str, Any]:
        if self._parsed is None:
            self._parsed = json.loads(self._motion._json("."))
        return self._parsed

    @property
    def problem(self) -> MotionProblem:
        """The problem that it answers; of a motion that was read, on its robot's file."""
        if self._problem is None:
            self._problem = MotionProblem._found(self._motion._problem())
        return self._problem

    @property
    def status(self) -> str:
        """solved, solved_to_lower_accuracy, infeasible, iteration_limit or interrupted."""
        return str(self._entries["status"])

    @property
    def solved(self) -> bool:
        """Whether the status is "solved"."""
        return self.status == "solved"

    @property
    def message(self) -> str:
        """What to know about the status, in words."""
        return str(self._entries["message"])

    @property
    def cause(self) -> Optional[Dict[str, Any]]:
        """Why there is no answer, as far as was seen (docs/documents.md); None if there is one."""
        cause: Optional[Dict[str, Any]] = self._entries["cause"]
        return cause

    @property
    def motion(self) -> Spline:
        """The motion: q over time."""
        return Spline._of(self._motion._q())

    @property
    def forces(self) -> Optional[Spline]:
        """Unknown forces of cut joints over time; None without loops."""
        forces = self._motion._forces()
        return Spline._of(forces) if forces._control_points().shape[1] else None

    @property
    def duration(self) -> float:
        """How long the motion takes, s."""
        return float(self._entries["duration"])

    @property
    def objective(self) -> float:
        """What was minimized, weights included."""
        return _number(self._entries["objective"])

    @property
    def objective_terms(self) -> Dict[str, float]:
        """Its weighted terms by name."""
        return {name: _number(value) for name, value in self._entries["objective_terms"].items()}

    @property
    def largest_violation(self) -> float:
        """Of any limit anywhere on the curve, as a share of it; 0 if all hold."""
        return _number(self._entries["largest_violation"])

    @property
    def violations(self) -> List[LimitNote]:
        """Limits that are passed, worst first."""
        return [_note(entry) for entry in self._entries["violations"]]

    @property
    def active(self) -> List[LimitNote]:
        """Limits that hold the motion back."""
        return [_note(entry) for entry in self._entries["active"]]

    @property
    def certificate(self) -> Certificate:
        """How it is known that limits hold, and by how much."""
        entry = self._entries["certificate"]
        proof = entry.get("proof")
        return Certificate(
            entry["method"], entry["tolerance"], entry.get("samples", 0),
            [_note(limit) for limit in entry["limits"]], _proof(proof) if proof else None,
        )  # fmt: skip

    @property
    def waypoints(self) -> Dict[str, float]:
        """Instants found for the waypoints, s, by name."""
        return {entry["name"]: entry["time"] for entry in self._entries["waypoints"]}

    @property
    def iterations(self) -> int:
        """Of the solver."""
        return int(self._entries["solver"]["iterations"])

    @property
    def seconds(self) -> float:
        """How long solving took, s."""
        return float(self._entries["solver"]["seconds"])

    @property
    def samples(self) -> MotionSamples:
        """The motion with its torques, at the instants that ``solve`` was asked for."""
        return MotionSamples(*self._motion._samples())

    def sample(self, count: int) -> MotionSamples:
        """The motion with its torques at ``count`` equally spaced instants, both ends included.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> s.sample(11).tau.shape
        (11, 2)
        """
        q, forces = _curves(self)
        return MotionSamples(*self.problem._sample(q, forces, int(count)))

    # What it is worth.

    def verify(self, **options: Any) -> Verification:
        """Integrates the torques forward and compares: ``alembert.verify`` of this motion.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> s.verify().finished
        True
        """
        return verify(self.problem, self, **options)

    def certify(self, **options: Any) -> Proof:
        """Proves limits at every instant: ``alembert.certify`` of this motion.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> s.certify().holds
        True
        """
        return certify(self.problem, self, **options)

    def simulate(self, **options: Any) -> Simulation:
        """Runs it under a controller: ``alembert.simulate`` of this motion.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> s.simulate(controller="pd-gravity").diverged
        False
        """
        return simulate(self.problem, self, **options)

    # In and out.

    def summary(self) -> str:
        """Everything in one line.

        >>> import alembert as al
        >>> al.solve(al.MotionProblem.load("examples/xiang_1.yaml")).summary().startswith("solved")
        True
        """
        return self._motion._summary()

    def describe(self) -> str:
        """Status, duration, objective, what holds the motion back and what is violated.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> "proven" in s.describe()
        True
        """
        return self._motion._text()

    def to_json(self) -> str:
        """The document that `alembert predict` writes (docs/documents.md), every bit kept.

        >>> import alembert as al, json
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> json.loads(s.to_json())["alembert"]
        'motion_result/2'
        """
        return self._motion._json(".")

    def to_csv(self) -> str:
        """Columns t, q.NAME, v.NAME, a.NAME, tau.NAME.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> s.to_csv().splitlines()[0][:10]
        't,q.joint1'
        """
        return self._motion._csv()

    def to_header(self) -> str:
        """A C++ header with the motion as constexpr arrays.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> "constexpr" in s.to_header()
        True
        """
        return self._motion._header()

    def to_pandas(self) -> Any:
        """A pandas table: index t (s), columns q.NAME, v.NAME, a.NAME, tau.NAME.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> list(s.to_pandas().columns)[:2]
        ['q.joint1', 'q.joint2']
        """
        import pandas

        samples = self.samples
        columns = {
            f"{letter}.{name}": getattr(samples, letter)[:, i]
            for letter in ("q", "v", "a", "tau")
            for i, name in enumerate(self._entries["joints"])
        }
        return pandas.DataFrame(columns, index=pandas.Index(samples.t, name="t"))

    def to_svg(self) -> str:
        """Position, velocity and torque against time, limits dashed, as a picture in SVG.

        >>> import alembert as al
        >>> al.solve(al.MotionProblem.load("examples/xiang_1.yaml")).to_svg()[:4]
        '<svg'
        """
        return self._motion._svg()

    def save(self, path: Path) -> None:
        """Writes the document (.json), the samples (.csv), arrays for C++ (.hpp) or a plot (.svg).

        >>> import alembert as al, os, tempfile
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> path = os.path.join(tempfile.mkdtemp(), "motion.json")
        >>> s.save(path)
        >>> al.load_motion(path).status
        'solved'
        """
        makers: Dict[str, Callable[[], str]] = {
            ".json": self.to_json, ".csv": self.to_csv, ".hpp": self.to_header, ".svg": self.to_svg,
        }  # fmt: skip
        ending = os.path.splitext(os.fspath(path))[1]
        if ending not in makers:
            raise ValueError(f"the ending {ending!r} is not known: give one of {', '.join(makers)}")
        if ending == ".json":  # its paths are seen from where it lies
            _write(path, self._motion._json(os.path.dirname(os.fspath(path)) or "."))
        else:
            _write(path, makers[ending]())

    def report(self, path: Path) -> None:
        """Writes a page for people, complete in one file: .html.

        >>> import alembert as al, os, tempfile
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> s.report(os.path.join(tempfile.mkdtemp(), "move.html"))
        """
        import html

        if os.path.splitext(os.fspath(path))[1] != ".html":
            raise ValueError("give a path that ends in .html")
        title = html.escape(str(self._entries["name"]))
        page = (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            "<style>body{font-family:sans-serif;max-width:60em;margin:2em auto}</style></head>"
            f"<body><h1>{title}</h1><pre>{html.escape(self.describe())}</pre>{self.to_svg()}"
            "</body></html>\n"
        )
        _write(path, page)

    def plot(self) -> Any:
        """Draws position, velocity and torque with matplotlib; returns the figure.

        >>> import matplotlib
        >>> matplotlib.use("Agg")
        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> len(s.plot().axes)
        3
        """
        import matplotlib.pyplot

        samples = self.samples
        figure, axes = matplotlib.pyplot.subplots(3, 1, sharex=True, figsize=(8, 8))
        rows = (("q", "position, rad or m"), ("v", "velocity, per s"), ("tau", "torque, N m or N"))
        limits = self._entries["limits"]
        names = self._entries["joints"]
        for axis, (letter, label) in zip(axes, rows):
            lines = axis.plot(samples.t, getattr(samples, letter))
            axis.set_ylabel(label)
            if letter == "tau":
                for i, line in enumerate(lines):
                    for bound in (limits["torque_lower"][i], limits["torque_upper"][i]):
                        if bound is not None:
                            axis.axhline(bound, color=line.get_color(), linestyle="--", linewidth=0.8)
        axes[0].legend(axes[0].lines, names, fontsize="small")
        axes[0].set_title(self.summary(), fontsize="small")
        axes[-1].set_xlabel("time, s")
        return figure

    def __repr__(self) -> str:
        return f"<alembert.Solution: {self.summary()}>"

    def __reduce__(self) -> Tuple[Any, ...]:
        return _solution_of, (self._motion._json("."), self._problem)


def _solution_of(text: str, problem: Optional[MotionProblem]) -> Solution:
    return Solution(_core.Motion._read(text), problem)


def _write(path: Path, text: str) -> None:
    """Whole or not at all."""
    beside = f"{os.fspath(path)}.{os.getpid()}.part"
    try:
        with open(beside, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(beside, path)
    except BaseException:
        if os.path.exists(beside):
            os.remove(beside)
        raise


def load_motion(path: Path) -> Solution:
    """Reads a motion.json, as ``Solution.save`` and `alembert predict` write it.

    >>> import alembert as al, os, tempfile
    >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
    >>> path = os.path.join(tempfile.mkdtemp(), "motion.json")
    >>> s.save(path)
    >>> al.load_motion(path).duration == s.duration
    True
    """
    name = os.fspath(path)
    if os.path.isdir(name):
        name = os.path.join(name, "motion.json")
    return Solution(_core.Motion._load(name), None)


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
) -> Verification:
    """Does the motion come back? Its torques are integrated forward and compared with it.

    ``torque_table``: interpolate the torque between so many instants, as a controller fed with a
    table would. ``restart``: begin again from the plan at every knot.

    >>> import alembert as al
    >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
    >>> al.verify(s.problem, s).position_error < 1e-6
    True
    """
    q, forces = _curves(motion)
    text = problem._verify(
        q, forces, relative_tolerance, absolute_tolerance, samples, torque_table, restart
    )
    entry = json.loads(text)[0]
    fields = [_number(entry[name]) if entry[name] is None else entry[name] for name in Verification._fields]
    return Verification(*fields)


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
    if controller not in _CONTROLLERS:
        raise ValueError(f"controller is {controller!r}: give one of {', '.join(_CONTROLLERS)}")
    if payload > 0.0 and payload_frame is None:
        raise ValueError("payload without payload_frame: say which frame carries it")
    options = {
        "controller": _CONTROLLERS.index(controller), "frequency": frequency, "damping": damping,
        "rate": rate, "delay": delay, "hold": hold, "model_error": model_error, "payload": payload,
        "payload_frame": payload_frame, "position_noise": position_noise,
        "velocity_noise": velocity_noise, "torque_limits": bool(torque_limits), "seed": seed,
    }  # fmt: skip
    run = problem._simulate(_curves(motion)[0], options)
    run["joints"] = [JointTracking(*joint) for joint in run["joints"]]
    return Simulation(**run)


class Retimed(NamedTuple):
    """The fastest timing of a path, or where the path is blocked.

    ``solution`` is None where ``blocked`` says (in words) that no speed keeps the limits, at ``s``
    of the way. ``deviation`` is the largest distance from the path, rad or m.

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


def retime(
    problem: Union[MotionProblem, Model],
    path: Union[ArrayLike, Spline],
    *,
    segments: int = 0,
    samples: int = 201,
) -> Retimed:
    """The fastest timing of a path within torque, velocity, acceleration and jerk limits, proven.

    Parameters
    ----------
    problem : MotionProblem or Model
        Whose limits, loads and obstacles count; of a model its own limits.
    path : array (N, n) of points, rad or m, or a Spline over s from 0 to 1
    segments : int
        Of the motion; 0 is as many as pay.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/seven_axis.yaml")
    >>> fast = al.retime(arm, [[0, 0, 0, -2, 0, 1, 0], [1, 0, 0, -1, 0, 1, 0]])
    >>> fast.solution.certificate.method
    'proven'
    """
    curve = path if isinstance(path, Spline) else path_through(path).curve
    if isinstance(problem, Model):
        problem = MotionProblem(problem, start=curve(curve.begin), goal=curve(curve.end))
    blocked, motion, first, second, found = problem._retime(curve, int(segments), int(samples))
    if motion is None:
        return Retimed(None, blocked, first, float("nan"), float("nan"))
    asked = MotionProblem._of(found, problem.model, [])
    return Retimed(Solution(motion, asked), "", 1.0, first, second)
