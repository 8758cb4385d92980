"""Generated code, and what the machine's C compiler makes of it."""

from __future__ import annotations

import ctypes
import os
import subprocess
import tempfile
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._arrays import Array, ArrayLike, in_short

__all__ = ["GeneratedCode", "GeneratedFunction", "GeneratedKernel", "GeneratedParameter"]


class GeneratedFunction(NamedTuple):
    """One function: how many entries its arguments have, and the operations it takes.

    In CUDA ``kernels`` are its names: a long one has several, to be launched one and all.

    Examples
    --------
    >>> import alembert as al
    >>> al.load("models/two_link.yaml").generate("mass_matrix").functions[0].outputs
    [4]
    """

    call: str
    name: str
    inputs: List[int]
    outputs: List[int]
    multiplications: int
    additions: int
    divisions: int
    sines: int
    kernels: List[str]

    def __repr__(self) -> str:
        return in_short(self)


class GeneratedParameter(NamedTuple):
    """An entry of what was left open: its name, its unit and the value that the model has.

    Examples
    --------
    >>> import alembert as al
    >>> al.load("models/two_link.yaml").generate(payload="tip").parameters["payload"][0]
    GeneratedParameter(name='tip.m', unit='kg', value=0.0)
    """

    name: str
    unit: str
    value: float


class GeneratedCode:
    """What ``Model.generate`` wrote.

    ``files`` are texts by name; ``functions`` what is in them; ``parameters`` what was left open, by
    the argument's name, with the model's values.

    Examples
    --------
    >>> import alembert as al
    >>> code = al.load("models/two_link.yaml").generate(base_parameters=True)
    >>> [entry.name for entry in code.parameters["base"]][:1]
    ['link1.mx + 0.4 link1.m + 0.4 link2.m']
    """

    def __init__(
        self,
        name: str,
        files: Sequence[Tuple[str, str]],
        functions: Sequence[Tuple[Any, ...]],
        parameters: Sequence[Tuple[str, Sequence[Tuple[str, str, float]]]],
        language: str,
        single: bool,
    ) -> None:
        self.name = name
        self.files: Dict[str, str] = dict(files)
        self.functions = [GeneratedFunction(*entry) for entry in functions]
        self.parameters = {
            array: [GeneratedParameter(*entry) for entry in entries]
            for array, entries in parameters
        }
        self.language = language
        self._single = single

    def write(self, folder: "os.PathLike[str] | str") -> List[str]:
        """Writes the files into a folder, made if need be; returns their paths.

        >>> import alembert as al, tempfile
        >>> code = al.load("models/two_link.yaml").generate()
        >>> len(code.write(tempfile.mkdtemp()))
        3
        """
        os.makedirs(folder, exist_ok=True)
        paths = [os.path.join(folder, name) for name in self.files]
        for path, text in zip(paths, self.files.values()):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return paths

    def compile(self, compiler: str = "cc", flags: Sequence[str] = ("-O3",)) -> "GeneratedKernel":
        """Compiles C with the machine's own compiler and loads it: calls on arrays of NumPy.

        >>> import numpy as np
        >>> import alembert as al
        >>> arm = al.load("models/two_link.yaml")
        >>> kernel = arm.generate("inverse_dynamics").compile()
        >>> kernel.inverse_dynamics([0.0, 0.0], [0.0, 0.0], [0.0, 0.0]).round(3)
        array([3.924, 0.981])
        """
        if self.language != "c":
            raise ValueError(f"the code is {self.language}: generate it with language='c'")
        with tempfile.TemporaryDirectory() as folder:
            self.write(folder)
            rows = os.path.join(folder, "rows.c")
            with open(rows, "w", encoding="utf-8") as file:
                file.write(_rows_source(self))
            library = os.path.join(folder, "kernel.so")
            source = os.path.join(folder, self.name + ".c")
            command = [compiler, *flags, "-shared", "-fPIC", source, rows, "-o", library, "-lm"]
            try:
                ran = subprocess.run(command, capture_output=True, text=True)
            except FileNotFoundError:
                raise RuntimeError(f"there is no {compiler!r}: install a C compiler") from None
            if ran.returncode != 0:
                raise RuntimeError(f"{compiler} refuses the code: {ran.stderr[:400]}")
            return GeneratedKernel(self, ctypes.CDLL(library))

    def __repr__(self) -> str:
        calls = ", ".join(function.call for function in self.functions)
        return f"<alembert.GeneratedCode {self.name!r}, {self.language}: {calls}>"


_STATE = {
    "inverse_dynamics": ("q", "v", "a"),
    "derivatives": ("q", "v", "a"),
    "mass_matrix": ("q",),
    "forward_dynamics": ("q", "v", "tau"),
    "forward_derivatives": ("q", "v", "tau"),
    "weighted_hessian": ("q", "v", "a", "weights"),
    "pose": ("q",),
}


