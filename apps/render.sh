#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# render.sh NOTEBOOK RESULTS REPORT.html: executes the notebook on a results file, or on a folder of
# them, and writes a standalone HTML page, and each figure as a PNG beside it. Uses the system's
# Python whatever python comes first on PATH, and none of the user's own kernels or settings.
set -euo pipefail

if [[ $# -ne 3 ]]; then
  echo "usage: render.sh NOTEBOOK RESULTS REPORT.html" >&2
  exit 2
fi
notebook=$(realpath "$1")
results=$(realpath "$2")
folder=$(realpath -m "$(dirname "$3")")
# Kept between runs: matplotlib's font cache takes seconds to make.
settings=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")/build/python
mkdir -p "$folder" "$settings"

env -u PYTHONPATH -u PYTHONHOME \
  KAPPROX_RESULTS="$results" KAPPROX_FIGURES="$folder" \
  JUPYTER_CONFIG_DIR="$settings" JUPYTER_DATA_DIR="$settings" JUPYTER_RUNTIME_DIR="$settings" \
  IPYTHONDIR="$settings" MPLCONFIGDIR="$settings" PYTHONNOUSERSITE=1 \
  PYDEVD_DISABLE_FILE_VALIDATION=1 \
  /usr/bin/python3 -W ignore /usr/bin/jupyter-nbconvert --log-level WARN --execute --to html \
  --TagRemovePreprocessor.enabled=True --TagRemovePreprocessor.remove_input_tags=hide-input \
  --output-dir "$folder" --output "$(basename "$3")" "$notebook" </dev/null
