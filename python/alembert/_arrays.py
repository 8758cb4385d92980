"""Arrays and words as the extension takes them."""

from __future__ import annotations

from typing import Any, Sequence, Union

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.floating[Any]]
#: What is accepted as an array of numbers.
ArrayLike = Union[npt.ArrayLike, "npt.NDArray[Any]"]


def converted(values: Any, name: str) -> npt.NDArray[np.float64]:
    """float64 in C order; what are no real numbers is refused."""
    try:
        array = np.asarray(values)
    except ValueError:
        words = f"{name} has rows of different lengths: give a rectangular array"
        raise ValueError(words) from None
    if array.dtype.kind not in "fiub":
        raise TypeError(
            f"{name} has dtype {array.dtype}: give real numbers, best as a float64 array"
        )
    return np.ascontiguousarray(array, dtype=np.float64).reshape(array.shape)


def chosen(word: str, name: str, words: Sequence[str]) -> int:
    """Which of the words it is."""
    if word not in words:
        raise ValueError(f"{name} is {word!r}: give one of {', '.join(words)}")
    return words.index(word)


def _in_short(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return repr(value.tolist()) if value.size <= 3 else f"<array {value.shape}>"
    if isinstance(value, dict) and len(value) > 3:
        return f"{{{len(value)} entries}}"
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields") and len(value) > 3:
        return f"[{len(value)} × {type(value[0]).__name__}]"
    return repr(value)


def in_short(record: Any) -> str:
    """A named tuple in one line: long arrays by their shape, long lists by their length."""
    fields = ", ".join(f"{name}={_in_short(getattr(record, name))}" for name in record._fields)
    return f"{type(record).__name__}({fields})"
