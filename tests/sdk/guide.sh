#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# guide.sh PREFIX SOURCE SCRATCH: follows docs/write_a_method.md command by command, with the SDK in
# PREFIX and the clone in SOURCE, and looks at the plot that it ends with.
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
