#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# compare_attention.sh [ROUNDS] [BUILD_FOLDER]: exact_attention and numpy_attention.py in turn, on one
# thread, in several rounds (default 5), and the median of the paired ratios NumPy time / kapprox time.
# Only such ratios may be quoted: times of different moments or machines do not compare.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
rounds=${1:-5}
build=${2:-$here/../../build/bench}
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1

program=$build/bin/exact_attention
[[ -x $program ]] || {
  echo "compare_attention.sh: $program is missing, but must be built; do cmake --preset bench" \
    "&& cmake --build build/bench" >&2
  exit 2
}

for n in 256 1024 4096; do
  for causal in 0 1; do
    order=
    if [[ $causal == 1 ]]; then order=--causal; fi
    for ((round = 0; round < rounds; ++round)); do
      ours=$("$program" --benchmark_filter="exact/$n/$causal\$" --benchmark_format=json \
               --benchmark_min_time=0.01 2>/dev/null)
      numpy=$(/usr/bin/python3 "$here/numpy_attention.py" --n "$n" ${order:+"$order"})
      /usr/bin/python3 -c '
import json, sys
ours = json.loads(sys.argv[1])["benchmarks"][0]
print(ours["best_ms"], json.loads(sys.argv[2])["best_ms"], ours["achieved_share"])' "$ours" "$numpy"
    done | /usr/bin/python3 -c '
import statistics, sys
rows = [[float(word) for word in line.split()] for line in sys.stdin]
ratio = statistics.median(theirs / mine for mine, theirs, _ in rows)
mine, theirs, share = (statistics.median(column) for column in zip(*rows))
order = "causal" if sys.argv[2] == "1" else "all"
print(f"n={sys.argv[1]:>4} {order:6}: kapprox {mine:.2f} ms, NumPy {theirs:.2f} ms, "
      f"ratio {ratio:.2f}, share of the limit {share:.2f} ({len(rows)} rounds)")' "$n" "$causal"
  done
done
