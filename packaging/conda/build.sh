#!/usr/bin/env bash
set -euo pipefail
# Where the Python package goes, seen from the prefix.
site=$("$PYTHON" -c 'import os, sys, sysconfig; print(os.path.relpath(sysconfig.get_path("platlib"), sys.prefix))')
cmake -S . -B build/conda -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$PREFIX" \
  -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=ON -DALEMBERT_PYTHON=ON \
  -DALEMBERT_PYTHON_EXECUTABLE="$PYTHON" -DALEMBERT_PYTHON_INSTALL_DIR="$site" ${CMAKE_ARGS-}
cmake --build build/conda
cmake --install build/conda
