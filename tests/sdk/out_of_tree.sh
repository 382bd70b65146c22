#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# out_of_tree.sh PREFIX TEMPLATE SCRATCH COMPILER: a copy of the template, outside of the tree, is
# built by COMPILER against the SDK in PREFIX; the installed program lists its method with --plugins and
# with KAPPROX_PLUGIN_PATH, and without them does not.
set -euo pipefail
prefix=$1
template=$2
scratch=$3
compiler=$4

rm -rf "$scratch"
mkdir -p "$scratch"
cp -r "$template" "$scratch/mine"
cd "$scratch/mine"
cmake -B build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler" >"$scratch/log" ||
  { cat "$scratch/log" >&2; exit 1; }
cmake --build build >"$scratch/log" || { cat "$scratch/log" >&2; exit 1; }

kapprox=$prefix/bin/kapprox
unset KAPPROX_PLUGIN_PATH
expect() {  # expect WHAT PATTERN FILE
  grep -q "$2" "$3" || { echo "$1: '$2' is not in:" >&2; cat "$3" >&2; exit 1; }
}

"$kapprox" list >"$scratch/without"
"$kapprox" list --plugins build >"$scratch/option"
KAPPROX_PLUGIN_PATH=build "$kapprox" list >"$scratch/variable"
"$kapprox" info template_positive --plugins build >"$scratch/info"

expect "list --plugins" template_positive "$scratch/option"
expect "list with KAPPROX_PLUGIN_PATH" template_positive "$scratch/variable"
expect "info" stretch "$scratch/info"
expect "list" positive "$scratch/without"
if grep -q template_positive "$scratch/without"; then
  echo "list: the template is listed without having been asked for" >&2
  exit 1
fi
