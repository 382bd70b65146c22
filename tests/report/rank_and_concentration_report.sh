#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# rank_and_concentration_report.sh PROGRAM FOLDER: the study of attention spectra and its notebook; then
# looks into what came out.
set -euo pipefail

program=$1
folder=$2
tree=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
rm -rf "$folder"

bash "$tree/apps/figures.sh" --quick --only rank_and_concentration --program "$program" --into "$folder"
/usr/bin/python3 "$tree/tests/report/look_at_rank_and_concentration.py" "$folder"
