"""Every public name teaches: words, and an example that runs."""

import doctest
import inspect
import sys

import numpy as np
import pytest

import alembert as al


def public_members(owner):
    """Of a class and of those of ours that it stands on, which have no names in the package."""
    for base in owner.__mro__:
        if base is not owner and not base.__module__.startswith("alembert._"):
            continue
        if base.__module__ == "alembert._core":
            continue
        for name, member in vars(base).items():
            if name == "__call__" or not name.startswith("_"):
                yield name, member


def documented():
    """(where, documentation, whether it is something to call)"""
    yield "alembert", al.__doc__, True
    for name in al.__all__:
        value = getattr(al, name)
        yield name, inspect.getdoc(value), True
        if not inspect.isclass(value):
            continue
        fields = getattr(value, "_fields", ())
        for member_name, member in public_members(value):
            if member_name in fields or not (callable(member) or hasattr(member, "__doc__")):
                continue
            function = getattr(member, "__func__", member)
            called = inspect.isroutine(function)
            if called or isinstance(member, property):
                yield f"{name}.{member_name}", inspect.getdoc(function), called


ENTRIES = list(documented())
NEEDED = {
    "Solution.to_pandas": "pandas",
    "Solution.plot": "matplotlib",
    "Sweep.save_parquet": "pyarrow",
}


def holds_scalar(value):
    if isinstance(value, (tuple, list)):
        return any(holds_scalar(entry) for entry in value)
    return isinstance(value, np.generic)


def show(value, usual=sys.__displayhook__):
    """NumPy 2 writes np.float64(0.5) where NumPy 1 writes 0.5."""
    assert not holds_scalar(value), "a NumPy scalar: make it float(), int() or bool()"
    usual(value)


@pytest.mark.parametrize("where, words, called", ENTRIES, ids=[e[0] for e in ENTRIES])
def test_words_and_examples(where, words, called, monkeypatch):
    if where in NEEDED:
        pytest.importorskip(NEEDED[where])
    monkeypatch.setattr(sys, "__displayhook__", show)
    assert words and len(words) > 3, f"{where} has no documentation"
    if called:
        assert ">>>" in words, f"{where} has no example"
    test = doctest.DocTestParser().get_doctest(words, {}, where, where, 0)
    said = []
    runner = doctest.DocTestRunner(
        optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS, verbose=False
    )
    runner.run(test, out=said.append)
    assert runner.failures == 0, "".join(said)


def test_completion_shows_no_internals():
    shown = [name for name in dir(al) if not name.startswith("__")]
    assert sorted(shown) == sorted(al.__all__)
    for name in shown:
        assert getattr(al, name).__module__ == "alembert", name
    for name in shown:  # whatever a name shows is documented above
        value = getattr(al, name)
        if inspect.isclass(value) and not hasattr(value, "_fields"):
            known = {where for where, _, _ in ENTRIES}
            visible = {member for member in dir(value) if not member.startswith("_")}
            visible -= set(dir(ValueError)) | set(getattr(value, "__slots__", ()))
            own = {where for where in known if where.startswith(name + ".")}
            assert visible <= {where.split(".")[1] for where in own}
    arm = al.load("models/two_link.yaml")
    visible = [name for name in dir(arm) if not name.startswith("_")]
    assert "inverse_dynamics" in visible and len(visible) < 40


def test_help_teaches_inverse_dynamics():
    import pydoc

    page = pydoc.render_doc(al.Model.inverse_dynamics, renderer=pydoc.plaintext)
    for word in ("q : array, shape (n,) or (N, n)", "rad", "N m", "loads", "out", ">>>", "Returns"):
        assert word in page
    assert "in module alembert\n" in page and "ArrayLike" in page.splitlines()[2]
    assert "_GenericAlias" not in page and "ForwardRef" not in page and len(page) < 6000
