"""Parameters of a robot from its own logs."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _core
from ._arrays import ArrayLike, in_short
from ._model import Model
from ._robot import Finding, Robot
from ._trajectory import Spline

__all__ = [
    "identify", "identify_payload", "excite", "Estimate", "FitScores", "Identification", "Payload",
    "Excitation", "ExcitedParameter",
]  # fmt: skip

Log = Union[str, "os.PathLike[str]", Mapping[str, ArrayLike]]


class Estimate(NamedTuple):
    """A parameter with its interval; ``knowledge`` says whether the logs tell it.

    Examples
    --------
    >>> import alembert as al
    >>> found = al.identify("models/two_link.yaml", "examples/two_link_log.csv", bootstrap=0)
    >>> all(p.lower <= p.value <= p.upper for p in found.base)
    True
    """

    name: str
    unit: str
    file: float
    value: float
    lower: float
    upper: float
    knowledge: str
    hint: str = ""


class FitScores(NamedTuple):
    """Residual over torque on some data: of the file, of it with friction and offsets fitted,
    without a prior, as identified, and with offsets of these data.

    Examples
    --------
    >>> import alembert as al
    >>> found = al.identify("models/two_link.yaml", "examples/two_link_log.csv", bootstrap=0)
    >>> found.held_out.identified < found.held_out.file
    True
    """

    data: str
    file: float
    friction: float
    least_squares: float
    identified: float
    own_offsets: float


class Identification(NamedTuple):
    """What logs say about a robot; ``robot`` has it, ``text`` and ``html`` tell it.

    Examples
    --------
    >>> import alembert as al
    >>> found = al.identify("models/two_link.yaml", "examples/two_link_log.csv", bootstrap=0)
    >>> found.robot
    <alembert.Robot 'two_link': 3 links, 2 joints>
    >>> found.worse_than_file
    False
    """

    robot: Robot
    fitted: FitScores
    held_out: FitScores
    validation: List[FitScores]
    base: List[Estimate]
    parameters: List[Estimate]
    joints: List[Dict[str, Any]]
    prior_weight: float
    prior_spread: float
    worse_than_file: bool
    findings: List[Finding]
    text: str
    html: str

    def __repr__(self) -> str:
        return in_short(self)


class Payload(NamedTuple):
    """What is in hand, in the components of ``frame``; ``carry`` is a line for problem files.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.Robot.load("models/two_link.yaml")
    >>> held = al.identify_payload(arm, "examples/two_link_log.csv", "tip")
    >>> len(held.centre), len(held.moments)
    (3, 6)
    """

    frame: str
    mass: Estimate
    centre: List[Estimate]
    moments: List[Estimate]
    carry: str
    findings: List[Finding]

    def __repr__(self) -> str:
        return in_short(self)


class ExcitedParameter(NamedTuple):
    """How well the log of a motion would tell a base parameter, beside its natural size.

    Examples
    --------
    >>> import alembert as al
    >>> told = al.excite(al.load("models/two_link.yaml"), duration=4, starts=1)
    >>> told.parameters[0].deviation < told.parameters[0].size
    True
    """

    name: str
    unit: str
    deviation: float
    size: float


class Excitation(NamedTuple):
    """The motion that tells most; it begins and ends at rest in one pose. ``holds``: limits are
    proven at every instant.

    Examples
    --------
    >>> import alembert as al
    >>> told = al.excite(al.load("models/two_link.yaml"), duration=4, starts=1)
    >>> told.holds, round(told.motion.duration, 6)
    (True, 4.0)
    """

    motion: Spline
    holds: bool
    log_det: float
    parameters: List[ExcitedParameter]
    seconds: float

    def __repr__(self) -> str:
        return in_short(self)


def _logs(given: Union[Log, Sequence[Log]]) -> List[Any]:
    if isinstance(given, (str, os.PathLike)) or isinstance(given, Mapping):
        given = [given]
    out: List[Any] = []
    for number, log in enumerate(given):
        if isinstance(log, Mapping):
            arrays: Dict[str, Any] = {
                name: np.asarray(log[name], dtype=float)
                for name in ("t", "q", "v", "a", "tau")
                if name in log
            }
            arrays["name"] = str(log.get("name", f"log {number + 1}"))
            out.append(arrays)
        else:
            out.append(os.fspath(log))
    return out


def _robot(given: Union[Robot, str, "os.PathLike[str]"]) -> Robot:
    return given if isinstance(given, Robot) else Robot.load(given)


def _scores(entry: Mapping[str, Any]) -> FitScores:
    names = ("file", "friction", "least_squares", "identified", "own_offsets")
    return FitScores(entry["data"], *(entry[name]["relative"] for name in names))


def _findings(entries: Sequence[Mapping[str, Any]]) -> List[Finding]:
    return [Finding(e["severity"], e["reason"], e["fix"], e["file"], 0) for e in entries]


def identify(
    robot: Union[Robot, str, "os.PathLike[str]"],
    logs: Union[Log, Sequence[Log]],
    *,
    validate: Union[Log, Sequence[Log]] = (),
    links: Sequence[str] = (),
    inertias: bool = True,
    friction: bool = True,
    offsets: bool = True,
    rotors: Optional[bool] = None,
    springs: Optional[bool] = None,
    prior_weight: Optional[float] = None,
    bandwidth: Optional[float] = None,
    delays: bool = True,
    folds: int = 5,
    bootstrap: int = 60,
    degrees: bool = False,
    torque_constant: Optional[ArrayLike] = None,
) -> Identification:
    """Corrects a robot's file by what it measured of itself (docs/identify.md).

    Parameters
    ----------
    robot : Robot, or a file
    logs : files (CSV), or mappings of arrays, one or several
        t (N,) s; q and tau (N, n) rad or m, N m or N; v and a where they were measured.
    validate : logs to judge by, which are not fitted to
    links : names
        Whose inertias are fitted; none named: all.
    rotors, springs : whether those are fitted; unless said, where the file has them
    prior_weight : how much the file counts; unless given, chosen by held-out blocks
    bandwidth : Hz of positions; unless given, chosen from the data

    Examples
    --------
    >>> import alembert as al
    >>> found = al.identify("models/two_link.yaml", "examples/two_link_log.csv", bootstrap=0)
    >>> found.robot.links[2].mass > 0.5
    True
    """
    how = dict(
        links=list(links), inertias=inertias, friction=friction, offsets=offsets, rotors=rotors,
        springs=springs, prior_weight=prior_weight, bandwidth=bandwidth, folds=folds,
        delays=delays, bootstrap=bootstrap, degrees=degrees, torque_constant=torque_constant,
    )  # fmt: skip
    text, made, words, page = _core.identify(_robot(robot), _logs(logs), _logs(validate), how)
    answer = json.loads(text)
    return Identification(
        robot=Robot._of(made),
        fitted=_scores(answer["scores"][0]),
        held_out=_scores(answer["scores"][1]),
        validation=[_scores(entry) for entry in answer["scores"][2:]],
        base=[Estimate(**entry) for entry in answer["base"]],
        parameters=[Estimate(**entry) for entry in answer["parameters"]],
        joints=answer["joints"],
        prior_weight=answer["prior"]["weight"],
        prior_spread=answer["prior"]["spread"],
        worse_than_file=answer["worse_than_file"],
        findings=_findings(answer["findings"]),
        text=words,
        html=page,
    )


def identify_payload(
    robot: Union[Robot, str, "os.PathLike[str]"],
    logs: Union[Log, Sequence[Log]],
    frame: str,
    *,
    empty: Union[Log, Sequence[Log]] = (),
    degrees: bool = False,
    torque_constant: Optional[ArrayLike] = None,
) -> Payload:
    """Mass, centre and inertia of what is in hand at ``frame``, from logs with it there.

    ``empty`` are logs with nothing in hand: the arm's own parameters are then taken from them.

    Examples
    --------
    >>> import alembert as al
    >>> held = al.identify_payload("models/two_link.yaml", "examples/two_link_log.csv", "tip")
    >>> held.carry.startswith("carry: {name: payload, frame: tip, mass: ")
    True
    """
    how = dict(degrees=degrees, torque_constant=torque_constant)
    answer = json.loads(_core.payload(_robot(robot), _logs(logs), frame, _logs(empty), how))

    def estimate(name: str, unit: str, entry: Mapping[str, Any]) -> Estimate:
        return Estimate(name=name, unit=unit, file=0.0, **entry)

    moments = ("xx", "xy", "xz", "yy", "yz", "zz")
    return Payload(
        frame=answer["frame"],
        mass=estimate("mass", "kg", answer["mass"]),
        centre=[estimate(n, "m", e) for n, e in zip("xyz", answer["centre"])],
        moments=[estimate(n, "kg m^2", e) for n, e in zip(moments, answer["moments"])],
        carry=answer["carry"],
        findings=_findings(answer["findings"]),
    )


def excite(model: Model, *, duration: float = 20.0, starts: int = 3, seed: int = 1) -> Excitation:
    """The motion within a model's limits whose log tells most about its parameters.

    Examples
    --------
    >>> import alembert as al
    >>> told = al.excite(al.load("models/two_link.yaml"), duration=4, starts=1)
    >>> bool(abs(told.motion(0.0) - told.motion(4.0)).max() < 1e-9)
    True
    """
    found = _core.excite(model, dict(duration=duration, starts=starts, seed=seed))
    return Excitation(
        motion=Spline(found["degree"], found["knots"], found["control_points"]),
        holds=found["holds"],
        log_det=found["log_det"],
        parameters=[ExcitedParameter(*entry) for entry in found["parameters"]],
        seconds=found["seconds"],
    )
