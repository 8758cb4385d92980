"""NumPy 2 cannot be installed here: what of it can be made sure without it.

The extension knows nothing of NumPy's binary interface, the package uses no name that NumPy 2 took
away and never asks for `numpy.core`, which it renamed. That examples show nothing which NumPy 2
prints another way is in test_docs.py.
"""

import glob
import os
import subprocess
import sys

import alembert as al

#: Of the main namespace, gone in 2.0 (its migration guide).
GONE = """
    add_docstring add_newdoc add_newdoc_ufunc alltrue asfarray asscalar byte_bounds cast cfloat
    chararray clongdouble clongfloat compare_chararrays compat complex_ cumproduct deprecate
    deprecate_with_doc disp fastCopyAndTranspose find_common_type float_ geterrobj Inf Infinity
    infty issctype issubclass_ issubsctype longcomplex longfloat lookfor mat maximum_sctype NaN
    nbytes NINF NZERO obj2sctype PINF product PZERO recfromcsv recfromtxt round_ safe_eval
    sctype2char sctypes set_numeric_ops set_string_function seterrobj singlecomplex sometrue source
    string_ tracemalloc_domain unicode_ who
""".split()

STUB = f"""
import builtins, importlib, sys
import numpy, numpy.testing, numpy.random, pytest
for other in ("scipy.optimize", "pandas", "matplotlib.figure"):
    try:
        importlib.import_module(other)  # theirs may still ask for what is gone
    except ImportError:
        pass
for name in {GONE!r}:
    vars(numpy).pop(name, None)
usual = builtins.__import__
def watched(name, globals=None, *rest, **named):
    asks = (globals or {{}}).get("__name__", "")
    # NumPy 1 itself asks for numpy.core._dtype in the name of who prints a dtype.
    own = name.startswith("numpy.core") and name != "numpy.core._dtype"
    if asks.split(".")[0] == "alembert" and own:
        raise ImportError("No module named 'numpy.core': it is numpy._core in NumPy 2")
    return usual(name, globals, *rest, **named)
builtins.__import__ = watched
"""


def run(script):
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)


def test_the_extension_knows_nothing_of_numpys_binary_interface():
    folder = os.path.dirname(os.path.realpath(al._core.__file__))
    (path,) = glob.glob(os.path.join(folder, "_core*.so"))
    with open(path, "rb") as file:
        content = file.read()
    for name in (b"numpy.core", b"numpy._core", b"_ARRAY_API", b"_multiarray_umath"):
        assert name not in content
    assert b"numpy" in content  # the words would be there


def test_the_stub_notices():
    asked = run(STUB + 'exec("import numpy.core.multiarray", {"__name__": "alembert._model"})')
    assert "numpy._core in NumPy 2" in asked.stderr
    assert "float_" in run(STUB + "numpy.float_").stderr


def test_everything_runs_where_they_are_gone():
    here = os.path.dirname(__file__)
    names = ("states", "robot", "pickle", "flexible")
    files = [os.path.join(here, f"test_{name}.py") for name in names]
    ran = run(STUB + f"sys.exit(pytest.main({['-q', '-p', 'no:cacheprovider', *files]!r}))")
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-2000:]
