#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# attention_report.sh PROGRAM FOLDER: the studies of attention with few trials, and the notebook on
# their results; then looks into what came out.
set -euo pipefail

program=$1
folder=$2
tree=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
rm -rf "$folder"

bash "$tree/apps/figures.sh" --quick --only attention --program "$program" --into "$folder"
/usr/bin/python3 "$tree/tests/report/look_at_attention.py" "$folder"
