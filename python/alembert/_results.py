"""What motions are worth, as plain objects."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple, Optional

import numpy as np
import numpy.typing as npt

from ._arrays import in_short

__all__ = [
    "MotionSamples", "ContactSamples", "Ground", "LimitNote", "LimitProof", "Proof", "Certificate", "Verification",
    "JointTracking", "Simulation",
]  # fmt: skip


class MotionSamples(NamedTuple):
    """A motion as numbers: one row an instant, one column a joint.

    ``t`` (N,) s; ``q``, ``v``, ``a`` (N, n) rad or m, per s, per s²; ``tau`` (N, n) N m or N;
    ``force`` (N, k), the unknown forces of cut joints. What contacts exert is ``Solution.ground``.

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

    def __repr__(self) -> str:
        return in_short(self)


class ContactSamples(NamedTuple):
    """What the world exerts on a robot through one contact, one row an instant.

    World components: ``force`` (N, 3) N, ``moment`` (N, 3) N m about ``origin`` (N, 3) m, zero
    where it does not ``touch`` (N,), bool; ``pressure`` (N, 3) m, the centre of pressure, nan where
    hardly anything presses. ``drift`` is how far it leaves its place at most, m: 0 of the contact
    that carries; ``enclosed`` says that this holds at every instant.

    Examples
    --------
    >>> import alembert as al
    >>> s = al.solve(al.MotionProblem.load("examples/walking_step.yaml"))
    >>> right = s.ground.contacts["right"]
    >>> right.force.shape, bool(right.touch.all()), right.drift < 1e-4
    ((201, 3), False, True)
    """

    touch: npt.NDArray[np.bool_]
    force: npt.NDArray[np.float64]
    moment: npt.NDArray[np.float64]
    origin: npt.NDArray[np.float64]
    pressure: npt.NDArray[np.float64]
    drift: float
    enclosed: bool

    def __repr__(self) -> str:
        return in_short(self)


class Ground(NamedTuple):
    """What the ground does to a robot that stands on it.

    ``t`` (N,) s; ``contacts`` by name; ``zero_moment_point`` (N, 3) m, nan where nothing touches;
    ``weight`` N; ``bodies``: what hands exert on bodies that they push, by name.

    Examples
    --------
    >>> import alembert as al
    >>> s = al.solve(al.MotionProblem.load("examples/walking_step.yaml"))
    >>> list(s.ground.contacts), round(s.ground.weight)
    (['left', 'right'], 736)
    """

    t: npt.NDArray[np.float64]
    contacts: Dict[str, ContactSamples]
    zero_moment_point: npt.NDArray[np.float64]
    weight: float
    bodies: Dict[str, ContactSamples]

    @property
    def force(self) -> npt.NDArray[np.float64]:
        """(N, 3) N: of all contacts together.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/walking_step.yaml"))
        >>> bool((s.ground.force[:, 2] > 0.0).all())
        True
        """
        total: npt.NDArray[np.float64] = np.zeros((len(self.t), 3))
        for contact in self.contacts.values():
            total = total + contact.force
        return total

    def __repr__(self) -> str:
        return in_short(self)


class LimitNote(NamedTuple):
    """A limit that a motion meets: which one, where, by how much.

    ``kind`` is torque, velocity, clearance, …; ``name`` the joint, frame or solid and ``other``
    the second solid; ``place`` is "way" for every instant; ``time`` s; ``value`` and ``bound`` in
    ``unit``; ``violation`` the share by which the bound is passed, negative where there is margin.

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

    def __repr__(self) -> str:
        return in_short(self)


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

    def __repr__(self) -> str:
        return in_short(self)


class Verification(NamedTuple):
    """Whether torques bring a motion back, by integrating them forward.

    Errors are the largest, rad or m and rad/s or m/s; ``mode`` is "end_to_end",
    "knot_to_knot" or, of arms that bend, "joints_led". Where it is not ``finished``, ``end`` is
    how far it came (s), and ``stuck_joint`` names a joint that moves nothing with inertia.

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
    out_of_time: bool = False
    stuck_joint: str = ""

    def within(self, tolerance: float) -> bool:
        """To the end, with no joint further off than so much, rad or m; ten times as much for
        links that bend while their joints are led.

        >>> import alembert as al
        >>> s = al.solve(al.MotionProblem.load("examples/xiang_1.yaml"))
        >>> s.verify().within(1e-30)
        False
        """
        widened = 10.0 * tolerance if self.mode == "joints_led" else tolerance
        return self.finished and self.position_error <= widened

    def __repr__(self) -> str:
        return in_short(self)


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

    Arrays have one row an instant (``t``, s) and one column a joint; those called ``planned_…``
    are the plan's. ``diverged`` says that it broke off at ``end`` (s).

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

    def __repr__(self) -> str:
        return in_short(self)
