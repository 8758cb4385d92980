"""Makes wheels with the project's own CMake: what `pip install .` calls (PEP 517). No network.

The library's objects are shared with ./alembert (build/release) for Debian's Python; another Python
has a build folder of its own.
"""

import base64
import hashlib
import os
import pathlib
import subprocess
import sys
import sysconfig
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAME, VERSION = "alembert", "0.1.0"
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


def _built():
    """Builds, and returns the package's folder."""
    python = _python()
    debian = os.path.realpath(python) == os.path.realpath("/usr/bin/python3")
    folder = ROOT / "build" / ("release" if debian else f"python-{sys.implementation.cache_tag}")
    options = ["--preset", "release", "-B", str(folder), "-DALEMBERT_PYTHON=ON"]
    if not debian:
        options += [f"-DALEMBERT_PYTHON_EXECUTABLE={python}", "-DALEMBERT_CLI=OFF"]
    subprocess.run(["cmake", *options], cwd=ROOT, check=True)
    subprocess.run(["cmake", "--build", str(folder), "--target", "alembert_python"], check=True)
    return folder / "python" / NAME


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
