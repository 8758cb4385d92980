"""What `pip install .` makes is complete, and needs no network."""

import pathlib
import subprocess
import sys

import alembert as al

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_a_wheel_is_installed_without_network(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "python"))
    import alembert_build

    # The tests run in the build folder that it would build in: take what is there.
    monkeypatch.setattr(alembert_build, "_built", lambda: pathlib.Path(al.__file__).parent)
    assert alembert_build.get_requires_for_build_wheel() == []
    wheel = tmp_path / alembert_build.build_wheel(str(tmp_path))
    place = tmp_path / "site"
    subprocess.run(
        [sys.executable, "-m", "zipfile", "-e", str(wheel), str(place)], check=True
    )  # what an installer does with it
    script = (
        "import alembert as al; assert al.__file__.startswith({!r}); "
        "print(al.load('models/two_link.yaml').gravity_torque([0, 0]))"
    ).format(str(place))
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env={"PYTHONPATH": str(place)},
        capture_output=True, text=True,
    )  # fmt: skip
    assert ran.stdout.strip() == "[3.924 0.981]", ran.stderr
    record = (place / "alembert-0.1.0.dist-info" / "RECORD").read_text()
    assert "alembert/py.typed" in record and "alembert/_core.pyi" in record


def test_debians_python_is_taken_whatever_stands_first(tmp_path):
    import os

    if not os.path.exists("/usr/bin/python3"):
        return
    assert os.path.realpath(sys.executable) == os.path.realpath("/usr/bin/python3")
