"""One problem many times: sweeps over the numbers of a problem, a robot or a world."""

from __future__ import annotations

import json
import os
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

from . import _core

__all__ = ["sweep", "Sweep", "SweepRecord"]


@dataclass(frozen=True)
class SweepRecord:
    """What became of one problem of a sweep; ``docs/sweeps.md`` says what the columns mean.

    Examples
    --------
    >>> import alembert as al
    >>> record = next(iter(al.sweep("examples/sweeps/small.yaml")))
    >>> record.index, record.status, record.values["x"]
    (0, 'solved', 0.2)
    """

    index: int
    key: str
    values: Dict[str, float]
    status: str
    good: bool
    proven: bool
    cause: str
    duration: Optional[float]
    objective: Optional[float]
    violation: Optional[float]
    iterations: int
    rounds: int
    limits: Tuple[str, ...]
    warm: int
    by_clock: bool
    message: str
    seconds: Optional[float]


def _record(text: str, names: Sequence[str]) -> SweepRecord:
    entries = json.loads(text)
    entries["values"] = dict(zip(names, entries["values"]))
    entries["limits"] = tuple(entries["limits"])
    return SweepRecord(**entries)


_solvers: Dict[Tuple[str, float], _core.SweepSolver] = {}


def _solve_on_worker(path: str, max_seconds: float, wanted: str, indices: List[int]) -> List[str]:
    """What runs on a worker of a cluster; its sweep is read there once."""
    key = (path, max_seconds)
    if key not in _solvers:
        _solvers[key] = _core.SweepSolver(path, max_seconds)
    solver = _solvers[key]
    if solver._hash() != wanted:
        raise ValueError(f"{path} is another sweep on this worker: share one folder and one version")
    return solver._solve(indices)


