#!/usr/bin/env bash
# Reads every source of the build with Clang, for another compiler's opinion: our warnings are errors.
# Nothing is compiled: some ten minutes on two cores. A pattern names a part of it: scripts/clang.sh alembert_io.
# scripts/clang.sh --build compiles and links the first program and the whole one (build/clang, not optimised), which predict an example.
# ALEMBERT_CLANG names another clang++.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
clang=${ALEMBERT_CLANG:-clang++}
if [[ ${1-} == --build ]]; then
  options=(-DCMAKE_CXX_COMPILER="$clang" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0)
  command -v ccache >/dev/null && options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON)
  cd "$root"
  cmake --preset release -B build/clang "${options[@]}"
  cmake --build build/clang --target alembert_first alembert
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  for program in alembert-first alembert; do
    build/clang/$program predict examples/xiang_1.yaml --output "$folder"
  done
  exit
fi
commands=$root/build/release/compile_commands.json
[[ -e $commands ]] || { echo "build first: ./test, or cmake --preset release" >&2; exit 1; }
log=$root/build/clang.log
# Of each command what says how to read: folders, definitions, the standard, warnings. GCC's own
# options are left out. Units of several files are read as such, where they were built.
list() { python3 - "$commands" "${1-}" <<'END'
import json, re, shlex, sys
for entry in json.load(open(sys.argv[1])):
    if not re.search(sys.argv[2], entry["file"]):
        continue
    if any(part in entry["file"] for part in ("/tests/", "batch_avx", "/cmake_pch")):
        continue
    words = shlex.split(entry["command"])
    keep, i = [], 0
    while i < len(words):
        word = words[i]
        if word in ("-isystem", "-include"):
            if "cmake_pch" not in words[i + 1]:
                keep += words[i : i + 2]
            i += 1
        elif word.startswith(("-I", "-D", "-std=", "-W", "-f", "-O")) and not word.startswith("-Winvalid-pch"):
            keep.append(word)
        i += 1
    print(shlex.join(["-fsyntax-only", "-Wno-unknown-warning-option", *keep, entry["file"]]))
END
}
lines=$(list "${1-}")
if ! xargs -P "$(nproc)" -d '\n' -n 1 bash -c 'eval "set -- $1"; "$0" "$@"' "$clang" <<<"$lines" >"$log" 2>&1; then
  cat "$log"
  exit 1
fi
echo "Clang reads $(wc -l <<<"$lines") units without a warning"
