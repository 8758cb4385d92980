"""What is asked of a model as a whole: parameters, tables, formulations and what they cost."""

from __future__ import annotations

import os
import tempfile
import time
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import Array, ArrayLike
from ._model import Model

__all__ = [
    "Regressor", "BaseParameters", "DesignDerivatives", "DynamicsTable", "TableError",
    "Formulation", "formulations", "Operations", "count", "Comparison", "compare",
]  # fmt: skip


class Regressor(_core.Regressor):
    """Torques as a matrix times inertial parameters: what identification needs.

    ``Y = regressor(q, v, a)`` has shape (n, p), or (N, n, p) of (N, n), and ``Y @ parameters`` are
    the torques of ``Model.inverse_dynamics``. Ten columns a body, in the link's own frame: LINK.m,
    .mx .my .mz (mass times mass centre), .Ixx .Ixy .Ixz .Iyy .Iyz .Izz about the frame's origin.

    Parameters
    ----------
    model : Model
    bodies : names of links or frames, optional
        Those that get columns; by default every link that moves and has an inertia.
    drives : bool
        Also JOINT.Ia (rotor inertia), .fv (viscous) and .fc (Coulomb friction) of every joint.
    springs : bool
        Also JOINT.k (stiffness) and .f0 (constant torque).

    Examples
    --------
    >>> import numpy as np
    >>> import alembert as al
    >>> arm = al.load("models/two_link.yaml")
    >>> regressor = al.Regressor(arm)
    >>> regressor.names[:3]
    ['link1.m', 'link1.mx', 'link1.my']
    >>> q, v, a = [0.1, 0.2], [1.0, 2.0], [3.0, 4.0]
    >>> tau = regressor(q, v, a) @ regressor.parameters
    >>> bool(np.allclose(tau, arm.inverse_dynamics(q, v, a)))
    True
    """

    def __init__(
        self,
        model: Model,
        *,
        bodies: Sequence[str] = (),
        drives: bool = False,
        springs: bool = False,
    ) -> None:
        super().__init__(model, list(bodies), bool(drives), bool(springs))
        self.model = model
        self._options = {"bodies": list(bodies), "drives": bool(drives), "springs": bool(springs)}

    @property
    def names(self) -> List[str]:
        """Names of the columns."""
        return [column[0] for column in self._columns()]

    @property
    def units(self) -> List[str]:
        """Units of the parameters."""
        return [column[1] for column in self._columns()]

    @property
    def parameters(self) -> npt.NDArray[np.float64]:
        """Values of the parameters in the model, shape (p,)."""
        return np.array([column[2] for column in self._columns()])

    def __call__(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        out: Optional[Array] = None,
        threads: int = 0,
    ) -> Array:
        """The regressor at a state, (n, p), or at many, (N, n, p).

        >>> import alembert as al
        >>> al.Regressor(al.load("models/two_link.yaml"))([0, 0], [0, 0], [1, 1]).shape
        (2, 20)
        """
        return self._call(q, v, a, out, threads)

    def __reduce__(self) -> Tuple[Any, ...]:
        return _regressor_of, (self.model, self._options)


def _regressor_of(model: Model, options: Dict[str, Any]) -> Regressor:
    return Regressor(model, **options)


