"""Answers to motion problems."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Dict, FrozenSet, List, Mapping, Optional, Tuple

from . import _core
from ._problem import MotionProblem, Path, mesh_folders
from ._results import (
    Certificate, ContactSamples, Ground, LimitNote, MotionSamples, Proof, Simulation, Verification, _note, _number, _proof,
)  # fmt: skip
from ._set_points import SetPoints
from ._trajectory import Spline
from ._write import write_whole

__all__ = ["Solution", "load_motion"]


class Solution:
    """The answer to a motion problem: a motion, what it is worth and its active limits.

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
        self._meshes: Tuple[Dict[str, str], bool] = ({}, False)
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
            self._problem = MotionProblem._found(self._motion._problem(self._meshes))
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
    def forces(self) -> List[Spline]:
        """Unknown forces of cut joints over time, a spline for each stage (what is carried or
        pushes comes and goes between them); none without loops."""
        return [Spline._of(forces) for forces in self._motion._forces()]

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
    def attempts(self) -> List[Dict[str, Any]]:
        """The search's diary: what it tried, in order, how that ended and what it cost.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> [(a["kind"], a["end"], a["kept"]) for a in s.attempts][0]
        ('guess', 'solved', True)
        """
        return list(self._entries["solver"].get("attempts", []))

    @property
    def starts(self) -> List[Dict[str, Any]]:
        """Whether each of several starts was solved, and its objective; empty if there was one."""
        return list(self._entries["solver"].get("starts", []))

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
        return MotionSamples(*self.problem._sample(self.motion, self.forces, int(count)))

    @property
    def _placing(self) -> FrozenSet[int]:
        """Coordinates that place the robot on the ground, or a body in its hand: without motors."""
        given = self._entries["given"]
        placing = set(range(int(given.get("ground_coordinates", 0))))
        for body in given.get("bodies", []):
            placing.update(range(body["first"], body["first"] + 6))
        return frozenset(placing)

    @property
    def ground(self) -> Ground:
        """What the world exerts through contacts, at the instants of ``samples``.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/walking_step.yaml"))
        >>> s.ground.contacts["left"].pressure.shape
        (201, 3)
        """
        return self._ground(*self._motion._ground())

    def sample_ground(self, count: int, *, shared: bool = False) -> Ground:
        """The same at ``count`` equally spaced instants, both ends included.

        ``shared``: where several touch, each takes a share by how near the zero-moment point is to
        it (docs/contacts.md), whether or not its patch could exert that.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/walking_step.yaml"))
        >>> s.sample_ground(11).zero_moment_point.shape
        (11, 3)
        >>> other = s.sample_ground(11, shared=True)
        >>> bool(abs(other.force - s.sample_ground(11).force).max() < 1e-9)
        True
        """
        return self._ground(*self.problem._ground(self.motion, self.forces, int(count), shared))

    def _ground(self, t: Any, contacts: Mapping[str, Any], zero_moment_point: Any) -> Ground:
        drifts = self._motion._drifts()
        samples = {}
        for name, (touch, force, moment, origin, pressure) in contacts.items():
            drift, enclosed = drifts.get(name, (0.0, True))
            samples[name] = ContactSamples(
                touch > 0.0, force, moment, origin, pressure, drift, enclosed
            )
        pushed = [body["name"] for body in self._entries["given"].get("bodies", [])]
        bodies = {name: samples.pop(name) for name in pushed}
        weight = float(self._entries.get("weight", 0.0))
        return Ground(t, samples, zero_moment_point, weight, bodies)

    def set_points(self, rate: float = 1000.0) -> SetPoints:
        """The motion as controllers take it: a set point every 1/``rate`` s, with torques.

        The last point is at the end or, where the end is between two periods, the goal held until
        the next. ``SetPoints.differences`` says what a controller would, ``save`` writes them.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> s.set_points(rate=1000.0).samples.tau.shape[1]
        2
        """
        return SetPoints(self.problem, self._motion, rate)

    # What it is worth.

    def verify(self, **options: Any) -> Verification:
        """Integrates the torques forward and compares: ``alembert.verify`` of this motion.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> s.verify().finished
        True
        """
        from ._motion import verify

        return verify(self.problem, self, **options)

    def certify(self, **options: Any) -> Proof:
        """Proves limits at every instant: ``alembert.certify`` of this motion.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> s.certify().holds
        True
        """
        from ._motion import certify

        return certify(self.problem, self, **options)

    def simulate(self, **options: Any) -> Simulation:
        """Runs it under a controller: ``alembert.simulate`` of this motion.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> s.simulate(controller="pd-gravity").diverged
        False
        """
        from ._motion import simulate

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
        'motion_result/3'
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
            if letter != "tau" or i not in self._placing
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
            write_whole(path, self._motion._json(os.path.dirname(os.fspath(path)) or "."))
        else:
            write_whole(path, makers[ending]())

    def report(self, path: Path) -> None:
        """Writes a page for people: the arm in 3-D beside its curves, limits and proof.

        One .html file with everything inside (docs/report.md).

        >>> import alembert as al, os, tempfile
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> s.report(os.path.join(tempfile.mkdtemp(), "move.html"))
        """
        if os.path.splitext(os.fspath(path))[1] != ".html":
            raise ValueError("give a path that ends in .html")
        write_whole(path, self.problem._report(self._motion, f"alembert {_version()}"))

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
                    if i in self._placing:
                        line.set_visible(False)
                        continue
                    for bound in (limits["torque_lower"][i], limits["torque_upper"][i]):
                        if bound is not None:
                            colour = line.get_color()
                            axis.axhline(bound, color=colour, linestyle="--", linewidth=0.8)
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


def _version() -> str:
    from . import __version__

    return __version__


def load_motion(
    path: Path,
    *,
    packages: Optional[Mapping[str, Path]] = None,
    allow_outside: bool = False,
) -> Solution:
    """Reads a motion.json, as ``Solution.save`` and `alembert predict` write it.

    ``packages`` and ``allow_outside`` say where the robot's meshes may lie (``MotionProblem``).

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
    read = Solution(_core.Motion._load(name), None)
    read._meshes = mesh_folders(packages, allow_outside)
    return read
