"""Motion problems: what is wanted."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import ArrayLike, converted
from ._errors import Error
from ._jets import differentiated
from ._model import Model
from ._document import document
from ._robot import Robot
from ._write import write_whole

__all__ = ["MotionProblem", "Term", "new_problem"]

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
        differentiated exactly, by calling it with numbers that carry derivatives; it then has to
        use arithmetic and NumPy's functions (``np.sin``, not ``math.sin``).

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

    def __repr__(self) -> str:
        return f"<alembert.Term {self.name!r}, weight {self.weight:g}>"

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
                f"the gradient of term {self.name!r} has {parts.size} entries: give three arrays "
                f"of {len(q)}, by q, v and a"
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


class MotionProblem(_core.MotionProblem):
    """What is wanted of a motion: where from, where to, within which limits, at what cost.

    Everything that a problem file has (docs/motion-format.md) is a keyword of the same name and
    form, with arrays where files have lists; texts may say units, as in files: ``"45 deg"``.

    Parameters
    ----------
    model : Model
    start, goal : array (n,), or mapping with q, v, a, pose, any_velocity, any_acceleration
        At rest unless v or any_velocity says otherwise. A pose is {"frame", "xyz", "rpy" or
        "quaternion"}.
    waypoints : list of mappings with name, at, q or pose, rest, optional
    duration : float, or mapping with min, max, guess; s
    minimize : str or mapping of weights
        time, effort, exertion, discomfort, energy, jerk, torque_rate, path_length.
    limits : mapping
        position, velocity, acceleration, jerk, torque, power, passive, sums: in place of the robot's.
    spline : mapping with degree, segments, knots, least_phase
    loads, carry, path, cut_joints : mapping, or list of them
    clearance : mapping with margin, arm, missing, obstacles, self
    world : a scene's file, or a mapping with objects and allowed (docs/worlds.md)
    contacts : mapping, or list of them
        What of the robot touches the world, when and how, with frame, patch, friction, place, from,
        to, … (docs/contacts.md). The robot then hangs from the ground: ``problem.model`` is that
        model, whose first coordinates place it there.
    base : "free" or "fixed"
        Of a robot with contacts: nothing else holds it, or its base does, too.
    bodies : mapping, or list of them
        What hands push, with name, frame, patch, friction, place, mass, size (docs/contacts.md):
        links of the robot by their names, whose coordinates have no motors.
    balance : mapping with zmp, m
        The zero-moment point stays so far inside the hull of all patches that touch.
    periodic, symmetric : motions that repeat
    smooth : bool, or mapping with speed_time, acceleration_time, torque_rate
        No acceleration at the ends, limits of acceleration and jerk where the robot has none, and a
        little jerk in the objective: a motion that real controllers take.
    solver : mapping with tolerance, max_iterations, max_rounds, starts, seed
    terms : Term, or sequence of Term
        Wishes of your own in the objective.
    slip_speed : float, rad/s or m/s
        Below it Coulomb friction falls off.
    friction : "hull" or "smoothed"
        Limits hold for all friction between that and the true one, or for that alone.
    packages : mapping of names to folders
        What ``package://NAME/`` means in the robot's file, besides the packages around it.
    allow_outside : bool
        Read meshes that lie outside the robot's folder and packages, too.

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
        world: Any = None,
        cut_joints: Any = None,
        contacts: Any = None,
        base: Optional[str] = None,
        bodies: Any = None,
        balance: Optional[Mapping[str, Any]] = None,
        periodic: Any = None,
        symmetric: Any = None,
        smooth: Any = None,
        friction: Optional[str] = None,
        solver: Optional[Mapping[str, Any]] = None,
        name: Optional[str] = None,
        terms: Union[Term, Sequence[Term]] = (),
        slip_speed: float = 0.0,
        packages: Optional[Mapping[str, Path]] = None,
        allow_outside: bool = False,
    ) -> None:
        if not isinstance(model, Model):
            raise TypeError(f"model is a {type(model).__name__}: give what alembert.load returns")
        if isinstance(terms, Term):
            terms = [terms]
        entries = {
            "alembert": "motion/1", "name": name, "start": _condition(start, "start"),
            "goal": _condition(goal, "goal"), "waypoints": waypoints, "duration": duration,
            "minimize": minimize, "limits": limits, "spline": spline, "loads": loads,
            "carry": carry, "path": path, "clearance": clearance,
            "world": str(world) if isinstance(world, os.PathLike) else world,
            "cut_joints": cut_joints,
            "contacts": contacts, "base": base, "balance": balance, "bodies": bodies,
            "periodic": periodic, "symmetric": symmetric, "smooth": smooth,
            "solver": solver, "friction": friction,
        }  # fmt: skip
        text = document({key: value for key, value in entries.items() if value is not None})
        try:
            super().__init__(
                text, "", model._robot, model, model._options["ideal"],
                model._options["floating_base"], float(slip_speed), list(terms),
                mesh_folders(packages, allow_outside),
            )  # fmt: skip
        except Error as error:  # lines of a text that nobody wrote say nothing
            raise Error(error.reason, error.fix, "", 0, error.code) from None
        self._model = model if contacts is None and bodies is None else _model_of(self)
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
        return cls._of(problem, _model_of(problem), [])

    @classmethod
    def load(
        cls,
        path: Path,
        *,
        packages: Optional[Mapping[str, Path]] = None,
        allow_outside: bool = False,
    ) -> "MotionProblem":
        """Reads a problem file, YAML `alembert: motion/1`; raises Error with file and line.

        ``packages`` and ``allow_outside`` say where the robot's meshes may lie.

        >>> import alembert as al
        >>> al.MotionProblem.load("examples/xiang_1.yaml").name
        'xiang_1'
        """
        folders = mesh_folders(packages, allow_outside)
        return cls._found(_core.MotionProblem._load(os.fspath(path), folders))

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
        return _problem_of, (self._document(), self._model, self._terms, self._meshes())


