"""What the package writes for the readers of robots and problems."""

from __future__ import annotations

import json
from typing import Any, Dict, Mapping, Optional

import numpy as np


def _plain(value: Any) -> Any:
    """NumPy's numbers and arrays as Python's, infinities as the format writes them."""
    if isinstance(value, np.ndarray):
        return _plain(value.tolist())
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, float):
        if np.isnan(value):
            raise ValueError("nan among the values: give finite numbers")
        if np.isinf(value):
            return ".inf" if value > 0 else "-.inf"
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    return value


def document(entries: Mapping[str, Any]) -> str:
    """A text that the readers of YAML take: JSON, in which every number keeps its bits."""
    return json.dumps(_plain(entries), ensure_ascii=False)


def tensor(inertia: Any) -> Any:
    """What the format has for a tensor: a mapping, or of a matrix or three numbers one."""
    if inertia is None or isinstance(inertia, Mapping):
        return inertia
    m = np.asarray(inertia, dtype=np.float64)
    if m.shape == (3,):
        m = np.diag(m)
    if m.shape != (3, 3) or not np.array_equal(m, m.T):
        raise ValueError(
            "inertia is a symmetric 3 x 3 tensor about the mass centre, or its diagonal (kg m²)"
        )
    return {
        "xx": m[0, 0], "yy": m[1, 1], "zz": m[2, 2], "xy": m[0, 1], "xz": m[0, 2], "yz": m[1, 2],
    }  # fmt: skip


def link_entries(
    name: Optional[str], mass: Any, com: Any, inertia: Any, visuals: Any, flexible: Any
) -> Dict[str, Any]:
    """What of it was given."""
    return given({
        "name": name, "mass": mass, "com": com, "inertia": tensor(inertia), "visuals": visuals,
        "flexible": flexible,
    })  # fmt: skip


def given(entries: Mapping[str, Any]) -> Dict[str, Any]:
    """Without those that are None."""
    return {key: value for key, value in entries.items() if value is not None}
