"""How long calls take from Python, beside C++: ``./alembert bench --python [ROBOT] [--json]``."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any, Callable, Dict, List

import numpy as np

from . import _core, load


def _fastest_told(call: Callable[[], float], seconds: float) -> float:
    """Of a call that says how long it took."""
    best, ends = np.inf, time.perf_counter() + seconds
    while time.perf_counter() < ends:
        best = min(best, call())
    return float(best)


def _fastest(call: Callable[[], Any], seconds: float) -> float:
    def timed() -> float:
        begun = time.perf_counter()
        call()
        return time.perf_counter() - begun

    return _fastest_told(timed, seconds)


def measure(robot: str, samples: int = 1_000_000, seconds: float = 2.0) -> List[Dict[str, Any]]:
    """Rows of call, ns for one state, and what C++ takes where it was timed in the same minute.

    Calls take turns, so that whatever else the machine does, it does to both.
    """
    arm = load(robot, ideal=True)
    q, v, a = np.random.default_rng(1743).uniform(-2.0, 2.0, (3, samples, arm.dofs))
    out = np.empty_like(q)
    one = np.ascontiguousarray(q[0]), np.ascontiguousarray(v[0]), np.ascontiguousarray(a[0])
    many = range(1000)

    def singles() -> None:
        for _ in many:
            arm.inverse_dynamics(*one)

    python = cpp = single = np.inf
    for _ in range(8):
        part = seconds / 8
        python = min(
            python, _fastest(lambda: arm.inverse_dynamics(q, v, a, out=out), part) / samples
        )
        cpp = min(cpp, _fastest_told(lambda: _core.time_batch(arm, q, v, a, out), part) / samples)
        single = min(single, _fastest(singles, part) / len(many))
    return [
        {"robot": arm.name, "call": "inverse_dynamics (n,)", "ns": 1e9 * single, "cpp_ns": None},
        {
            "robot": arm.name, "call": f"inverse_dynamics ({samples}, n)", "ns": 1e9 * python,
            "cpp_ns": 1e9 * cpp,
        },
    ]  # fmt: skip


def main(arguments: List[str]) -> None:
    as_json = "--json" in arguments
    here = os.path.dirname(os.path.realpath(__file__))
    usual = os.path.join(here, "..", "..", "models", "seven_axis.yaml")
    names = [name for name in arguments if name != "--json"] or [os.path.normpath(usual)]
    rows = [row for name in names for row in measure(name)]
    if as_json:
        print(json.dumps({"rows": rows}))
        return
    print(f"{'robot':12s} {'call':32s} {'Python, ns':>11s} {'C++, ns':>9s} {'ratio':>6s}")
    for row in rows:
        cpp = "" if row["cpp_ns"] is None else f"{row['cpp_ns']:.1f}"
        ratio = "" if row["cpp_ns"] is None else f"{row['ns'] / row['cpp_ns']:.2f}"
        print(f"{row['robot']:12s} {row['call']:32s} {row['ns']:11.1f} {cpp:>9s} {ratio:>6s}")


if __name__ == "__main__":
    main(sys.argv[1:])
