#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# guide.sh PREFIX SOURCE SCRATCH: follows docs/write_a_method.md command by command, with the SDK in
# PREFIX and the clone in SOURCE, looks at the plot and the errors of scorers that it ends with, and makes
# the mistakes that the guide suggests: kapprox verify must say what the guide says.
set -euo pipefail
export KAPPROX_PREFIX=$1
export KAPPROX_CLONE=$2
scratch=$3
guide=$KAPPROX_CLONE/docs/write_a_method.md

rm -rf "$scratch"
unset KAPPROX_PLUGIN_PATH
MPLBACKEND=Agg /usr/bin/python3 "$KAPPROX_CLONE/tests/tools/run_guide.py" "$guide" --folder "$scratch"
export PATH="$KAPPROX_PREFIX/bin:$PATH"

plot=$scratch/my_method/variance.png
[[ $(head -c 4 "$plot" | tail -c 3) == PNG ]] || { echo "guide: $plot is no picture" >&2; exit 1; }

# mistake METHOD SED CHECK…: with SED in its source, METHOD fails these checks, as many as the guide says.
mistake() {
  local method=$1 name=${1#*:} status=0 promised
  promised=$(grep "^$method: .* checks failed" "$guide")
  cd "$scratch/$name"
  cp "$name.cpp" right
  sed -i "$2" "$name.cpp"
  if cmp -s right "$name.cpp"; then
    echo "guide: $name.cpp has nothing of the mistake '$2'" >&2
    exit 1
  fi
  cmake --build build >/dev/null
  kapprox verify "build/$name.so" >report || status=$?
  if [[ $status != 1 ]] || ! grep -qxF "$promised" report; then
    echo "guide: kapprox verify ended with status $status, but must end with 1 and the line: $promised" >&2
    cat report >&2
    exit 1
  fi
  for check in "${@:3}"; do
    grep -q "FAILED  $check" report || { echo "guide: $check does not fail" >&2; exit 1; }
  done
}
mistake kernel:my_method 's/2 \* projections.directions()/projections.directions()/' \
  "claim: unbiased" "theory: mean" "theory: variance"
mistake scorer:isotropic 's/return {};/return {.lower_bound = true};/' "claim: at most the log-sum-exp"

# The table of scorers, to the digits that are printed there.
kapprox show "$scratch/isotropic/blocks.h5" --columns scorer,error |
  awk 'NF == 2 && $2 + 0 > 0 { printf "%s %.3f\n", $1, $2 }' >"$scratch/errors"
sed -n 's/^| `\([a-z_]*\)` | [0-9]* | \(0\.[0-9]*\) |$/\1 \2/p' "$guide" >"$scratch/promised"
if [[ ! -s $scratch/promised ]] || ! cmp -s "$scratch/promised" "$scratch/errors"; then
  echo "guide: the errors of block_sparse, promised and found, differ:" >&2
  paste "$scratch/promised" "$scratch/errors" >&2
  exit 1
fi
