#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# out_of_tree.sh PREFIX SCRATCH COMPILER: what `kapprox new` writes, outside of the tree, is built by
# COMPILER against the SDK in PREFIX, loads with --plugins and with KAPPROX_PLUGIN_PATH, and passes
# `kapprox verify` as it stands.
set -euo pipefail
prefix=$1
scratch=$2
compiler=$3
kapprox=$prefix/bin/kapprox
unset KAPPROX_PLUGIN_PATH

rm -rf "$scratch"
mkdir -p "$scratch"
"$kapprox" new mine --into "$scratch" >"$scratch/new"
cd "$scratch/mine"
cmake -B build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler" >"$scratch/log" ||
  { cat "$scratch/log" >&2; exit 1; }
cmake --build build >"$scratch/log" || { cat "$scratch/log" >&2; exit 1; }

expect() {  # expect WHAT PATTERN FILE
  grep -q "$2" "$3" || { echo "$1: '$2' is not in:" >&2; cat "$3" >&2; exit 1; }
}

"$kapprox" list >"$scratch/without"
"$kapprox" list --plugins build >"$scratch/option"
KAPPROX_PLUGIN_PATH=build "$kapprox" list >"$scratch/variable"
"$kapprox" info mine --plugins build >"$scratch/info"
"$kapprox" verify build/mine.so >"$scratch/report" || { cat "$scratch/report" >&2; exit 1; }

expect "list --plugins" '  *mine  *positive random' "$scratch/option"
expect "list with KAPPROX_PLUGIN_PATH" '  *mine  *positive random' "$scratch/variable"
expect "info" stretch "$scratch/info"
expect "verify" '^kernel:mine: all .* passed\.$' "$scratch/report"
if grep -q ' mine ' "$scratch/without"; then
  echo "list: the new method is listed without having been asked for" >&2
  exit 1
fi
