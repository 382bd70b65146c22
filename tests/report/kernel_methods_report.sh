#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# kernel_methods_report.sh PROGRAM FOLDER: the studies of the kernel methods with few trials, and the
# notebook on their results; then looks into what came out.
set -euo pipefail

program=$1
folder=$2
tree=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
rm -rf "$folder"

bash "$tree/apps/figures.sh" --quick --only kernel_methods --program "$program" --into "$folder"
/usr/bin/python3 "$tree/tests/report/look_at_kernel_methods.py" "$folder"
