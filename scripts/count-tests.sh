# Shared by ./test and scripts/other-architecture.sh: runs tests and counts them. Sourced after
# setup.sh, with $root set.
passed=0 failed=0 skipped=0

# count_cases REPORT: says "passed failed skipped" of a report of ctest, then the names of what failed.
# A process of GoogleTest has many tests, and says of each how it ended; where it ended by itself
# before all were run, that is one that failed.
count_cases() {
  awk '
    function close_test() {
      if (!name) return
      if (!google) { if (status == "fail") failed[name]; else if (status == "run") passed++; else skipped++ }
      else if (status == "fail" && !told) failed[name " (ended before its end)"]
      name = ""
    }
    /<testcase / {
      close_test()
      match($0, / name="[^"]*"/); name = substr($0, RSTART + 7, RLENGTH - 8)
      match($0, / status="[^"]*"/); status = substr($0, RSTART + 9, RLENGTH - 10)
      google = told = 0
    }
    /\[==========\] Running / { google = 1 }
    google && / \([0-9]+ ms\)$/ {
      if (/\[       OK \]/) passed++
      else if (/\[  SKIPPED \]/) skipped++
      else if (/\[  FAILED  \]/) { told = 1; sub(/^.*\[  FAILED  \] /, ""); sub(/ \([0-9]+ ms\)$/, ""); failed[name ": " $0] }
    }
    END {
      close_test()
      for (test in failed) count++
      printf "%d %d %d\n", passed, count, skipped
      for (test in failed) print test
    }' "$1"
}

# run_ctest FOLDER [OPTION…]: runs the tests of build/FOLDER, says why some were skipped and adds all
# to the count.
run_ctest() {
  local report="$root/build/$1-tests.xml" counts="$root/build/$1-counts.txt" now
  rm -f "$report"
  ctest --test-dir "$root/build/$1" --output-on-failure --output-junit "$report" \
    --test-output-size-passed 100000000 --test-output-size-failed 100000000 \
    --timeout 900 -j "$(nproc)" "${@:2}" | grep -v ' Passed \|^ *Start ' || true
  # GoogleTest's words, and pytest's: "SKIPPED [1] file.py:12: why".
  { grep -h -A 1 ': Skipped$' "$report" | grep -v ': Skipped$\|^--$'
    sed -n 's/^SKIPPED \[[0-9]*\] [^ ]*: //p' "$report"; } | sort | uniq -c |
    sed 's/^ *\([0-9]*\) /skipped \1: /' || true
  count_cases "$report" >"$counts"
  read -ra now <"$counts"
  if [[ $((now[0] + now[1] + now[2])) -eq 0 ]]; then
    say "alembert: no test ran in build/$1, which is a fault of this script"
    exit 1
  fi
  tail -n +2 "$counts" | sort | sed 's/^/failed: /'
  passed=$((passed + now[0]))
  failed=$((failed + now[1]))
  skipped=$((skipped + now[2]))
}

# say_count: the last line, and whether all is well.
say_count() {
  echo "$passed passed, $failed failed, $skipped skipped"
  [[ $failed -eq 0 ]]
}