def _model_of(problem: _core.MotionProblem) -> Model:
    """The model that moves, compiled from the problem's own robot."""
    ideal, floating_base, gravity, locked = problem._compiled_how()
    robot = problem._robot()
    return Model(
        Robot._of(robot), ideal=ideal, floating_base=floating_base, gravity=gravity,
        locked=dict(locked), bending=_core.bends(robot),
    )  # fmt: skip


def _problem_of(
    text: str, model: Model, terms: List[Term], meshes: Tuple[Dict[str, str], bool]
) -> MotionProblem:
    made = _core.MotionProblem._from_document(text, model._robot, model, terms, meshes)
    return MotionProblem._of(made, model, terms)


def mesh_folders(
    packages: Optional[Mapping[str, Path]], allow_outside: bool
) -> Tuple[Dict[str, str], bool]:
    """Where a robot's meshes may lie, for the core."""
    return {name: os.fspath(path) for name, path in (packages or {}).items()}, bool(allow_outside)


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


def new_problem(
    robot: Path, path: Optional[Path] = None, *, force: bool = False
) -> str:
    """A problem file for a robot that one has just got, ready to run; returns its text.

    From a posture that the motors can hold to another near it, smooth and as fast as its limits let
    it be, every line with a comment. ``robot`` is the robot's file; with ``path`` the problem is
    written there, not over a file that exists unless ``force``.

    >>> import alembert as al, os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "reach.yaml")
    >>> text = al.new_problem("models/two_link.yaml", path)
    >>> al.MotionProblem.load(path).model.name
    'two_link'
    """
    seen = os.fspath(robot)
    if path is not None:
        if os.path.exists(path) and not force:
            raise FileExistsError(f"{os.fspath(path)} exists: name another, or give force=True")
        seen = os.path.relpath(seen, os.path.dirname(os.path.abspath(path)))
    text = _core.first_problem(Robot.load(robot), seen)
    if path is not None:
        write_whole(path, text)
    return text
