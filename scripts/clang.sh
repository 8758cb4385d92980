#!/usr/bin/env bash
# Reads every source of the build with Clang, for another compiler's opinion: our warnings are errors.
# Nothing is compiled. ALEMBERT_CLANG names another clang++.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
clang=${ALEMBERT_CLANG:-clang++}
commands=$root/build/release/compile_commands.json
[[ -e $commands ]] || { echo "build first: ./test, or cmake --preset release" >&2; exit 1; }
log=$root/build/clang.log
# Of each command what says how to read: folders, definitions, the standard, warnings. GCC's own
# options are left out. Units of several files are read as such, where they were built.
python3 - "$commands" <<'END' | xargs -P "$(nproc)" -d '\n' -n 1 bash -c '
  eval "set -- $1"; out=$('"$clang"' "$@" 2>&1) || { echo "$out"; exit 1; }' _ >"$log" 2>&1 && status=0 || status=$?
import json, shlex, sys
for entry in json.load(open(sys.argv[1])):
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
if [[ $status -ne 0 ]]; then
  cat "$log"
  exit 1
fi
echo "Clang reads $(grep -c '"file"' "$commands") sources without a warning"
