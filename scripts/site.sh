#!/usr/bin/env bash
# Makes build/site/html: guides, the reference of C++ and Python, examples, with a search, to be opened
# from a file. Warnings end it, and so does a public name without a sentence (docs/site).
# With --no-build the Python package must be built already, and nothing is installed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/setup.sh"
folder=$root/build/site
package=${ALEMBERT_PYTHON_FOLDER:-$root/build/release/python}
cd "$root"

if [[ ${1-} != --no-build ]]; then
  install_packages "$root"/scripts/packages-{build,python,site}.txt
  build release alembert_python -- -DALEMBERT_PYTHON=ON
fi
say "alembert: reading headers, guides and docstrings into build/site"
mkdir -p "$folder"
rm -rf "$folder/html" "$folder/xml"
doxygen docs/site/Doxyfile
export ALEMBERT_SOURCE=$root PYTHONPATH=$package PYTHONDONTWRITEBYTECODE=1
/usr/bin/python3 docs/site/pages.py "$root" "$folder"
/usr/bin/python3 -m sphinx -q -W --keep-going -d "$folder/doctrees" -c docs/site -b html \
  "$folder/source" "$folder/html"
cp -r "$folder/files/." "$folder/html/"
echo "$folder/html/index.html"
