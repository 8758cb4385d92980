"""What is known of arms whose links bend, as plain objects."""

from __future__ import annotations

from typing import List, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import Array, in_short

__all__ = [
    "BendingLink", "FlexibleTorques", "Linearised", "StateSpace", "ArmModes", "TipReport",
    "FlexibleSimulation",
]  # fmt: skip

_Vector = npt.NDArray[np.float64]


class BendingLink(NamedTuple):
    """A link that bends: its length (m) and its frequencies (Hz), clamped and with its tip body.

    Examples
    --------
    >>> import alembert as al
    >>> upper = al.load_flexible("models/flexible_two_link.yaml").bending_links[0]
    >>> upper.name, upper.length, upper.frequencies.shape
    ('upper', 0.8, (2,))
    """

    name: str
    length: float
    frequencies: _Vector

    def __repr__(self) -> str:
        return in_short(self)


class FlexibleTorques(NamedTuple):
    """Torques of given joint accelerations, amplitudes moving as they must.

    ``tau`` (joints,) N m or N, ``a`` (n,) the accelerations of all coordinates; of many states with
    N rows.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load_flexible("models/flexible_two_link.yaml")
    >>> found = arm.joint_torques([0] * 6, [0] * 6, [1.0, 0.0])
    >>> found.tau.shape, found.a.shape
    ((2,), (6,))
    """

    tau: Array
    a: Array

    def __repr__(self) -> str:
        return in_short(self)


class StateSpace(NamedTuple):
    """x' = A x + B u with x = (z, z') about a configuration and u the joint torques, N m or N.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load_flexible("models/flexible_two_link.yaml")
    >>> arm.linearise([0, 0]).state_space().B.shape
    (12, 2)
    """

    A: _Vector
    B: _Vector

    def __repr__(self) -> str:
        return in_short(self)


class Linearised(NamedTuple):
    """mass z'' + damping z' + stiffness z = torques, about the configuration ``z``.

    ``torques`` are those that hold the joints there.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load_flexible("models/flexible_two_link.yaml")
    >>> arm.linearise([0, 0]).stiffness.shape
    (6, 6)
    """

    z: _Vector
    mass: _Vector
    damping: _Vector
    stiffness: _Vector
    torques: _Vector

    def state_space(self) -> StateSpace:
        """The same as matrices for control design.

        >>> import alembert as al
        >>> arm = al.load_flexible("models/flexible_two_link.yaml")
        >>> arm.linearise([0, 0.5]).state_space().A.shape
        (12, 12)
        """
        joints = len(self.torques)
        return StateSpace(*_core.state_space(self.mass, self.damping, self.stiffness, joints))

    def __repr__(self) -> str:
        return in_short(self)


class ArmModes(NamedTuple):
    """How a bending arm vibrates where it stands.

    ``frequencies`` in Hz, rising, and ``damping`` ratios, (m,); ``shapes`` (m, n), row i of mode i,
    largest entry 1; ``rigid`` motions that nothing resists (free joints) and ``unstable`` ones, which
    gravity drives away, are counted and not listed; ``at`` is the arm linearised there.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load_flexible("models/flexible_two_link.yaml")
    >>> arm.modes([0, 0], locked="all").frequencies.round(2)
    array([ 1.28,  5.07, 23.74, 44.32])
    """

    frequencies: _Vector
    damping: _Vector
    shapes: _Vector
    rigid: int
    unstable: int
    at: Linearised

    def __repr__(self) -> str:
        return in_short(self)


class TipReport(NamedTuple):
    """How far a link's tip bent: ``largest`` deflection (m) at the instant ``at`` (s).

    ``residual`` is half of what it swings through after the path's end, m.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load_flexible("models/flexible_two_link.yaml")
    >>> run = arm.simulate(arm.move([0, 0], [0.2, 0.1], 1.0), perfect=True)
    >>> [tip.link for tip in run.links]
    ['upper', 'lower']
    """

    link: str
    length: float
    largest: float
    at: float
    residual: float

    @property
    def valid(self) -> bool:
        """Within 10 % of the link's length, where the model ends."""
        return self.largest <= 0.1 * self.length


class FlexibleSimulation(NamedTuple):
    """A bending arm in time: one row an instant.

    ``t`` (N,) s; ``z``, ``v`` (N, n); ``tau`` (N, joints) N m or N; ``tips`` (N, links, 3) deflection
    of each bending link's far end in its own frame, m; ``energy`` (N,) J. ``energy_error`` is the
    largest difference of energy and work, as a share of the largest energy; ``largest_error`` that
    of the joints from their path, rad or m. ``diverged`` says that it broke off at ``end`` (s).

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load_flexible("models/flexible_two_link.yaml")
    >>> run = arm.simulate(arm.move([0, 0], [0.2, 0.1], 1.0), perfect=True, hold=0.5)
    >>> run.valid, run.energy_error < 1e-6, run.z.shape
    (True, True, (151, 6))
    """

    t: _Vector
    z: _Vector
    v: _Vector
    tau: _Vector
    tips: _Vector
    energy: _Vector
    links: List[TipReport]
    energy_error: float
    largest_energy: float
    largest_error: float
    diverged: bool
    end: float
    steps: int

    @property
    def valid(self) -> bool:
        """To the end, no link bent by more than 10 % of its length."""
        return not self.diverged and all(link.valid for link in self.links)

    @property
    def residual(self) -> float:
        """The largest vibration that is left, m."""
        return max((link.residual for link in self.links), default=0.0)

    def __repr__(self) -> str:
        return in_short(self)
