#!/usr/bin/env bash
# Makes build/wheel/alembert-….whl for Debian's Python (or the one that is named), with the libraries that
# it needs inside, as auditwheel would: copied to alembert.libs, under names of their own folder.
#   scripts/wheel.sh [PYTHON]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/setup.sh"
python=${1:-/usr/bin/python3}
install_packages "$root"/scripts/packages-{build,python}.txt <(echo patchelf)
mkdir -p "$root/build/wheel"
cd "$root"
rm -f build/wheel/*.whl
"$python" - "$root/build/wheel" <<'END'
import sys
sys.path.insert(0, "python")
import alembert_build
print(alembert_build.build_wheel(sys.argv[1]))
END
wheel=$(echo build/wheel/*.whl)
"$python" scripts/bundle_wheel.py "$wheel"

# Tried as someone else meets it: in an environment of its own, from an empty folder, nothing of ours on the path.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv --system-site-packages "$work/env"
"$work/env/bin/pip" install --quiet --no-deps --no-index "$root/$wheel"
mkdir "$work/empty"
cd "$work/empty"
env -u PYTHONPATH -u LD_LIBRARY_PATH "$work/env/bin/python" - "$root/models/two_link.yaml" <<'END'
import sys

import alembert as al

arm = al.load(sys.argv[1])
found = al.solve(al.MotionProblem(arm, start=[0, -2], goal=[1, -1], minimize="time"))
print(f"{al.__file__}: version {al.__version__}, {found.status} in {found.motion.duration:.4f} s")
sys.exit(0 if found.status == "solved" and al.__file__.startswith(sys.prefix) else 1)
END
