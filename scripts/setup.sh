# Shared by ./alembert and ./test: install what is missing, configure, build. Sourced, with $root set.
# Everything is said on standard error, so that standard output stays the program's own.

say() { printf '%s\n' "$*" >&2; }

# installed NAME: is this Debian package installed, for this machine (others may be there too)?
installed() {
  dpkg-query -W -f '${db:Status-Status} ${Architecture}\n' "$1" 2>/dev/null |
    grep -qx -e "installed $(dpkg --print-architecture)" -e "installed all"
}

# install_packages FILE…: installs the packages listed there that are missing: a line is a package; a
# question mark after its name: used where it can be had; more words: programs, any of which does as
# well, wherever it comes from. Only a package without question mark that cannot be had is the end.
install_packages() {
  command -v dpkg-query >/dev/null || {
    say "alembert: this is not a Debian system; assuming that the packages in scripts/packages-*.txt are there"
    return 0
  }
  local name programs wanted=() optional=()
  while read -r name programs; do
    [[ -n $programs ]] && command -v $programs >/dev/null && continue
    installed "${name%\?}" && continue
    if [[ $name != *'?' ]]; then
      wanted+=("$name")
    elif ! grep -qx -- "${name%\?}" "$@"; then  # no other list needs it
      optional+=("${name%\?}")
    fi
  done <<<"$(grep -hv '^#' "$@")"  # not <(…): a bare chroot has no /dev/fd
  [[ ${#wanted[@]} -eq 0 && ${#optional[@]} -eq 0 ]] && return 0

  local apt=(apt-get)
  if [[ $EUID -ne 0 ]]; then
    if command -v sudo >/dev/null; then
      apt=(sudo apt-get)
    elif [[ ${#wanted[@]} -eq 0 ]]; then
      say "alembert: only an administrator can install these Debian packages; going on without: ${optional[*]}"
      return 0
    else
      say "alembert: these Debian packages are missing: ${wanted[*]}"
      say "alembert: ask an administrator to run: apt-get install ${wanted[*]}"
      [[ ${#optional[@]} -eq 0 ]] || say "alembert: also of use, but not needed: ${optional[*]}"
      exit 1
    fi
  fi
  say "alembert: installing Debian packages: ${wanted[*]} ${optional[*]}"
  "${apt[@]}" -qq update >&2 || say "alembert: apt-get update failed; trying with the lists there are"
  apt_install "${wanted[@]}" "${optional[@]}" && return 0
  # One that is refused takes all with it: so what is needed together, and every other alone.
  if [[ ${#wanted[@]} -gt 0 ]] && ! apt_install "${wanted[@]}"; then
    say "alembert: could not install: ${wanted[*]}"
    say "alembert: install them by hand (apt-get install ${wanted[*]}) and try again"
    exit 1
  fi
  for name in "${optional[@]}"; do
    apt_install "$name" || say "alembert: apt-get does not install $name here; going on without it"
  done
}

# apt_install NAME…: by the caller's `apt`; never takes away what is there.
apt_install() {
  DEBIAN_FRONTEND=noninteractive "${apt[@]}" -qq install -y --no-install-recommends --no-remove \
    "$@" >&2
}

# build PRESET TARGET… [-- CMAKE OPTION…]: configures once, then builds; shows the log if it fails.
build() {
  local preset=$1 targets=() options=()
  shift
  while [[ $# -gt 0 && $1 != -- ]]; do targets+=("$1"); shift; done
  [[ $# -gt 0 ]] && options=("${@:2}")
  local folder="$root/build/$preset" log="$root/build/$preset.log"
  mkdir -p "$root/build"
  # A compiler cache saves more than precompiled headers, and they hinder it.
  command -v ccache >/dev/null &&
    options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON)
  say "alembert: building ($preset) with $(nproc) cores; the first time takes a few minutes"
  {
    (cd "$root" && cmake --preset "$preset" "${options[@]}") &&
      cmake --build "$folder" --target "${targets[@]}"
  } >"$log" 2>&1 &
  local pid=$! step
  while kill -0 "$pid" 2>/dev/null; do
    if [[ -t 2 ]]; then
      step=$(grep -o '^\[[0-9]*/[0-9]*\]' "$log" 2>/dev/null | tail -n 1)
      printf '\ralembert: building %s ' "$step" >&2
    fi
    sleep 0.5
  done
  [[ -t 2 ]] && printf '\r\033[K' >&2
  if ! wait "$pid"; then
    tail -n 60 "$log" >&2
    say "alembert: the build failed; the whole log is in $log"
    exit 1
  fi
}
