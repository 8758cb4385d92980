"""Numbers that carry their first and second derivatives, for terms of one's own."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
import numpy.typing as npt


class Jet:
    """A value with its gradient and Hessian by m variables.

    NumPy's functions on arrays of these call the methods of the same names.
    """

    __slots__ = ("value", "gradient", "hessian")
    __array_priority__ = 1000

    def __init__(self, value: float, gradient: Any, hessian: Any) -> None:
        self.value = value
        self.gradient = gradient
        self.hessian = hessian

    def __repr__(self) -> str:
        return f"Jet({self.value!r})"

    def _through(self, value: float, first: float, second: float) -> "Jet":
        """f(self) of a function with this value and these derivatives."""
        g = self.gradient
        return Jet(value, first * g, first * self.hessian + second * np.outer(g, g))

    @staticmethod
    def _both(x: "Jet", other: Any) -> "Jet":
        if isinstance(other, Jet):
            return other
        return Jet(float(other), np.zeros_like(x.gradient), np.zeros_like(x.hessian))

    def __add__(self, other: Any) -> "Jet":
        o = Jet._both(self, other)
        return Jet(self.value + o.value, self.gradient + o.gradient, self.hessian + o.hessian)

    __radd__ = __add__

    def __neg__(self) -> "Jet":
        return Jet(-self.value, -self.gradient, -self.hessian)

    def __pos__(self) -> "Jet":
        return self

    def __sub__(self, other: Any) -> "Jet":
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> "Jet":
        return self.__neg__().__add__(other)

    def __mul__(self, other: Any) -> "Jet":
        o = Jet._both(self, other)
        cross = np.outer(self.gradient, o.gradient)
        return Jet(
            self.value * o.value,
            self.value * o.gradient + o.value * self.gradient,
            self.value * o.hessian + o.value * self.hessian + cross + cross.T,
        )

    __rmul__ = __mul__

    def reciprocal(self) -> "Jet":
        x = self.value
        return self._through(1.0 / x, -1.0 / x**2, 2.0 / x**3)

    def __truediv__(self, other: Any) -> "Jet":
        return self.__mul__(other.reciprocal() if isinstance(other, Jet) else 1.0 / float(other))

    def __rtruediv__(self, other: Any) -> "Jet":
        return self.reciprocal().__mul__(other)

    def __pow__(self, power: Any) -> "Jet":
        if isinstance(power, Jet):
            return (self.log() * power).exp()
        x, p = self.value, float(power)
        if p == 2.0:
            return self * self
        first = p * x ** (p - 1.0) if p != 0.0 else 0.0
        second = p * (p - 1.0) * x ** (p - 2.0) if p not in (0.0, 1.0) else 0.0
        return self._through(x**p, first, second)

    def __rpow__(self, base: Any) -> "Jet":
        return (self * float(np.log(base))).exp()

    def __abs__(self) -> "Jet":
        return self if self.value >= 0.0 else -self

    def square(self) -> "Jet":
        return self * self

    def sqrt(self) -> "Jet":
        root = float(np.sqrt(self.value))
        return self._through(root, 0.5 / root, -0.25 / root**3)

    def sin(self) -> "Jet":
        s, c = float(np.sin(self.value)), float(np.cos(self.value))
        return self._through(s, c, -s)

    def cos(self) -> "Jet":
        s, c = float(np.sin(self.value)), float(np.cos(self.value))
        return self._through(c, -s, -c)

    def tan(self) -> "Jet":
        t = float(np.tan(self.value))
        return self._through(t, 1.0 + t * t, 2.0 * t * (1.0 + t * t))

    def arctan(self) -> "Jet":
        x = self.value
        return self._through(float(np.arctan(x)), 1 / (1 + x * x), -2 * x / (1 + x * x) ** 2)

    def tanh(self) -> "Jet":
        t = float(np.tanh(self.value))
        return self._through(t, 1.0 - t * t, -2.0 * t * (1.0 - t * t))

    def exp(self) -> "Jet":
        e = float(np.exp(self.value))
        return self._through(e, e, e)

    def log(self) -> "Jet":
        x = self.value
        return self._through(float(np.log(x)), 1.0 / x, -1.0 / x**2)

    def __lt__(self, other: Any) -> bool:
        return bool(self.value < getattr(other, "value", other))

    def __le__(self, other: Any) -> bool:
        return bool(self.value <= getattr(other, "value", other))

    def __gt__(self, other: Any) -> bool:
        return bool(self.value > getattr(other, "value", other))

    def __ge__(self, other: Any) -> bool:
        return bool(self.value >= getattr(other, "value", other))

    def __float__(self) -> float:
        raise TypeError(
            "a term is differentiated by calling it with numbers that carry derivatives, which "
            "cannot become plain floats: use NumPy's functions (np.sin, not math.sin), or give "
            "Term a gradient and a hessian"
        )


def differentiated(
    function: Callable[..., Any], q: Any, v: Any, a: Any
) -> "tuple[float, npt.NDArray[np.float64], npt.NDArray[np.float64]]":
    """Value, gradient and Hessian of function(q, v, a) by (q, v, a)."""
    n = len(q)
    size = 3 * n
    unit, zero = np.eye(size), np.zeros((size, size))
    jets = np.empty(size, dtype=object)
    for i, x in enumerate(np.concatenate([q, v, a])):
        jets[i] = Jet(float(x), unit[i], zero)
    answer = function(jets[:n], jets[n : 2 * n], jets[2 * n :])
    if isinstance(answer, np.ndarray) and answer.size == 1:
        answer = answer.item()
    if not isinstance(answer, Jet):  # depends on nothing
        return float(answer), np.zeros(size), zero
    return answer.value, answer.gradient, answer.hessian
