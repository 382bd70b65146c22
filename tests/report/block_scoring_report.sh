#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# block_scoring_report.sh PROGRAM FOLDER: the studies of block scorers, with fewer replicates, sizes and temperatures,
# and their notebook; then looks into what came out.
set -euo pipefail

program=$1
folder=$2
tree=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
rm -rf "$folder"

bash "$tree/apps/figures.sh" --quick --only block_scoring --program "$program" --into "$folder"
/usr/bin/python3 "$tree/tests/report/look_at_block_scoring.py" "$folder"
