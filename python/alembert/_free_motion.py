"""Arms that are let go."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple

import numpy as np
import numpy.typing as npt

from ._arrays import in_short
from ._states import Energies

__all__ = ["FreeMotion", "PassedLimit"]


class PassedLimit(NamedTuple):
    """A coordinate on its way out of its range, where nothing stops it: s, and rad or m.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/seven_axis.yaml")
    >>> fall = arm.simulate_free([0, 0, 0, -1.5, 0, 1.5, 0], duration=0.5)
    >>> all(limit.name in arm.joint_names for limit in fall.passed)
    True
    """

    name: str
    time: float
    value: float
    limit: float


class FreeMotion(NamedTuple):
    """An arm left to itself: one row an instant, one column a joint.

    ``t`` (N,) s; ``q``, ``v``, ``a`` (N, n); ``energy`` of every instant, J. ``energy_error`` is the
    largest difference of the energy gained and the work of torques, friction and loads, as a share
    of the largest kinetic energy or change: what the integration is worth. ``work`` of torques and
    loads and ``friction``, what friction took, are J. ``finished`` is False where it ended at
    ``end`` (s) because some coordinate moves no mass there.

    Examples
    --------
    >>> import alembert as al
    >>> fall = al.load("models/two_link.yaml").simulate_free([0.0, 0.0], duration=0.2)
    >>> total = fall.energy.total
    >>> fall.finished, bool(total.max() - total.min() < 1e-9)
    (True, True)
    """

    t: npt.NDArray[np.float64]
    q: npt.NDArray[np.float64]
    v: npt.NDArray[np.float64]
    a: npt.NDArray[np.float64]
    energy: Energies
    energy_error: float
    work: float
    friction: float
    passed: List[PassedLimit]
    finished: bool
    end: float

    @classmethod
    def _of(cls, run: Dict[str, Any]) -> "FreeMotion":
        passed = [PassedLimit(*entry) for entry in run.pop("passed")]
        energy = Energies._of(run.pop("energy"))
        return cls(energy=energy, passed=passed, **run)

    def __repr__(self) -> str:
        return in_short(self)
