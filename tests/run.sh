#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# Everything that must hold, in one command: installs what the tests need, builds the release, the
# address and undefined-behaviour sanitizer tree and the thread sanitizer tree, and runs every test;
# notebooks and hygiene are tests among them, and so is each sanitizer's own run. The
# ctest summary comes last. `tests/run.sh --fast` leaves the sanitizers out; tests/nightly.sh
# has clang-tidy and the long forms.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

thorough=ON
if [[ ${1:-} == --fast ]]; then
  thorough=OFF
elif [[ $# -gt 0 ]]; then
  echo "usage: tests/run.sh [--fast]" >&2
  exit 2
fi

bash apps/install_packages.sh apps/packages.txt tests/packages.txt
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_SLOPPINESS=pch_defines,time_macros
fi
jobs=$(nproc)

cmake --preset release -DKAPPROX_BUILD_TESTS=ON -DKAPPROX_BUILD_BENCH=ON \
  -DKAPPROX_THOROUGH_TESTS=$thorough
cmake --build build/release -j "$jobs"
if [[ $thorough == ON ]]; then
  cmake --preset asan
  cmake --build build/asan -j "$jobs"
  cmake --preset tsan
  cmake --build build/tsan -j "$jobs" --target plugins/all engine_tests
fi

exec ctest --test-dir build/release --output-on-failure -j "$jobs"
