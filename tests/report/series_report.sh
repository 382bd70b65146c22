#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# series_report.sh PROGRAM FOLDER: the studies of the softmax series, in full since they take a second, and
# their notebook; then looks into what came out.
set -euo pipefail

program=$1
folder=$2
tree=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
rm -rf "$folder"

bash "$tree/apps/figures.sh" --quick --only series --program "$program" --into "$folder"
/usr/bin/python3 "$tree/tests/report/look_at_series.py" "$folder"
