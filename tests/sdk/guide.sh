#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# guide.sh PREFIX SOURCE SCRATCH: follows docs/write_a_method.md command by command, with the SDK in
# PREFIX and the clone in SOURCE, looks at the plot that it ends with, and makes the mistake that the
# guide suggests: kapprox verify must say what the guide says.
set -euo pipefail
export KAPPROX_PREFIX=$1
export KAPPROX_CLONE=$2
scratch=$3

rm -rf "$scratch"
unset KAPPROX_PLUGIN_PATH
MPLBACKEND=Agg /usr/bin/python3 "$KAPPROX_CLONE/tests/tools/run_guide.py" \
  "$KAPPROX_CLONE/docs/write_a_method.md" --folder "$scratch"

plot=$scratch/my_method/variance.png
[[ $(head -c 4 "$plot" | tail -c 3) == PNG ]] || { echo "guide: $plot is no picture" >&2; exit 1; }

cd "$scratch/my_method"
export PATH="$KAPPROX_PREFIX/bin:$PATH"
sed -i 's/2 \* projections.directions()/projections.directions()/' my_method.cpp
cmake --build build >/dev/null
status=0
kapprox verify build/my_method.so >report || status=$?
promised=$(grep '^kernel:my_method: .* checks failed' "$KAPPROX_CLONE/docs/write_a_method.md")
if [[ $status != 1 ]] || ! grep -qxF "$promised" report; then
  echo "guide: kapprox verify ended with status $status, but must end with 1 and the line: $promised" >&2
  cat report >&2
  exit 1
fi
for check in "claim: unbiased" "theory: mean" "theory: variance"; do
  grep -q "FAILED  $check" report || { echo "guide: $check does not fail" >&2; exit 1; }
done
