#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# From a bare Debian 12 machine to a results file and a picture: installs missing packages, builds
# the program and the shipped plugins, runs data/studies/quickstart.toml, renders the notebook. Works
# from any current directory; a second run redoes only what is not there yet.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

step() { printf '\n== %s\n' "$*"; }

step "Packages"
bash apps/install_packages.sh apps/packages.txt
echo "all there"

step "Build (Release)"
# The tests need more packages: tests/run.sh switches them on in the same build folder, where nothing
# built here is built again. A folder that has them on keeps them on.
options=()
[[ -f build/release/build.ninja ]] || options=(-DKAPPROX_BUILD_TESTS=OFF)
if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=ccache; fi
cmake --preset release --log-level=WARNING "${options[@]}"
cmake --build build/release --target plugins/all apps/all -j "$(nproc)"

step "Study"
mkdir -p results
build/release/bin/kapprox run data/studies/quickstart.toml -o results/quickstart.h5

step "Bias and variance beside theory"
build/release/bin/kapprox show results/quickstart.h5

step "Report"
bash apps/render.sh docs/notebooks/quickstart.ipynb results/quickstart.h5 results/quickstart.html

printf '\nResults file:  %s\nReport:        %s\nPicture:       %s\n' \
  "$PWD/results/quickstart.h5" "$PWD/results/quickstart.html" "$PWD/results/variance_over_angle.png"
