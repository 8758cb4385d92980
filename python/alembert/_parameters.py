"""Torques by the robot's parameters: what identification and design need."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple, Type

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import Array, ArrayLike, chosen
from ._model import Model
from ._states import BaseMotion, Loads

__all__ = ["Regressor", "BaseParameters", "DesignDerivatives"]


class _OfModel:
    """Pickles as the model and the keywords it was made with."""

    model: Model
    _options: Dict[str, Any]

    def _remember(self, model: Model, **options: Any) -> None:
        self.model = model
        self._options = options

    def __repr__(self) -> str:
        return f"<alembert.{type(self).__name__} of {self.model.name!r}>"

    def __reduce__(self) -> Tuple[Any, ...]:
        return _rebuild, (type(self), self.model, self._options)


def _rebuild(kind: Type[Any], model: Model, options: Dict[str, Any]) -> Any:
    return kind(model, **options)


class Regressor(_OfModel, _core.Regressor):
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
        self._remember(model, bodies=list(bodies), drives=bool(drives), springs=bool(springs))

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
        base_motion: Optional[BaseMotion] = None,
        out: Optional[Array] = None,
        threads: int = 0,
    ) -> Array:
        """The regressor at a state, (n, p), or at many, (N, n, p).

        >>> import alembert as al
        >>> al.Regressor(al.load("models/two_link.yaml"))([0, 0], [0, 0], [1, 1]).shape
        (2, 20)
        """
        return self._call(q, v, a, out, threads, base_motion, None)


class BaseParameters(_OfModel, _core.BaseParameters):
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
        self._remember(
            model, bodies=list(bodies), drives=bool(drives), springs=bool(springs),
            tolerance=tolerance, seed=seed,
        )  # fmt: skip

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
        return self._call(q, v, a, out, threads, None, None)


class DesignDerivatives(_OfModel, _core.DesignDerivatives):
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
        meaning = chosen(dh, "dh", self._meanings)
        super().__init__(model, bool(placements), meaning, bool(inertias))
        self._remember(model, placements=bool(placements), dh=dh, inertias=bool(inertias))

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
        loads: Loads = None,
        base_motion: Optional[BaseMotion] = None,
        out: Optional[Array] = None,
        threads: int = 0,
    ) -> Array:
        """The derivatives at a state, (n, p), or at many, (N, n, p).

        A load stays at its place on the link.

        >>> import alembert as al
        >>> design = al.DesignDerivatives(al.load("models/two_link.yaml"), inertias=False)
        >>> design([0, 0], [0, 0], [1, 1]).shape
        (2, 12)
        """
        return self._call(q, v, a, out, threads, base_motion, loads)
