"""Makes wheels with the project's own CMake: what `pip install .` calls (PEP 517). No network.

The library's objects are shared with ./alembert (build/release), whichever Python it is for. pip
hides what a build says, so how far it is goes to the terminal itself; `pip install -v .` shows all.
"""

import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAME, VERSION = "alembert", (ROOT / "VERSION").read_text().strip()
METADATA = f"""Metadata-Version: 2.1
Name: {NAME}
Version: {VERSION}
Summary: Robot-arm dynamics: torques, motions, derivatives, best motions
Requires-Python: >=3.9
Requires-Dist: numpy>=1.24
"""


def _python():
    """The interpreter behind a virtual environment: the one that has headers."""
    base = getattr(sys, "_base_executable", sys.executable)
    return base if os.path.exists(base) else sys.executable


def _say(text, end="\n"):
    """To whoever waits: past pip, which keeps what is printed to itself."""
    try:
        with open("/dev/tty", "w") as terminal:
            terminal.write(f"\r\033[K{text}{end}")
    except OSError:
        print(text, file=sys.stderr, flush=True)


def _is_debians(python):
    return os.path.realpath(python) == os.path.realpath("/usr/bin/python3")


def _advise(python):
    """Before anything is compiled: whether this is the Python that was meant."""
    has_numpy = subprocess.run([sys.executable, "-c", "import numpy"], capture_output=True)
    if _is_debians(python) or has_numpy.returncode == 0:
        return
    _say(
        f"alembert: {python} has no NumPy, so pip looks for one on the network. Debian's Python has\n"
        "  it: /usr/bin/python3 -m venv --system-site-packages ENV, then ENV/bin/pip install ."
    )


def _run(command):
    """Shows the number of the step where the build tool tells it."""
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    for line in process.stdout:
        print(line, end="", flush=True)
        step = re.match(r"\[(\d+)/(\d+)\]", line)
        if step:
            _say(f"alembert: compiling, step {step[1]} of {step[2]}", end="")
    if process.wait() != 0:
        _say("alembert: the build failed")
        raise subprocess.CalledProcessError(process.returncode, command)


def _built():
    """Builds, and returns the package's folder."""
    python = _python()
    folder = ROOT / "build" / "release"
    options = ["--preset", "release", "-DALEMBERT_PYTHON=ON"]
    if shutil.which("ccache"):  # as ./alembert does
        options += ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache", "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON"]
    target, place = "alembert_python", "python"
    if not _is_debians(python):
        target, place = "alembert_other_python", "other-python"
        options += [f"-DALEMBERT_OTHER_PYTHON={python}"]
    _say(f"alembert: building for {python}; the first time takes minutes")
    _run(["cmake", *options])
    _run(["cmake", "--build", str(folder), "--target", target])
    _say("alembert: built")
    return folder / place / NAME


def _tag():
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{version}-{version}-{platform}"


def _metadata():
    return {
        "METADATA": METADATA,
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: false\nTag: {_tag()}\n",
    }


def get_requires_for_build_wheel(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    _advise(_python())
    name = f"{NAME}-{VERSION}.dist-info"
    folder = pathlib.Path(metadata_directory, name)
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in _metadata().items():
        (folder / file).write_text(text)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = _built()
    wheel = f"{NAME}-{VERSION}-{_tag()}.whl"
    info = f"{NAME}-{VERSION}.dist-info"
    extension = sysconfig.get_config_var("EXT_SUFFIX")
    contents = {}
    for path in sorted(package.iterdir()):
        if path.suffix in (".py", ".pyi", ".typed") or path.name == f"_core{extension}":
            contents[f"{NAME}/{path.name}"] = path.read_bytes()
    for file, text in _metadata().items():
        contents[f"{info}/{file}"] = text.encode()
    record = ""
    with zipfile.ZipFile(
        os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED
    ) as archive:
        for path, content in contents.items():
            archive.writestr(path, content)
            hashed = hashlib.sha256(content).digest()
            digest = base64.urlsafe_b64encode(hashed).rstrip(b"=").decode()
            record += f"{path},sha256={digest},{len(content)}\n"
        archive.writestr(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
    return wheel
