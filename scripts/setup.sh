# Shared by ./alembert and ./test: install what is missing, configure, build. Sourced, with $root set.
# Everything is said on standard error, so that standard output stays the program's own.

say() { printf '%s\n' "$*" >&2; }

# installed NAME: is this Debian package installed, for this machine (others may be there too)?
installed() {
  dpkg-query -W -f '${db:Status-Status} ${Architecture}\n' "$1" 2>/dev/null |
    grep -qx -e "installed $(dpkg --print-architecture)" -e "installed all"
}

# install_packages FILE…: installs the packages listed there that are missing.
install_packages() {
  command -v dpkg-query >/dev/null || {
    say "alembert: this is not a Debian system; assuming that the packages in scripts/packages-*.txt are there"
    return 0
  }
  local name wanted=() optional=()
  while read -r name; do
    if [[ $name == *'?' ]]; then
      installed "${name%\?}" || optional+=("${name%\?}")
    else
      installed "$name" || wanted+=("$name")
    fi
  done < <(grep -hv '^#' "$@")
  [[ ${#wanted[@]} -eq 0 && ${#optional[@]} -eq 0 ]] && return 0

  local apt=(apt-get)
  if [[ $EUID -ne 0 ]]; then
    if command -v sudo >/dev/null; then
      apt=(sudo apt-get)
    elif [[ ${#wanted[@]} -eq 0 ]]; then
      return 0
    else
      say "alembert: these Debian packages are missing: ${wanted[*]}"
      say "alembert: ask an administrator to run: apt-get install ${wanted[*]} ${optional[*]}"
      exit 1
    fi
  fi
  say "alembert: installing Debian packages: ${wanted[*]} ${optional[*]}"
  "${apt[@]}" -qq update >&2 || say "alembert: apt-get update failed; trying with the lists there are"
  # Only packages that this Debian does not know are left out; a failed download is an error.
  for name in "${optional[@]}"; do
    if apt-cache show "$name" >/dev/null 2>&1; then
      wanted+=("$name")
    else
      say "alembert: this Debian has no $name; building without it"
    fi
  done
  [[ ${#wanted[@]} -eq 0 ]] && return 0
  if ! DEBIAN_FRONTEND=noninteractive "${apt[@]}" -qq install -y --no-install-recommends \
      "${wanted[@]}" >&2; then
    say "alembert: could not install: ${wanted[*]}"
    say "alembert: install them by hand (apt-get install ${wanted[*]}) and try again"
    exit 1
  fi
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
