#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# The long forms of tests that CI runs short, on a machine without other work: a 60 s study killed 20
# times, one read while it is written, BLAS threads timed, and clang-tidy on every file. Needs a built
# release tree (tests/run.sh).
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
bash tests/tidy/tidy.sh build/release
echo "nightly: all passed"