class Sweep:
    """A sweep file; iterate over it for records in the order of the sweep.

    ``sweep`` makes it. Problems are solved while you iterate, a few ahead of you.

    Examples
    --------
    >>> import alembert as al
    >>> points = al.sweep("examples/sweeps/small.yaml", threads=2)
    >>> len(points), points.parameters
    (6, ['x', 'speed'])
    >>> [r.good for r in points]
    [True, True, True, True, True, True]
    """

    def __init__(
        self,
        path: "str | os.PathLike[str]",
        threads: int = 0,
        client: Any = None,
        max_seconds: Optional[float] = None,
        batch: Optional[int] = None,
        retries: int = 3,
    ) -> None:
        self._path = os.path.abspath(os.fspath(path))
        self._max_seconds = float("inf") if max_seconds is None else float(max_seconds)
        self._solver = _core.SweepSolver(self._path, self._max_seconds)
        self._threads = threads or os.cpu_count() or 1
        self._client = client
        self._batch = batch
        self._retries = retries

    def __repr__(self) -> str:
        return f"<alembert.Sweep {self.name!r}: {len(self)} problems>"

    def __len__(self) -> int:
        return int(self._solver._size())

    @property
    def name(self) -> str:
        """As its file says."""
        return str(self._solver._name())

    @property
    def parameters(self) -> List[str]:
        """Names of what is varied."""
        return list(self._solver._parameters())

    def values(self, index: int) -> Dict[str, float]:
        """The parameters of one problem.

        Examples
        --------
        >>> import alembert as al
        >>> al.sweep("examples/sweeps/small.yaml").values(3)
        {'x': 0.4, 'speed': 1.0}
        """
        return dict(zip(self.parameters, self._solver._values(index)))

    def problem_text(self, index: int) -> str:
        """The problem file of one problem.

        Examples
        --------
        >>> import alembert as al
        >>> print(al.sweep("examples/sweeps/small.yaml").problem_text(3).splitlines()[4])
        goal: {q: [0.4, 0.3]}
        """
        return str(self._solver._problem(index)[0])

    def _batches(self, size: int) -> Iterator[List[int]]:
        block = int(self._solver._neighbours())
        size = max(size // block, 1) * block  # neighbours stay together
        for first in range(0, len(self), size):
            yield list(range(first, min(first + size, len(self))))

    def _in_order(self, submit: Callable[[List[int]], Any], size: int, ahead: int) -> Iterator[str]:
        """Answers in the order of the sweep, so many batches asked for before they are needed."""
        waiting: List[Any] = []
        try:
            for indices in self._batches(size):
                waiting.append(submit(indices))
                if len(waiting) > ahead:
                    yield from waiting.pop(0).result()
            while waiting:
                yield from waiting.pop(0).result()
        finally:
            for future in waiting:
                future.cancel()

    def __iter__(self) -> Iterator[SweepRecord]:
        names = self.parameters
        if self._client is None:
            with ThreadPoolExecutor(self._threads) as pool:

                def submit(indices: List[int]) -> "Future[List[str]]":
                    return pool.submit(self._solver._solve, indices)

                for text in self._in_order(submit, self._batch or 1, 2 * self._threads):
                    yield _record(text, names)
            return

        def submit_far(indices: List[int]) -> Any:
            return self._client.submit(
                _solve_on_worker,
                self._path,
                self._max_seconds,
                self._solver._hash(),
                indices,
                retries=self._retries,
                pure=False,
            )

        # Tasks of 100 to 1,000 problems: a scheduler takes about a millisecond over each.
        size = self._batch or min(1000, max(100, len(self) // 1000))
        for text in self._in_order(submit_far, size, 1000):
            yield _record(text, names)

    def table(self) -> Any:
        """All records as a pandas table, or where there is no pandas as a list of dicts.

        Examples
        --------
        >>> import alembert as al
        >>> len(al.sweep("examples/sweeps/small.yaml").table())
        6
        """
        rows = []
        for record in self:
            row = dict(vars(record))
            row.update(row.pop("values"))
            row["limits"] = "; ".join(record.limits)
            rows.append(row)
        try:
            import pandas
        except ImportError:
            return rows
        return pandas.DataFrame(rows)

    def save_parquet(self, path: "str | os.PathLike[str]", rows: int = 100_000) -> None:
        """Writes all records as Parquet, some thousand at a time; needs pyarrow.

        Examples
        --------
        >>> import alembert as al
        >>> import os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "small.parquet")
        >>> al.sweep("examples/sweeps/small.yaml").save_parquet(path)
        """
        import pyarrow
        import pyarrow.parquet

        writer: Any = None
        block: List[Dict[str, Any]] = []

        def flush() -> None:
            nonlocal writer, block
            if not block:
                return
            part = pyarrow.Table.from_pylist(block, schema=writer.schema if writer else None)
            if writer is None:
                writer = pyarrow.parquet.ParquetWriter(os.fspath(path), part.schema)
            writer.write_table(part)
            block = []

        for record in self:
            row = dict(vars(record))
            row.update(row.pop("values"))
            row["limits"] = list(record.limits)
            block.append(row)
            if len(block) >= rows:
                flush()
        flush()
        if writer is not None:
            writer.close()


def sweep(
    path: "str | os.PathLike[str]",
    threads: int = 0,
    client: Any = None,
    max_seconds: Optional[float] = None,
    batch: Optional[int] = None,
    retries: int = 3,
) -> Sweep:
    """Problems of a sweep file, solved in threads here or on a Dask cluster.

    Parameters
    ----------
    path
        a file `alembert: sweep/1`; of a cluster one that every worker sees there
    threads
        that solve at once; 0 is one a core
    client
        a ``distributed.Client``: problems go to its workers, some hundred a task, and a task whose
        worker dies is done by another, up to `retries` times
    max_seconds
        of one search, s; what it ends says so (``by_clock``)
    batch
        problems a task

    Nothing is kept on disk: for logs that survive use ``alembert sweep run``.

    Examples
    --------
    >>> import alembert as al
    >>> sum(r.good for r in al.sweep("examples/sweeps/small.yaml"))
    6
    """
    return Sweep(path, threads, client, max_seconds, batch, retries)
