#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# out_of_tree.sh PREFIX SCRATCH COMPILER KIND…: what `kapprox new` writes for these kinds, outside of the
# tree, is built by COMPILER against the SDK in PREFIX, loads with --plugins and with KAPPROX_PLUGIN_PATH,
# and passes `kapprox verify` as it stands.
set -euo pipefail
prefix=$1
scratch=$2
compiler=$3
kapprox=$prefix/bin/kapprox
unset KAPPROX_PLUGIN_PATH

expect() {  # expect WHAT PATTERN FILE
  grep -q "$2" "$3" || { echo "$1: '$2' is not in:" >&2; cat "$3" >&2; exit 1; }
}

try() {  # try KIND SUMMARY PARAMETER
  local scratch=$scratch/$1
  mkdir -p "$scratch"
  "$kapprox" new mine --kind "$1" --into "$scratch" >"$scratch/new"
  cd "$scratch/mine"
  cmake -B build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler" >"$scratch/log" ||
    { cat "$scratch/log" >&2; exit 1; }
  cmake --build build >"$scratch/log" || { cat "$scratch/log" >&2; exit 1; }

  "$kapprox" list >"$scratch/without"
  "$kapprox" list --plugins build >"$scratch/option"
  KAPPROX_PLUGIN_PATH=build "$kapprox" list >"$scratch/variable"
  "$kapprox" info mine --plugins build >"$scratch/info"
  "$kapprox" verify build/mine.so >"$scratch/report" || { cat "$scratch/report" >&2; exit 1; }

  expect "list --plugins" "^$1  *mine  *$2" "$scratch/option"
  expect "list with KAPPROX_PLUGIN_PATH" "^$1  *mine  *$2" "$scratch/variable"
  expect "info" "$3" "$scratch/info"
  expect "verify" "^$1:mine: all .* passed\.$" "$scratch/report"
  if grep -q ' mine ' "$scratch/without"; then
    echo "list: the new method is listed without having been asked for" >&2
    exit 1
  fi
}

rm -rf "$scratch"
for kind in "${@:4}"; do
  case $kind in
    kernel) try kernel "positive random" stretch ;;
    scorer) try scorer "log|B|" share ;;
    softmax) try softmax "softmax of capped" cap ;;
    *) echo "out_of_tree: KIND is $kind, but must be kernel, scorer or softmax" >&2; exit 2 ;;
  esac
done
