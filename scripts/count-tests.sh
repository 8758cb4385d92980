# Shared by ./test and scripts/other-architecture.sh: runs tests and counts them. Sourced after
# setup.sh, with $root set.
passed=0 failed=0 skipped=0

# run_ctest FOLDER [OPTION…]: runs the tests of build/FOLDER, says why some were skipped and adds all
# to the count.
run_ctest() {
  local report="$root/build/$1-tests.xml"
  rm -f "$report"
  ctest --test-dir "$root/build/$1" --output-on-failure --output-junit "$report" \
    -j "$(nproc)" "${@:2}" | grep -v ' Passed \|^ *Start ' || true
  local counts
  counts=$(grep -o '\(tests\|failures\|skipped\|disabled\)="[0-9]*"' "$report" | head -n 4)
  local tests failures skips
  tests=$(sed -n 's/^tests="\(.*\)"/\1/p' <<<"$counts")
  failures=$(sed -n 's/^failures="\(.*\)"/\1/p' <<<"$counts")
  skips=$(sed -n 's/^skipped="\(.*\)"/\1/p' <<<"$counts")
  # GoogleTest's words, and pytest's: "SKIPPED [1] file.py:12: why".
  { grep -h -A 1 ': Skipped$' "$report" | grep -v ': Skipped$\|^--$'
    sed -n 's/^SKIPPED \[[0-9]*\] [^ ]*: //p' "$report"; } | sort | uniq -c |
    sed 's/^ *\([0-9]*\) /skipped \1: /' || true
  if [[ ${tests:-0} -eq 0 ]]; then
    say "alembert: no test ran in build/$1, which is a fault of this script"
    exit 1
  fi
  passed=$((passed + tests - failures - skips))
  failed=$((failed + failures))
  skipped=$((skipped + skips))
}

# say_count: the last line, and whether all is well.
say_count() {
  echo "$passed passed, $failed failed, $skipped skipped"
  [[ $failed -eq 0 ]]
}