class BaseParameters(_core.BaseParameters):
    """The fewest combinations of inertial parameters that torques depend on.

    All that measuring torques can ever tell. Calling it gives the regressor of full rank, (n, b) or
    (N, n, b), and ``Y @ parameters`` are the torques. Options as those of ``Regressor``.

    Examples
    --------
    >>> import alembert as al
    >>> base = al.BaseParameters(al.load("models/two_link.yaml"))
    >>> len(base.names), base([0, 0], [0, 0], [1, 1]).shape
    (6, (2, 6))
    """

    def __init__(
        self,
        model: Model,
        *,
        bodies: Sequence[str] = (),
        drives: bool = False,
        springs: bool = False,
        tolerance: float = 1e-9,
        seed: int = 1,
    ) -> None:
        super().__init__(model, list(bodies), bool(drives), bool(springs), tolerance, seed)
        self.model = model
        self._options = {
            "bodies": list(bodies), "drives": bool(drives), "springs": bool(springs),
            "tolerance": tolerance, "seed": seed,
        }  # fmt: skip

    @property
    def names(self) -> List[str]:
        """Each as the sum it is: "upper.Izz + 0.25 fore.m"."""
        return self._names()

    @property
    def parameters(self) -> npt.NDArray[np.float64]:
        """Their values in the model, shape (b,)."""
        return self._parameters()

    @property
    def columns(self) -> List[int]:
        """The columns of the full regressor that are kept."""
        return self._kept()

    @property
    def idle(self) -> List[int]:
        """The columns that no torque ever depends on."""
        return self._idle()

    @property
    def map(self) -> npt.NDArray[np.float64]:
        """Base parameters = map @ all parameters, shape (b, p)."""
        return self._map()

    @property
    def null_space(self) -> npt.NDArray[np.float64]:
        """Moving the parameters along these columns changes no torque."""
        return self._null_space()

    @property
    def clear(self) -> bool:
        """Would a tolerance a thousand times larger or smaller have kept the same columns?"""
        return self._clear()

    def __call__(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        out: Optional[Array] = None,
        threads: int = 0,
    ) -> Array:
        """The regressor of the base parameters at a state, (n, b), or at many, (N, n, b).

        >>> import alembert as al
        >>> al.BaseParameters(al.load("models/two_link.yaml"))([0, 0], [0, 0], [1, 1]).shape
        (2, 6)
        """
        return self._call(q, v, a, out, threads)

    def __reduce__(self) -> Tuple[Any, ...]:
        return _base_of, (self.model, self._options)


def _base_of(model: Model, options: Dict[str, Any]) -> BaseParameters:
    return BaseParameters(model, **options)


class DesignDerivatives(_core.DesignDerivatives):
    """How torques change with the robot itself: where joints sit, what links weigh.

    Calling it gives d tau / d parameter, (n, p) or (N, n, p).

    Parameters
    ----------
    model : Model
    placements : bool
        JOINT.x .y .z (m) and .rx .ry .rz (rad) of every joint.
    dh : "none", "canonical", "standard" or "modified"
        JOINT.a, .alpha, .d, .theta, read so.
    inertias : bool
        LINK.m, .cx .cy .cz, .Ixx … .Izz of every link that moves and has an inertia.

    Examples
    --------
    >>> import alembert as al
    >>> design = al.DesignDerivatives(al.load("models/two_link.yaml"))
    >>> design.names[0], design([0, 0], [0, 0], [1, 1]).shape[0]
    ('joint1.x', 2)
    """

    _meanings = ("none", "canonical", "standard", "modified")

    def __init__(
        self,
        model: Model,
        *,
        placements: bool = True,
        dh: str = "none",
        inertias: bool = True,
    ) -> None:
        if dh not in self._meanings:
            raise ValueError(f"dh is {dh!r}: give one of {', '.join(self._meanings)}")
        super().__init__(model, bool(placements), self._meanings.index(dh), bool(inertias))
        self.model = model
        self._options = {"placements": bool(placements), "dh": dh, "inertias": bool(inertias)}

    @property
    def names(self) -> List[str]:
        """Names of the parameters."""
        return [parameter[0] for parameter in self._parameters()]

    @property
    def units(self) -> List[str]:
        """Their units."""
        return [parameter[1] for parameter in self._parameters()]

    def __call__(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        out: Optional[Array] = None,
        threads: int = 0,
    ) -> Array:
        """The derivatives at a state, (n, p), or at many, (N, n, p).

        >>> import alembert as al
        >>> design = al.DesignDerivatives(al.load("models/two_link.yaml"), inertias=False)
        >>> design([0, 0], [0, 0], [1, 1]).shape
        (2, 12)
        """
        return self._call(q, v, a, out, threads)

    def __reduce__(self) -> Tuple[Any, ...]:
        return _design_of, (self.model, self._options)


def _design_of(model: Model, options: Dict[str, Any]) -> DesignDerivatives:
    return DesignDerivatives(model, **options)


class TableError(NamedTuple):
    """How far a table is off, N m or N, and the largest torque among the states looked at.

    Examples
    --------
    >>> import alembert as al
    >>> table = al.DynamicsTable(al.load("models/two_link.yaml"), nodes=33)
    >>> table.measure_error().largest < 0.1
    True
    """

    largest: float
    rms: float
    largest_torque: float


