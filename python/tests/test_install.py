"""What `pip install .` makes is complete, and needs no network."""

import pathlib
import shutil
import subprocess
import sys

import pytest

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
    record = (place / f"alembert-{al.__version__}.dist-info" / "RECORD").read_text()
    assert "alembert/py.typed" in record and "alembert/_core.pyi" in record


def test_a_wheel_with_its_libraries_asks_the_system_for_nothing_else(tmp_path, monkeypatch):
    if not shutil.which("patchelf"):
        pytest.skip("there is no patchelf here to put libraries into a wheel with")
    monkeypatch.syspath_prepend(str(ROOT / "python"))
    import alembert_build

    monkeypatch.setattr(alembert_build, "_built", lambda: pathlib.Path(al.__file__).parent)
    wheel = tmp_path / alembert_build.build_wheel(str(tmp_path))
    bundled = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "bundle_wheel.py"), str(wheel)],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert "libraries inside" in bundled.stdout and "libipopt" not in bundled.stdout
    place = tmp_path / "site"
    subprocess.run([sys.executable, "-m", "zipfile", "-e", str(wheel), str(place)], check=True)
    script = (
        "import alembert as al; print(al.load('models/two_link.yaml').gravity_torque([0, 0])); "
        "print(sorted({line.split()[-1] for line in open('/proc/self/maps') if 'libyaml' in line}))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env={"PYTHONPATH": str(place)},
        capture_output=True, text=True,
    )  # fmt: skip
    assert ran.stdout.startswith("[3.924 0.981]\n"), ran.stderr
    assert str(place / "alembert.libs") in ran.stdout  # its own, not the system's


def test_debians_python_is_taken_whatever_stands_first(tmp_path):
    import os

    if not os.path.exists("/usr/bin/python3"):
        return
    assert os.path.realpath(sys.executable) == os.path.realpath("/usr/bin/python3")


@pytest.fixture
def backend(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "python"))
    import alembert_build

    said = []
    monkeypatch.setattr(alembert_build, "_say", lambda text, end="\n": said.append(text))
    alembert_build.said = said
    return alembert_build


def test_for_another_python_the_librarys_objects_are_taken(backend, monkeypatch):
    commands = []
    monkeypatch.setattr(backend, "_run", commands.append)
    monkeypatch.setattr(backend, "_python", lambda: "/opt/bin/python3")
    assert backend._built() == ROOT / "build" / "release" / "other-python" / "alembert"
    assert "-DALEMBERT_OTHER_PYTHON=/opt/bin/python3" in commands[0] and "-B" not in commands[0]
    assert commands[1][2:] == [str(ROOT / "build" / "release"), "--target", "alembert_other_python"]


def test_a_python_without_numpy_is_told_which_has_it(backend, monkeypatch):
    monkeypatch.setattr(backend.sys, "executable", "/bin/false")
    backend._advise("/opt/bin/python3")
    assert "/opt/bin/python3 has no NumPy" in backend.said[0]
    assert "/usr/bin/python3 -m venv" in backend.said[0]
    backend.said.clear()
    backend._advise("/usr/bin/python3")  # which gets it from Debian, or from the network
    assert not backend.said


def test_who_waits_is_told_how_far_it_is(backend, capfd):
    backend._run(["echo", "[3/9] Building CXX object"])
    assert backend.said == ["alembert: compiling, step 3 of 9"]
    assert "[3/9] Building" in capfd.readouterr().out  # what pip -v shows
    with pytest.raises(subprocess.CalledProcessError):
        backend._run(["false"])
