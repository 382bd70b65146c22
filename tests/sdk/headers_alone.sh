#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# headers_alone.sh INCLUDE COMPILER: every public header compiles alone, twice in one file, without a
# warning, with nothing but INCLUDE on the path; and what it pulls in is its neighbours and the
# compiler's own headers, nothing of another library.
set -euo pipefail
include=$1
compiler=$2

failed=0
for header in "$include"/kapprox/*.hpp; do
  name=kapprox/$(basename "$header")
  if ! seen=$(printf '#include <%s>\n#include <%s>\n' "$name" "$name" |
              "$compiler" -std=c++20 -Wall -Wextra -Wpedantic -Wshadow -Werror -I "$include" \
                          -M -x c++ -); then
    echo "$name: the preprocessor of $compiler refuses it" >&2
    failed=1
    continue
  fi
  if ! printf '#include <%s>\n#include <%s>\n' "$name" "$name" |
       "$compiler" -std=c++20 -Wall -Wextra -Wpedantic -Wshadow -Werror -I "$include" \
                   -fsyntax-only -x c++ -; then
    echo "$name: does not compile alone with $compiler" >&2
    failed=1
  fi
  foreign=$(tr ' \\' '\n\n' <<<"$seen" | grep -iE '/(hdf5|boost|openblas|cblas|lapacke|omp|fmt|hwy|toml\+\+|xxhash)[./-]' || true)
  if [[ -n $foreign ]]; then
    echo "$name: pulls in $foreign" >&2
    failed=1
  fi
done
exit $failed
