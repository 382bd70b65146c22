#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# scaling_report.sh PROGRAM FOLDER: the study of time over the length, on short lengths with few rounds,
# and its notebook; then looks into what came out. How long anything took decides nothing.
set -euo pipefail

program=$1
folder=$2
tree=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
rm -rf "$folder"

bash "$tree/apps/figures.sh" --quick --only scaling --program "$program" --into "$folder"
/usr/bin/python3 -B "$tree/tests/report/look_at_scaling.py" "$folder"
