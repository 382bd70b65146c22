#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# tidy.sh BUILD [FOLDER…]: clang-tidy on every file in BUILD/compile_commands.json, or on those below
# the named folders of the tree, as many at once as there are processors. Prints only complaints; exit
# status 1 when there is one.
set -euo pipefail

build=$1
shift
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
sources=$(sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$build/compile_commands.json" | sort -u)
if [[ $# -gt 0 ]]; then
  below=$(printf "^$root/%s/|" "$@")
  sources=$(grep -E "${below%|}" <<<"$sources" || true)
fi
# clang cannot read the headers that g++ compiled beforehand for the tests.
database=$(mktemp -d)
trap 'rm -rf "$database"' EXIT
sed 's/ -Winvalid-pch -include [^ ]*cmake_pch\.hxx//' "$build/compile_commands.json" \
  > "$database/compile_commands.json"
if [[ -z $sources ]]; then
  echo "tidy: $build/compile_commands.json names no such file" >&2
  exit 1
fi
echo "$sources" | xargs -P "$(nproc)" -n 1 clang-tidy-14 -p "$database" --quiet 2>/dev/null || exit 1
