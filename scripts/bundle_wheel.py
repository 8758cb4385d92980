"""Puts the shared libraries that a wheel needs into it, and says what it still asks of the system.

    bundle_wheel.py FILE.whl

What every Linux has (the C and C++ run-time) stays the system's; everything else is copied into
alembert.libs, and the extension looks there first (patchelf).
"""

import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

# What manylinux lets a wheel ask of the system.
SYSTEM = re.compile(r"^(lib(c|m|dl|rt|pthread|util|stdc\+\+|gcc_s)\.so\.\d+|ld-linux.*|linux-vdso.*)$")


def needed(path):
    text = subprocess.run(["objdump", "-p", path], check=True, capture_output=True, text=True).stdout
    return set(re.findall(r"^  NEEDED +(\S+)", text, re.M))


def found(path):
    """Where the system has each library that a file needs, and those that they need."""
    text = subprocess.run(["ldd", path], check=True, capture_output=True, text=True).stdout
    return dict(re.findall(r"^\s*(\S+) => (/\S+) ", text, re.M))


def bundle(wheel):
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        extension = next(folder.glob("alembert/_core*.so"))
        libraries = folder / "alembert.libs"
        libraries.mkdir(exist_ok=True)
        for name, path in found(extension).items():
            if not SYSTEM.match(name):
                shutil.copy(path, libraries / name)
                subprocess.run(["patchelf", "--set-rpath", "$ORIGIN", libraries / name], check=True)
        subprocess.run(["patchelf", "--set-rpath", "$ORIGIN/../alembert.libs", extension], check=True)
        subprocess.run(["strip", "--strip-unneeded", extension], check=True)
        inside = {path.name for path in libraries.iterdir()}
        asked = set()
        for path in [extension, *libraries.iterdir()]:
            asked |= needed(path) - inside
        undeclared = sorted(name for name in asked if not SYSTEM.match(name))
        if undeclared:
            sys.exit(f"{wheel} still needs {', '.join(undeclared)}")
        shutil.copy(pathlib.Path(__file__).parent.parent / "THIRD_PARTY.md", next(folder.glob("*.dist-info")))
        write(wheel, folder)
        print(f"{wheel}: {os.path.getsize(wheel) / 1e6:.1f} MB, {len(inside)} libraries inside; "
              f"of the system it asks for {', '.join(sorted(asked))}")  # fmt: skip


def write(wheel, folder):
    """The archive again, with its record."""
    record = next(folder.glob("*.dist-info")) / "RECORD"
    record.unlink()
    lines = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            content, name = path.read_bytes(), str(path.relative_to(folder))
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            lines.append(f"{name},sha256={digest},{len(content)}\n")
            archive.writestr(name, content)
        name = str(record.relative_to(folder))
        archive.writestr(name, "".join(lines) + f"{name},,\n")


bundle(os.path.abspath(sys.argv[1]))
