"""Alembert: robot-arm dynamics.

Torques that a motion needs, the motion that torques cause, how both change with everything they
depend on, and the best motion for a task, proven.

>>> import alembert as al
>>> arm = al.load("models/two_link.yaml")
>>> arm.inverse_dynamics([0.0, 0.0], [0.0, 0.0], [0.0, 0.0])
array([3.924, 0.981])

SI units and radians everywhere. q, v, a and tau are position, velocity, acceleration and torque (or
force) of the joints, in the order of ``Model.joint_names``.
"""

from __future__ import annotations

import atexit
from typing import List

from . import _core
from ._errors import Error
from ._flexible import *
from ._flexible import __all__ as _of_flexible
from ._flexible_results import *
from ._flexible_results import __all__ as _of_flexible_results
from ._free_motion import *
from ._free_motion import __all__ as _of_free_motion
from ._generate import *
from ._generate import __all__ as _of_generate
from ._identify import *
from ._identify import __all__ as _of_identify
from ._joint_path import *
from ._joint_path import __all__ as _of_joint_path
from ._model import *
from ._model import __all__ as _of_model
from ._motion import *
from ._motion import __all__ as _of_motion
from ._replanner import *
from ._replanner import __all__ as _of_replanner
from ._parameters import *
from ._parameters import __all__ as _of_parameters
from ._problem import *
from ._problem import __all__ as _of_problem
from ._results import *
from ._results import __all__ as _of_results
from ._robot import *
from ._robot import __all__ as _of_robot
from ._set_points import *
from ._set_points import __all__ as _of_set_points
from ._solution import *
from ._solution import __all__ as _of_solution
from ._states import *
from ._states import __all__ as _of_states
from ._study import *
from ._study import __all__ as _of_study
from ._sweep import *
from ._sweep import __all__ as _of_sweep
from ._tables import *
from ._tables import __all__ as _of_tables
from ._trajectory import *
from ._trajectory import __all__ as _of_trajectory
from ._world import *
from ._world import __all__ as _of_world

__all__ = [
    "Error", *_of_robot, *_of_model, *_of_states, *_of_parameters, *_of_tables, *_of_study,
    *_of_trajectory, *_of_problem, *_of_motion, *_of_replanner, *_of_solution, *_of_results, *_of_flexible,
    *_of_flexible_results, *_of_joint_path, *_of_free_motion, *_of_generate,
    *_of_set_points, *_of_identify, *_of_sweep, *_of_world,
]  # fmt: skip
__version__ = _core.version()

# A solve that Ctrl-C left behind still looks at Python's objects.
atexit.register(_core.wait_for_abandoned)

for _name in __all__:
    _made = globals()[_name]
    _made.__module__ = "alembert"
    for _base in getattr(_made, "__mro__", (_made,)):
        if _base.__module__ == _core.__name__ or not _base.__module__.startswith("alembert"):
            continue
        for _member in vars(_base).values():  # help() says where a method is from, too
            if str(getattr(_member, "__module__", "")).startswith("alembert._"):
                _member.__module__ = "alembert"
del _name, _made, _base, _member


def __dir__() -> List[str]:
    return sorted([*__all__, "__version__", "__doc__"])
