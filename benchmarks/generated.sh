#!/usr/bin/env bash
# benchmarks/generated.sh ROBOT.yaml: its generated C++ beside the library of build/release.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/release
robot=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$build/alembert" generate "$robot" --name robot --output "$folder" --call \
  inverse_dynamics,derivatives,mass_matrix,forward_dynamics,forward_derivatives,weighted_hessian
flags=(-std=c++20 -I"$root/include" -I"$folder" -I/usr/include/eigen3)
begun=$(date +%s)
c++ -O3 "${flags[@]}" -c "$folder/robot.cpp" -o "$folder/robot.o"
echo "compiled in $(($(date +%s) - begun)) s"
c++ -O1 "${flags[@]}" -DROBOT_WRAPPER='"robot_alembert.hpp"' -c "$root/benchmarks/generated.cpp" \
  -o "$folder/main.o"
mujoco=$(ldconfig -p | awk '/libmujoco\.so/ && !seen++ { print $NF }')
c++ "$folder"/{main,robot}.o "$build"/src/libalembert_{io,core}.a -ltinyxml2 -lyaml-cpp -lfmt \
  ${mujoco:+"$mujoco"} -lpthread -o "$folder/run"
"$folder/run" "$robot"
