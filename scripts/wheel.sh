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
"$python" scripts/bundle_wheel.py build/wheel/*.whl
