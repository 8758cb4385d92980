"""What is in the .deb files: whole, no file twice, and every library needed is declared.

    contents.py FOLDER VERSION
"""

import os
import re
import subprocess
import sys
import tempfile

FOLDER, VERSION = sys.argv[1:]
SOVERSION = VERSION.rsplit(".", 1)[0]
EXPECTED = {
    f"libalembert{SOVERSION}": [rf"/libalembert_core\.so\.{SOVERSION}$", r"/libalembert_sweep\.so\."],
    "libalembert-dev": [r"/include/alembert/alembert\.hpp$", r"/alembertConfig\.cmake$", r"/libalembert_io\.so$"],
    "alembert": [r"^/usr/bin/alembert$", r"/man1/alembert-predict\.1$", r"/examples/xiang_1\.yaml$", r"/models/two_link\.yaml$"],
    "python3-alembert": [r"/dist-packages/alembert/_core\..*\.so$", r"/alembert/py\.typed$"],
    "alembert-doc": [r"/docs/README\.md$", r"/CHANGELOG\.md$"],
}  # fmt: skip


def out(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def field(package, name):
    return out("dpkg-deb", "-f", package, name).strip()


def names_of(depends):
    """The names of a Depends: line, whatever their versions."""
    return {re.split(r"[ (:]", entry.strip())[0] for entry in re.split(r"[,|]", depends) if entry.strip()}


def needed(path):
    dynamic = out("objdump", "-p", path)
    return set(re.findall(r"^  NEEDED +(\S+)", dynamic, re.M))


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def owner(library, cache={}):
    """The installed package that has a shared library."""
    if library not in cache:
        found = subprocess.run(["dpkg", "-S", f"*/{library}"], capture_output=True, text=True).stdout
        cache[library] = {line.split(":")[0] for line in found.splitlines() if line.endswith("/" + library)}
    return cache[library]


def main():
    packages = sorted(f for f in os.listdir(FOLDER) if f.endswith(".deb")) if os.path.isdir(FOLDER) else []
    if not packages:
        print("Packages: Skipped\nNo packages were made here (Packages.AreMade says why)")
        return 0
    faults, where, libraries, unpacked = [], {}, {}, {}
    with tempfile.TemporaryDirectory() as place:
        for file in packages:
            package = os.path.join(FOLDER, file)
            name = field(package, "Package")
            if field(package, "Version") != VERSION:
                faults.append(f"{file} is not of version {VERSION}")
            folder = os.path.join(place, name)
            out("dpkg-deb", "-x", package, folder)
            unpacked[name] = (folder, names_of(field(package, "Depends")))
            files = []
            for top, _, entries in os.walk(folder):
                files += [os.path.join(top, e)[len(folder) :] for e in entries]
            for path in files:
                if path in where:
                    faults.append(f"{path} is in {where[path]} and in {name}")
                where[path] = name
                if ".so" in path:
                    libraries[os.path.basename(path)] = name
            for pattern in [*EXPECTED.get(name, []), rf"/doc/{re.escape(name)}/copyright$"]:
                if not any(re.search(pattern, path) for path in files):
                    faults.append(f"{name} has nothing like {pattern}")
        for name in EXPECTED:
            if name not in unpacked:
                faults.append(f"there is no package {name}")
        for name, (folder, depends) in unpacked.items():
            for path in (p for p in where if where[p] == name):
                full = folder + path
                if os.path.islink(full) or not is_elf(full):
                    continue
                if re.search(r"RUNPATH|RPATH", out("objdump", "-p", full)):
                    faults.append(f"{path} looks for libraries in a folder of the machine it was built on")
                for library in needed(full):
                    if library.startswith("ld-linux"):
                        continue
                    owners = {libraries[library]} if library in libraries else owner(library)
                    # Of one source several packages may have been merged: any declared one will do.
                    if not owners & (depends | {name}):
                        faults.append(f"{path} needs {library} ({owners}), which {name} does not declare")
    print("\n".join(faults) or f"{len(packages)} packages, {len(where)} files, all needs declared")
    return 1 if faults else 0


sys.exit(main())
