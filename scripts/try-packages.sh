#!/usr/bin/env bash
# Installs the .deb files of a folder (build/package/packages) in an empty Debian 12 and uses them
# there: the program, Python, and a C++ project by find_package. Needs root, debootstrap and a mirror,
# which is the one of this machine; ends with 77, and says why, where one of them is missing.
# The empty Debian is kept in ${TMPDIR:-/tmp} for the next time.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
packages=${1:-$root/build/package/packages}
suite=bookworm

cannot() { printf 'Packages: Skipped\n%s\n' "$*"; exit 77; }
[[ $EUID -eq 0 ]] || cannot "only root can install packages in an empty Debian"
command -v debootstrap >/dev/null || cannot "there is no debootstrap here to make an empty Debian"
ls "$packages"/alembert_*.deb >/dev/null 2>&1 ||
  cannot "no packages in $packages: cmake --preset package, then cmake --build build/package --target package"
mirror=$(sed -n -e 's/^URIs: *\([^ ]*\).*/\1/p' -e 's/^deb \(\[[^]]*\] \)\?\([^ ]*\) .*/\2/p' \
  /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -n 1) || true
[[ -n $mirror ]] || cannot "apt names no mirror here"

# A folder that is there is whole: made beside and moved.
empty=${TMPDIR:-/tmp}/alembert-empty-$suite-$(dpkg --print-architecture)
if [[ ! -d $empty ]]; then
  half=$(mktemp -d "$empty.XXXXXX")
  debootstrap --variant=minbase "$suite" "$half" "$mirror" >"$half.log" 2>&1 || {
    rm -rf "$half"
    cannot "debootstrap does not get a Debian from this machine's mirror: $(tail -n 1 "$half.log")"
  }
  mv -T "$half" "$empty" || rm -rf "$half"
fi
place=$(mktemp -d "${TMPDIR:-/tmp}/alembert-packages.XXXXXX")
trap 'rm -rf --one-file-system "$place"' EXIT
cp -a "$empty/." "$place"
cp /etc/resolv.conf "$place/etc/" 2>/dev/null || true
cp -r /etc/apt/apt.conf.d/. "$place/etc/apt/apt.conf.d/"
mkdir "$place/packages"
cp "$packages"/*.deb "$place/packages/"
cp -r "$root"/tests/install/{core,motion} "$place/packages/"

inside() { chroot "$place" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
  DEBIAN_FRONTEND=noninteractive "$@"; }
add() { inside apt-get -qq install -y --no-install-recommends "$@" >"$place/apt.log" 2>&1 || {
  tail -n 20 "$place/apt.log"
  echo "apt-get does not install $*"
  exit 1
}; }
files() { (cd "$place" && ls packages/$1_*.deb | sed 's|^|/|'); }
size() { inside du -sxm --exclude=/packages --exclude=/var/cache --exclude=/var/lib/apt / | cut -f 1; }

inside apt-get -qq update >"$place/apt.log" 2>&1 || cannot "apt-get update fails in the empty Debian"
before=$(size)
add $(files 'libalembert[0-9]*') $(files alembert)
echo "the program, and all it needs: $(($(size) - before)) MB installed"
inside alembert --version
inside alembert predict /usr/share/alembert/examples/xiang_1.yaml --output /tmp/motion >"$place/said"
head -n 1 "$place/said"
grep -q proven "$place/said"
[[ -s $place/tmp/motion/report.html ]]
inside alembert id /usr/share/alembert/models/two_link.yaml --q 0,0 >/dev/null
inside alembert modes /usr/share/alembert/models/flexible_two_link.yaml --lock all >/dev/null

add $(files python3-alembert)
inside python3 -c '
import alembert as al
arm = al.load("/usr/share/alembert/models/two_link.yaml")
s = al.solve(al.MotionProblem(arm, start=[0, 0], goal=[1, 1], minimize="time"))
assert s.solved, s
print("import alembert:", al.__version__, arm.gravity_torque([0, 0]))'

# What a compiler is for, and only now.
add $(files libalembert-dev) g++ cmake make
for project in core motion; do
  inside cmake -S /packages/$project -B /tmp/$project >"$place/cmake.log" 2>&1 ||
    { cat "$place/cmake.log"; exit 1; }
  inside cmake --build /tmp/$project >"$place/cmake.log" 2>&1 || { cat "$place/cmake.log"; exit 1; }
  echo "C++ on $project: $(inside /tmp/$project/app)"
done
add $(files alembert-doc)
inside test -s /usr/share/doc/alembert/docs/README.md
echo "all packages work in an empty Debian ($suite)"
