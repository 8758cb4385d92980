#!/usr/bin/env bash
# Builds the core and the tests of numbers and of motion for the other of arm64 and x86-64 with
# Debian's cross compiler, runs them in an emulator and ends with a plain count. On this machine only
# compiler and emulator are installed: what else the other architecture needs is unpacked in
# build/other/root. What is emulated takes some twenty times as long. Options go to ctest: -R Kane.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/setup.sh"
source "$root/scripts/count-tests.sh"
folder=$root/build/other
tests=(kernel model formulation tables trajectory flexible proof retime motion)

case $(dpkg --print-architecture) in
  arm64) other=amd64 processor=x86_64 compiler=g++-x86-64-linux-gnu ;;
  amd64) other=arm64 processor=aarch64 compiler=g++-aarch64-linux-gnu ;;
  *) say "alembert: this is for arm64 and x86-64"; exit 1 ;;
esac
triple=$processor-linux-gnu

# apt_of_the_other OPTION…: apt-get as on a machine of that architecture with nothing installed, from
# the same places as here; its lists and downloads are in the build folder.
apt_of_the_other() {
  apt-get -qq -o APT::Architecture="$other" -o APT::Architectures="$other" \
    -o Dir::State="$folder/apt" -o Dir::State::status="$folder/apt/status" \
    -o Dir::Cache="$folder/apt" -o Debug::NoLocking=1 "$@" >&2
}

# unpack_packages: the libraries of packages-build.txt and packages-test.txt, and all they depend on.
unpack_packages() {
  local names link
  names=$(sed -n 's/^\(\(lib\|coinor-lib\|nlohmann\)[^?]*-dev\)?\?$/\1/p' \
    "$root"/scripts/packages-{build,test}.txt | sort -u)
  cmp -s "$folder/root/unpacked" <<<"$names" && return 0
  say "alembert: fetching $other packages into build/other: "$names
  rm -rf "$folder/apt" "$folder/root"
  mkdir -p "$folder"/apt/{lists/partial,archives/partial} "$folder/root"
  touch "$folder/apt/status"
  apt_of_the_other update
  apt_of_the_other install --yes --no-install-recommends --download-only $names
  for link in "$folder"/apt/archives/*.deb; do dpkg -x "$link" "$folder/root"; done
  # Absolute links would lead out of the folder; those to BLAS and LAPACK are made by installing.
  while read -r link; do
    ln -snf --relative "$folder/root$(readlink "$link")" "$link"
  done < <(find "$folder/root" -lname '/*')
  ln -snf blas/libblas.so.3 "$folder/root/usr/lib/$triple/libblas.so.3"
  ln -snf lapack/liblapack.so.3 "$folder/root/usr/lib/$triple/liblapack.so.3"
  rm -rf "$folder/apt"
  echo "$names" >"$folder/root/unpacked"
}

write_toolchain() {
  cat >"$folder/toolchain.cmake.new" <<END
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR $processor)
set(CMAKE_CXX_COMPILER $triple-g++)
set(CMAKE_LIBRARY_ARCHITECTURE $triple)
set(CMAKE_SYSROOT $folder/root)
set(CMAKE_FIND_ROOT_PATH $folder/root)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-$processor -L $folder/root)
END
  cmp -s "$folder/toolchain.cmake"{.new,} || mv "$folder/toolchain.cmake"{.new,}
}

mkdir -p "$folder"
install_packages <(printf '%s\n' "$compiler" qemu-user cmake ninja-build)
unpack_packages
write_toolchain
export QEMU_CPU=max  # all that the emulator has: of x86-64 AVX2 and FMA, but not AVX-512
build other "${tests[@]/#/test_}"
labels=$(IFS='|'; echo "^(${tests[*]})\$")
say "alembert: testing for $other with $(nproc) emulators"
run_ctest other --label-regex "$labels" --timeout 3600 "$@"
if [[ $other == amd64 ]]; then
  say "alembert: batches once more, with the registers that every x86-64 has (SSE2)"
  QEMU_CPU=qemu64 run_ctest other --label-regex '^kernel$' --tests-regex Batch --timeout 3600
fi
say_count