class DynamicsTable(_core.DynamicsTable):
    """Dynamics by looking up: a tabular method, which trades memory for arithmetic.

    ``table(q, v, a)`` are torques as of ``Model.inverse_dynamics``; NaN outside the table.

    Parameters
    ----------
    model : Model
    method : "configuration_space", "raibert" or "albus"
    nodes, velocity_nodes, acceleration_nodes : int
        Along each axis; 0 velocity nodes: as many as positions have.
    velocity, acceleration : float
        The table reaches from -x to x where the robot has no limit of its own.
    range : two numbers, optional
        For coordinates without limits that are no full turn.
    interpolation : "linear" or "cubic"
    memory_limit : float
        Bytes; 0 is half of the machine's.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/two_link.yaml")
    >>> table = al.DynamicsTable(arm, nodes=33, interpolation="cubic")
    >>> table([0.0, 0.0], [0.0, 0.0], [0.0, 0.0]).round(2)
    array([3.92, 0.98])
    """

    def __init__(
        self,
        model: Model,
        method: str = "configuration_space",
        *,
        nodes: int = 9,
        velocity_nodes: int = 0,
        acceleration_nodes: int = 2,
        velocity: float = 3.0,
        acceleration: float = 10.0,
        range: Optional[Tuple[float, float]] = None,
        interpolation: str = "linear",
        memory_limit: float = 0.0,
        threads: int = 0,
    ) -> None:
        options = {
            "nodes": nodes, "velocity_nodes": velocity_nodes,
            "acceleration_nodes": acceleration_nodes, "velocity": velocity,
            "acceleration": acceleration, "range": range, "memory_limit": memory_limit,
            "threads": threads,
        }  # fmt: skip
        super().__init__(model, method, options, _is_cubic(interpolation))
        self.model = model
        self.interpolation = interpolation

    @classmethod
    def load(
        cls,
        path: Union[str, "os.PathLike[str]"],
        model: Model,
        *,
        interpolation: str = "linear",
    ) -> "DynamicsTable":
        """Reads a table that ``save`` wrote; raises Error if it belongs to another robot.

        >>> import alembert as al, os, tempfile
        >>> arm = al.load("models/two_link.yaml")
        >>> path = os.path.join(tempfile.mkdtemp(), "arm.table")
        >>> al.DynamicsTable(arm).save(path)
        >>> al.DynamicsTable.load(path, arm).method
        'configuration_space'
        """
        made = DynamicsTable.__new__(cls)
        _core.DynamicsTable.__init__(made, os.fspath(path), model, _is_cubic(interpolation))
        made.model = model
        made.interpolation = interpolation
        return made

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the table, whole or not at all.

        >>> import alembert as al, os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "arm.table")
        >>> al.DynamicsTable(al.load("models/two_link.yaml")).save(path)
        """
        self._save(os.fspath(path))

    @property
    def method(self) -> str:
        """Which of the tabular methods it is."""
        return self._method()

    @property
    def bytes(self) -> float:
        """Memory of its entries."""
        return self._bytes()

    def measure_error(self, samples: int = 1000) -> TableError:
        """Against ``Model.inverse_dynamics`` at random states between the nodes, always the same.

        >>> import alembert as al
        >>> al.DynamicsTable(al.load("models/two_link.yaml")).measure_error(100).rms > 0
        True
        """
        return TableError(*self._error(int(samples)))

    def __call__(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        out: Optional[Array] = None,
        threads: int = 0,
    ) -> Array:
        """Torques looked up, (n,) or (N, n), N m or N; NaN outside the table.

        >>> import alembert as al
        >>> al.DynamicsTable(al.load("models/two_link.yaml"), "raibert")([0, 0], [9, 9], [0, 0])
        array([nan, nan])
        """
        return self._call(q, v, a, out, threads)

    def __reduce__(self) -> Tuple[Any, ...]:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "table")
            self._save(path)
            with open(path, "rb") as file:
                return _table_of, (file.read(), self.model, self.interpolation)


def _is_cubic(interpolation: str) -> bool:
    if interpolation not in ("linear", "cubic"):
        raise ValueError(f"interpolation is {interpolation!r}: give 'linear' or 'cubic'")
    return interpolation == "cubic"


def _table_of(content: bytes, model: Model, interpolation: str) -> DynamicsTable:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table")
        with open(path, "wb") as file:
            file.write(content)
        return DynamicsTable.load(path, model, interpolation=interpolation)


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
    from ._errors import Error

    ideal = model.without_drives()
    joints = ideal.n
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
    q = rng.uniform(lower, upper, (states, model.n))
    v, a = rng.uniform(-2.0, 2.0, (2, states, model.n))
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
