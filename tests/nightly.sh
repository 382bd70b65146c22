#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# The long forms of tests that CI runs short, on a machine without other work: a 60 s study killed 20
# times, one read while it is written, BLAS threads timed, linear attention overtaking exact attention
# between n = 256 and 16384, and clang-tidy on every file. Needs a built release tree (tests/run.sh).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

runner=$PWD/build/release/tests/study_runner
folder=$PWD/build/release/tests/nightly
if [[ ! -x $runner ]]; then
  echo "tests/nightly.sh: $runner is missing, but must be built; run tests/run.sh first" >&2
  exit 2
fi

/usr/bin/python3 -B tests/study/kill_and_resume.py "$runner" "$folder/kill" 60 1.0
/usr/bin/python3 -B tests/study/read_while_writing.py "$runner" "$folder/read" 60 1.0 0.5 100
/usr/bin/python3 -B tests/study/thread_matrix.py "$runner" "$folder/threads" 60 --timed
rm -rf "$folder/scaling"
mkdir -p "$folder/scaling"
build/release/bin/kapprox run data/studies/scaling.toml -o "$folder/scaling/scaling.h5" --threads 1 --quiet \
  --set 'inputs.n=[256,512,1024,2048,4096,8192,16384]'
/usr/bin/python3 -B tests/report/scaling_file.py "$folder/scaling/scaling.h5"
bash tests/tidy/tidy.sh build/release
echo "nightly: all passed"
