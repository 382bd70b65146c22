#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# install.sh BUILD PREFIX SOURCE: installs the SDK into an empty PREFIX and looks at what is there: all
# that a method author needs, and no word of where it was built.
set -euo pipefail
build=$1
prefix=$2
source=$3

rm -rf "$prefix"
cmake --install "$build" --prefix "$prefix" >/dev/null

for file in bin/kapprox lib/libkapprox.so lib/kapprox/plugins/performer.so \
            include/kapprox/plugin.hpp lib/cmake/kapprox/kapproxConfig.cmake \
            lib/cmake/kapprox/kapproxConfigVersion.cmake \
            lib/cmake/kapprox/kapprox_add_plugin.cmake \
            share/kapprox/template{,_scorer,_softmax}/{CMakeLists.txt,README.md} \
            share/kapprox/template/template.cpp share/kapprox/template_scorer/template_scorer.cpp \
            share/kapprox/template_softmax/template_softmax.cpp; do
  [[ -f $prefix/$file ]] || { echo "install: $file is missing" >&2; exit 1; }
done
# A folder of plugins/ makes one library; templates and the tests' own plugins are not shipped.
for library in "$prefix"/lib/kapprox/plugins/*; do
  name=$(basename "$library" .so)
  if [[ $name == template* || ! -d $source/plugins/$name ]]; then
    echo "install: $library is installed, but must not be" >&2
    exit 1
  fi
done
if grep -rlF -e "$source" -e "$build" "$prefix/lib/cmake" "$prefix/include" "$prefix/share"; then
  echo "install: these files name the folder of the build" >&2
  exit 1
fi
