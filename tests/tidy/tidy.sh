#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# tidy.sh BUILD: clang-tidy on every file in BUILD/compile_commands.json, as many at once as there
# are processors. Prints only complaints; exit status 1 when there is one.
set -euo pipefail

build=$1
sources=$(sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$build/compile_commands.json" | sort -u)
if [[ -z $sources ]]; then
  echo "tidy: $build/compile_commands.json names no file" >&2
  exit 1
fi
echo "$sources" | xargs -P "$(nproc)" -n 1 clang-tidy-14 -p "$build" --quiet 2>/dev/null || exit 1
