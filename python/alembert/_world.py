"""An arm among obstacles: distances, their derivatives, and which states are clear."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional, Tuple

import numpy as np
import numpy.typing as npt

from . import _core
from ._model import Model
from ._problem import MotionProblem

__all__ = ["World"]


class World:
    """What an arm keeps clear of.

    ``clearance`` is that of a motion problem (docs/motion-format.md): ``arm``, ``obstacles``,
    ``margin``, ``self``. ``world`` is a scene's file or a mapping with ``objects``
    (docs/worlds.md), without ``clearance`` around the robot's own shapes. Every solid of the arm is
    paired with every obstacle, solid after solid; the arm's own pairs follow. Metres and radians.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/seven_axis.yaml")
    >>> world = al.World(arm, {
    ...     "arm": [{"name": "hand", "frame": "flange", "sphere": 0.05}],
    ...     "obstacles": [{"name": "table", "box": [1.0, 1.0, 0.1], "xyz": [0.5, 0.0, -0.05]}],
    ... })
    >>> world.pairs
    [('hand', 'table')]
    >>> q = [0.0, 0.0, 0.0, -1.5, 0.0, 1.5, 0.0]
    >>> float(world.distances(q)[0].round(4))
    0.6015
    >>> world.gradients(q).shape, bool(world.clear(q))
    ((1, 7), True)

    Among the objects of a scene:

    >>> hand = {"arm": [{"frame": "flange", "sphere": 0.05}]}
    >>> al.World(arm, hand, "examples/scenes/bin.yaml").distances(q).shape
    (8,)
    """

    def __init__(
        self, model: Model, clearance: Optional[Mapping[str, Any]] = None, world: Any = None
    ) -> None:
        home = {"q": np.zeros(len(model.joint_names))}
        problem = MotionProblem(model, start=home, goal=home, clearance=clearance, world=world)
        self._world: _core.World = problem._world()
        self._pairs: List[Tuple[str, str]] = self._world._names()

    def __repr__(self) -> str:
        return f"<alembert.World: {len(self._pairs)} pairs>"

    @property
    def pairs(self) -> List[Tuple[str, str]]:
        """Names of both solids of every pair, in the order of the distances.

        >>> import alembert as al
        >>> world = al.World(al.load("models/seven_axis.yaml"), {
        ...     "arm": [{"frame": "flange", "sphere": 0.05}],
        ...     "obstacles": [{"sphere": 0.1, "xyz": [0.5, 0.0, 0.5]}],
        ... })
        >>> world.pairs
        [('flange', 'obstacle 1')]
        """
        return list(self._pairs)

    def distances(self, q: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Between surfaces, m: (pairs,) of one state, (N, pairs) of N of them.

        Negative: how deep the two are in each other.

        >>> import alembert as al
        >>> world = al.World(al.load("models/seven_axis.yaml"), {
        ...     "arm": [{"frame": "flange", "sphere": 0.05}],
        ...     "obstacles": [{"sphere": 0.1, "xyz": [0.5, 0.0, 0.5]}],
        ... })
        >>> world.distances([[0.0, 0.1 * k, 0.0, -1.5, 0.0, 1.5, 0.0] for k in range(3)]).shape
        (3, 1)
        """
        distances: npt.NDArray[np.float64] = self._world._distances(q)
        return distances

    def gradients(self, q: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Distances by q: (pairs, n) of one state, (N, pairs, n) of N of them.

        >>> import alembert as al
        >>> world = al.World(al.load("models/seven_axis.yaml"), {
        ...     "arm": [{"frame": "flange", "sphere": 0.05}],
        ...     "obstacles": [{"sphere": 0.1, "xyz": [0.5, 0.0, 0.5]}],
        ... })
        >>> world.gradients([[0.0, 0.1 * k, 0.0, -1.5, 0.0, 1.5, 0.0] for k in range(3)]).shape
        (3, 1, 7)
        """
        gradients: npt.NDArray[np.float64] = self._world._gradients(q)
        return gradients

    def hessian(self, q: npt.ArrayLike, weights: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Second derivatives by q of the sum of weighted distances: (n, n).

        >>> import alembert as al
        >>> world = al.World(al.load("models/seven_axis.yaml"), {
        ...     "arm": [{"frame": "flange", "sphere": 0.05}],
        ...     "obstacles": [{"sphere": 0.1, "xyz": [0.5, 0.0, 0.5]}],
        ... })
        >>> H = world.hessian([0.0, 0.1, 0.0, -1.5, 0.0, 1.5, 0.0], [1.0])
        >>> bool(abs(H - H.T).max() < 1e-12)
        True
        """
        hessian: npt.NDArray[np.float64] = self._world._hessian(q, weights)
        return hessian

    def clear(self, q: npt.ArrayLike, slack: float = 0.0) -> npt.NDArray[np.bool_]:
        """Is every pair the margin and ``slack`` (m) apart? One answer a state.

        Several states at once in single precision (about 1e-6 m); solids of the arm that are no
        spheres are looked at as spheres around them.

        >>> import alembert as al
        >>> world = al.World(al.load("models/seven_axis.yaml"), {
        ...     "arm": [{"frame": "flange", "sphere": 0.05}],
        ...     "obstacles": [{"sphere": 0.1, "xyz": [0.5, 0.0, 0.5]}],
        ... })
        >>> world.clear([[0.0, 0.3 * k, 0.0, -1.5, 0.0, 1.5, 0.0] for k in range(3)]).dtype
        dtype('bool')
        """
        answers = np.frombuffer(self._world._clear(q, float(slack)), dtype=np.bool_)
        return answers if np.ndim(q) > 1 else answers.reshape(())