def _rows_source(code: GeneratedCode) -> str:
    """A loop over rows for every function: returns the first row without an answer, or -1."""
    real = "float" if code._single else "double"
    text = f'#include "{code.name}.h"\n'
    for function in code.functions:
        states = len(_STATE[function.call])
        takes = [f"const {real}* i{k}" for k in range(len(function.inputs))]
        takes += [f"{real}* o{k}" for k in range(len(function.outputs))]
        given = [
            f"i{k} + r * {size}" if k < states else f"i{k}"
            for k, size in enumerate(function.inputs)
        ]
        given += [f"o{k} + r * {size}" for k, size in enumerate(function.outputs)]
        call = f"{function.name}({', '.join(given)})"
        body = f"if (!{call}) return r;" if "forward" in function.call else f"{call};"
        text += (
            f"long rows_{function.call}(long n, {', '.join(takes)})\n"
            f"{{\n  for (long r = 0; r < n; ++r) {{ {body} }}\n  return -1;\n}}\n"
        )
    return text


class GeneratedKernel:
    """Compiled code: a method for every call it was generated with, on arrays of NumPy.

    States are (n,) or (N, n), matrices of results (n, n) or (N, n, n). What was left open is a
    keyword, ``base=``, ``friction=`` or ``payload=``, one array for all states; by default the
    model's values.

    Examples
    --------
    >>> import alembert as al
    >>> arm = al.load("models/two_link.yaml")
    >>> kernel = arm.generate("mass_matrix", payload="tip").compile()
    >>> heavy = kernel.mass_matrix([0.0, 0.0], payload=[1.0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    >>> bool(abs(heavy - arm.carrying("tip", 1.0).mass_matrix([0.0, 0.0])).max() < 1e-12)
    True
    """

    def __init__(self, code: GeneratedCode, library: ctypes.CDLL) -> None:
        self._code = code
        self._library = library
        self._type = np.float32 if code._single else np.float64

    def __repr__(self) -> str:
        return f"<alembert.GeneratedKernel: {self._code!r}>"

    def __getattr__(self, call: str) -> Any:
        for function in self.__dict__.get("_code", _NOTHING).functions:
            if function.call == call:
                return lambda *states, **open_ones: self._run(function, states, open_ones)
        raise AttributeError(f"no {call!r} was generated")

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *(function.call for function in self._code.functions)]

    def _run(
        self, function: GeneratedFunction, states: Sequence[ArrayLike], more: Dict[str, ArrayLike]
    ) -> Any:
        names = _STATE[function.call]
        if len(states) != len(names):
            raise TypeError(f"{function.call} takes {', '.join(names)}")
        n = function.inputs[0]
        arrays = [np.atleast_1d(np.asarray(x, dtype=self._type)) for x in states]
        for name, x in zip(names, arrays):
            if x.ndim > 2 or x.shape[-1] != n:
                raise ValueError(f"{name} has shape {x.shape}: give ({n},) or (N, {n})")
        single = all(x.ndim == 1 for x in arrays)
        rows = 1 if single else max(len(x) for x in arrays if x.ndim == 2)
        inputs = [np.ascontiguousarray(np.broadcast_to(x, (rows, n))) for x in arrays]
        inputs += self._open(function, len(names), more)
        outputs = [np.empty((rows, size), dtype=self._type) for size in function.outputs]
        run = getattr(self._library, "rows_" + function.call)
        run.restype = ctypes.c_long
        pointers = [x.ctypes.data_as(ctypes.c_void_p) for x in (*inputs, *outputs)]
        failed = run(ctypes.c_long(rows), *pointers)
        if failed >= 0:
            raise ValueError(f"the mass matrix is not positive definite at q of row {failed}")
        results = tuple(_shaped(x, n, function.call, single) for x in outputs)
        return results[0] if len(results) == 1 else results

    def _open(
        self, function: GeneratedFunction, states: int, more: Dict[str, ArrayLike]
    ) -> List[Array]:
        """The arrays of parameters that a function takes, in its order."""
        taken = function.inputs[states:]
        known = [a for a in self._code.parameters if len(self._code.parameters[a]) in taken]
        unknown = set(more) - set(self._code.parameters)
        if unknown:
            raise TypeError(f"{sorted(unknown)} was not left open when the code was generated")
        if function.call in ("mass_matrix", "weighted_hessian") and "friction" in known:
            known.remove("friction")
        arrays = []
        for array in known:
            entries = self._code.parameters[array]
            default: Optional[ArrayLike] = [entry.value for entry in entries]
            x = np.ascontiguousarray(more.get(array, default), dtype=self._type)
            if x.shape != (len(entries),):
                raise ValueError(f"{array} has shape {x.shape}: give {len(entries)} numbers")
            arrays.append(x)
        return arrays


class _Nothing:
    functions: List[GeneratedFunction] = []


_NOTHING = _Nothing()


def _shaped(x: Array, n: int, call: str, single: bool) -> Array:
    """Matrices are column by column in the code."""
    if x.shape[1] == n * n and n > 1 and call != "pose":
        x = np.ascontiguousarray(x.reshape(-1, n, n).swapaxes(1, 2))
    elif call == "pose" and x.shape[1] == 9:
        x = np.ascontiguousarray(x.reshape(-1, 3, 3).swapaxes(1, 2))
    first: Array = x[0]
    return first if single else x
