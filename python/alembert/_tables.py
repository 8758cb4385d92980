"""Dynamics by looking up."""

from __future__ import annotations

import os
import tempfile
from typing import Any, NamedTuple, Optional, Tuple, Union

from . import _core
from ._arrays import Array, ArrayLike, chosen
from ._model import Model

__all__ = ["DynamicsTable", "TableError"]


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

    def __repr__(self) -> str:
        return f"<alembert.DynamicsTable {self.method!r} of {self.model.name!r}>"

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
    return chosen(interpolation, "interpolation", ("linear", "cubic")) == 1


def _table_of(content: bytes, model: Model, interpolation: str) -> DynamicsTable:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table")
        with open(path, "wb") as file:
            file.write(content)
        return DynamicsTable.load(path, model, interpolation=interpolation)
