#!/usr/bin/env bash
# Builds the program without Ipopt (build/no-ipopt) and asks it: the structured method alone solves examples,
# what it stops short of says that there is no Ipopt, and who asks for Ipopt by name is told so.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$root/build/no-ipopt
if ! command -v ccache >/dev/null; then
  printf 'NoIpopt: Skipped\nWithout ccache everything is compiled once more, for ten minutes: by hand, %s\n' \
    'cmake --preset release -B build/no-ipopt -DALEMBERT_IPOPT=OFF, then cmake --build build/no-ipopt'
  exit 0
fi
cd "$root"
cmake --preset release -B "$folder" -DALEMBERT_IPOPT=OFF -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
  -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
cmake --build "$folder" --target alembert
program=$folder/alembert
if ldd "$program" | grep -i -E 'ipopt|mumps'; then
  echo "the program is linked with Ipopt" >&2
  exit 1
fi

# ask EXIT PATTERN ARGUMENT…: the program ends so, and says that.
ask() {
  local expected=$1 pattern=$2 said code=0
  shift 2
  said=$(timeout 120 "$program" "$@" 2>&1) || code=$?
  printf '%s: exit %s: %s\n' "$2" "$code" "$(head -n 1 <<<"$said")"
  [[ $code -eq $expected ]] && grep -q -E "$pattern" <<<"$said" && return
  printf 'expected exit %s and "%s" of: alembert %s\n%s\n' "$expected" "$pattern" "$*" "$said" >&2
  exit 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in xiang_1 xiang_2 pick_and_place seven_axis_reach four_bar upright_cup periodic two_arms walking_step; do
  ask 0 ': solved: proven' predict "examples/$name.yaml" --output "$work/$name"
done
# Through its own base, pointing down: our method gives up, and where there is Ipopt it is asked.
cat >"$work/through.yaml" <<PROBLEM
alembert: motion/1
robot: $root/models/seven_axis.yaml
start: {pose: {frame: flange, xyz: [0.45, -0.3, 0.1], rpy: [180 deg, 0, 0]}}
goal: {pose: {frame: flange, xyz: [-0.45, 0.3, 0.1], rpy: [180 deg, 0, 0]}}
minimize: time
path:
  - {name: line, frame: flange, line: {from: [0.45, -0.3, 0.1], to: [-0.45, 0.3, 0.1], tolerance: 1 mm}}
  - {name: pointing down, frame: flange, upright: {axis: z, direction: -z, within: 2 deg}}
spline: {segments: 4, knots: uniform}
PROBLEM
ask 3 '^through: NOT SOLVED .*this build has no Ipopt' predict "$work/through.yaml" --output "$work/through"
# Too fast for its torques: our method knows that by itself, and Ipopt would not be asked.
cat >"$work/fast.yaml" <<PROBLEM
alembert: motion/1
robot: $root/models/two_link.yaml
gravity: [0, 0, 0]
start: {q: [0, -2]}
goal: {q: [1, -1]}
minimize: effort
duration: {max: 0.35}
spline: {segments: 20}
PROBLEM
ask 3 '^fast: NOT SOLVED .* beyond\)$' predict "$work/fast.yaml" --output "$work/fast"
{ cat "$work/fast.yaml"; echo 'solver: {method: ipopt}'; } >"$work/named.yaml"
ask 1 'this build has no Ipopt' predict "$work/named.yaml" --output "$work/named"
