#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# compare.sh [ROUNDS] [BUILD_FOLDER]: kernel_study and numpy_reference.py in turn, on one thread, in
# several rounds (default 5), and the median of the paired ratios NumPy time / kapprox time. Only
# such ratios may be quoted: times of different moments or machines do not compare.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
rounds=${1:-5}
build=${2:-$here/../../build/bench}
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1

study=$build/bin/kernel_study
[[ -x $study ]] || {
  echo "compare.sh: $study is missing, but must be built; do cmake --preset bench" \
    "&& cmake --build build/bench" >&2
  exit 2
}

for estimator in positive trig; do
  for m in 64 256; do
    for ((round = 0; round < rounds; ++round)); do
      ours=$("$study" --benchmark_filter="study/${estimator}_iid/$m/0\$" --benchmark_format=json \
               --benchmark_min_time=0.01 2>/dev/null)
      numpy=$(/usr/bin/python3 "$here/numpy_reference.py" --estimator "$estimator" --m "$m")
      /usr/bin/python3 -c '
import json, sys
ours = json.loads(sys.argv[1])["benchmarks"][0]
print(ours["tpd_ns"], json.loads(sys.argv[2])["tpd_ns"], ours["achieved_share"])' "$ours" "$numpy"
    done | /usr/bin/python3 -c '
import statistics, sys
rows = [[float(word) for word in line.split()] for line in sys.stdin]
ratio = statistics.median(theirs / mine for mine, theirs, _ in rows)
mine, theirs, share = (statistics.median(column) for column in zip(*rows))
print(f"{sys.argv[1]:8} m={sys.argv[2]:>3}: kapprox {mine:.2f} ns, NumPy {theirs:.2f} ns, "
      f"ratio {ratio:.2f}, share of the limit {share:.2f} ({len(rows)} rounds)")' "$estimator" "$m"
  done
done
