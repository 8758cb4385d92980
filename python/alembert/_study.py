"""The classical formulations and what they cost."""

from __future__ import annotations

import time
from typing import List, NamedTuple, Optional, Tuple

import numpy as np

from . import _core
from ._errors import Error
from ._model import Model

__all__ = ["Formulation", "formulations", "Operations", "count", "Comparison", "compare"]


class Formulation(NamedTuple):
    """A classical way to write a robot's dynamics, by a paper.

    ``growth`` is how its work grows with the number of joints n; ``note`` says why our count is not
    the printed one, where it is not.

    Examples
    --------
    >>> import alembert as al
    >>> {f.name: f.growth for f in al.formulations()}["kane"]
    'n'
    """

    name: str
    title: str
    growth: str
    note: str


def formulations() -> List[Formulation]:
    """Every formulation there is: names for ``inverse_dynamics(..., formulation=name)``.

    >>> import alembert as al
    >>> "newton_euler" in [f.name for f in al.formulations()]
    True
    """
    return [Formulation(*entry) for entry in _core.formulations()]


class Operations(NamedTuple):
    """Operations of a formulation on a robot.

    ``paper`` is (multiplications, additions) as printed, or None; ``published`` counts as the
    papers do; ``executed`` is what is done here: multiplications, additions, sines and cosines.

    Examples
    --------
    >>> import alembert as al
    >>> kane = {c.name: c for c in al.count(al.load("models/stanford.yaml"))}["kane"]
    >>> len(kane.executed)
    3
    """

    name: str
    paper: Optional[Tuple[int, int]]
    published: Tuple[int, int]
    executed: Tuple[int, int, int]


def count(model: Model) -> List[Operations]:
    """Operations of every formulation, and of the production kernel (``inverse_dynamics``).

    Without friction, rotors and springs. Formulations that cannot do the robot are left out.

    >>> import alembert as al
    >>> counts = {c.name: c.executed for c in al.count(al.load("models/puma560.yaml"))}
    >>> counts["inverse_dynamics"][0] < counts["newton_euler"][0]
    True
    """
    ideal = model.without_drives()
    joints = ideal.dofs
    rows = []
    for name in [f.name for f in formulations()] + ["inverse_dynamics"]:
        try:
            done = _core.count(ideal, name)
        except Error as refused:
            if refused.code != "unsupported":
                raise
            continue
        printed = None if name == "inverse_dynamics" else _core.paper(name, joints)
        rows.append(Operations(name, printed, (done[0], done[1]), (done[2], done[3], done[4])))
    return rows


class Comparison(NamedTuple):
    """One formulation beside the production kernel: does it agree, and what does it cost?

    ``error`` is the largest difference, relative to the largest torque of its state; ``ns`` the
    time of one state on one thread.

    Examples
    --------
    >>> import alembert as al
    >>> max(row.error for row in al.compare(al.load("models/two_link.yaml"))) < 1e-9
    True
    """

    name: str
    growth: str
    error: float
    multiplications: int
    additions: int
    ns: float


def compare(model: Model, states: int = 100, seed: int = 1743) -> List[Comparison]:
    """Every formulation on one robot: the same torques, very different work.

    On random states within the limits (and 3 rad or m), velocities and accelerations up to 2.

    >>> import alembert as al
    >>> [row.name for row in al.compare(al.load("models/two_link.yaml"), states=10)][0]
    'uicker_kahn'
    """
    rng = np.random.default_rng(seed)
    limits = model.limits
    lower, upper = np.clip(limits.lower, -3.0, None), np.clip(limits.upper, None, 3.0)
    q = rng.uniform(lower, upper, (states, model.dofs))
    v, a = rng.uniform(-2.0, 2.0, (2, states, model.dofs))
    expected = model.inverse_dynamics(q, v, a)
    counted = {operations.name: operations for operations in count(model)}
    rows = []
    for formulation in formulations():
        if formulation.name not in counted:
            continue
        tau = model.inverse_dynamics(q, v, a, formulation=formulation.name)
        scale = np.maximum(np.abs(expected).max(axis=1), np.abs(tau).max(axis=1))
        off = np.abs(tau - expected).max(axis=1) / np.where(scale == 0.0, 1.0, scale)
        fastest = np.inf
        for _ in range(5):
            begun = time.perf_counter()
            model.inverse_dynamics(q, v, a, formulation=formulation.name, out=tau, threads=1)
            fastest = min(fastest, time.perf_counter() - begun)
        done = counted[formulation.name].executed
        rows.append(
            Comparison(
                formulation.name, formulation.growth, float(off.max()), done[0], done[1],
                1e9 * fastest / states,
            )  # fmt: skip
        )
    return rows
