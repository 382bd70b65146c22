#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# quickstart_report.sh PROGRAM FOLDER: the quickstart study with few trials, its table, and the
# notebook on its results file; then looks into what came out.
set -euo pipefail

program=$1
folder=$2
tree=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
rm -rf "$folder"
mkdir -p "$folder"

"$program" run "$tree/data/studies/quickstart.toml" -o "$folder/quickstart.h5" --set trials=400 --quiet
"$program" show "$folder/quickstart.h5" >"$folder/table.txt"
bash "$tree/apps/render.sh" "$tree/docs/notebooks/quickstart.ipynb" "$folder/quickstart.h5" \
  "$folder/quickstart.html"
/usr/bin/python3 "$tree/tests/report/look_at_report.py" "$folder"
