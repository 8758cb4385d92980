#!/usr/bin/env bash
# Measures again and writes the table of docs/performance.md, between its two marks.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
page=$root/docs/performance.md
table=$(mktemp)
trap 'rm -f "$table" "$table.page"' EXIT
"$root/alembert" bench --markdown "$@" >"$table"
awk -v table="$table" '
  /^<!-- table -->$/ { print; while ((getline line < table) > 0) print line; skip = 1 }
  /^<!-- end -->$/ { skip = 0 }
  !skip && !/^<!-- table -->$/' "$page" >"$table.page"
cp "$table.page" "$page"
