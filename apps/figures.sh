#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# figures.sh [--quick] [--only NOTEBOOK] [--program KAPPROX] [--into FOLDER]: for each notebook runs its
# studies into FOLDER/NOTEBOOK/ (default: results) and renders docs/notebooks/NOTEBOOK.ipynb as
# FOLDER/NOTEBOOK.html, its figures as PNG beside it. Notebooks: kernel_methods, attention,
# rank_and_concentration, series, block_scoring and scaling. Complete results files stay untouched. --quick
# takes few trials: closed forms stay exact, points scatter more. Give it a FOLDER of its own. The notebook
# scaling measures time, some ten minutes of it: leave the machine alone meanwhile.
set -euo pipefail
tree=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")

notebooks=(kernel_methods attention rank_and_concentration series block_scoring scaling)
quick=no
program=
into=$tree/results
while [[ $# -gt 0 ]]; do
  case $1 in
    --quick) quick=yes ;;
    --program | --into)
      [[ $# -ge 2 ]] || { echo "figures: $1 needs a value" >&2; exit 2; }
      if [[ $1 == --program ]]; then program=$(realpath "$2"); else into=$(realpath -m "$2"); fi
      shift ;;
    --only)
      if [[ $# -lt 2 || " ${notebooks[*]} " != *" $2 "* ]]; then
        echo "figures: --only needs one of: ${notebooks[*]}" >&2
        exit 2
      fi
      notebooks=("$2")
      shift ;;
    *)
      echo "usage: figures.sh [--quick] [--only NOTEBOOK] [--program KAPPROX] [--into FOLDER]" >&2
      echo "notebooks: ${notebooks[*]} (some ten minutes of timing; the others some minutes together)" >&2
      exit 2 ;;
  esac
  shift
done

if [[ -z $program ]]; then
  program=$tree/build/release/bin/kapprox
  [[ -x $program ]] || bash "$tree/apps/quickstart.sh" # builds it, packages and all
fi

# study NAME [--threads COUNT] [--set …]: what follows holds for --quick, the threads always. Status 1
# means complete with some failed points, which the file and the notebook tell: logits 16 times a model's own leave the range
# of double under some estimators.
study() {
  local name=$1 status=0 changes=()
  shift
  if [[ ${1:-} == --threads ]]; then
    changes=("$1" "$2")
    shift 2
  fi
  if [[ $quick == yes ]]; then changes+=("$@" --quiet); fi
  printf '\n== %s\n' "$name"
  "$program" run "$tree/data/studies/$name.toml" -o "$into/$notebook/$name.h5" "${changes[@]}" ||
    status=$?
  if [[ $status -gt 1 ]]; then exit "$status"; fi
}

kernel_methods() {
  study equal_m --set trials=100
  study equal_projections --set trials=100
  study equal_features --set trials=50
  study directions --set trials=2000
  study heads --set trials=20 --set inputs.0.pairs=20 --set inputs.1.pairs=20 \
    --set inputs.2.pairs=20
  study polynomials --set trials=10
  study slope --set trials=200 --set 'inputs.replicate={ from = 0, to = 15, count = 16 }'
  study words --set trials=4 --set inputs.queries=1
  study digits --set trials=4 --set inputs.queries=1
}

attention() {
  study attention_budget --set trials=2
  study attention --set trials=2 --set 'inputs.0.temperature=[1.0, 16.0]' \
    --set 'inputs.1.temperature=[1.0, 16.0]'
  study attention_break_even --set trials=2 --set 'inputs.0.temperature=[1.0, 8.0, 32.0]' \
    --set 'inputs.1.temperature=[1.0, 8.0, 32.0]' --set inputs.2.path=../use_l0_h3_n512_d64.h5 \
    --set 'inputs.2.temperature=[1.0, 32.0]'
  study attention_rows --set trials=4
  study attention_entries --set inputs.0.queries=8
  study bridge
  study bridge_logits
}

rank_and_concentration() {
  study spectrum --set inputs.1.head=[0,1]
}

series() {
  study series
  study series_radius
}

block_scoring() {
  study blocks --set 'inputs.0.replicate=[0]' --set 'inputs.0.scale=[1.0, 4.0]' \
    --set 'inputs.0.block=[16, 32]' --set 'inputs.0.top_k=[4, 8]' \
    --set 'inputs.1.top_k=[1, 2]' --set inputs.2.temperature=1.0 --set inputs.2.block=16 \
    --set inputs.2.top_k=2 --set 'inputs.3.temperature=[0.25, 1.0]' --set inputs.3.block=16 \
    --set inputs.3.top_k=2 --set inputs.4.temperature=1.0 --set inputs.4.block=16 --set inputs.4.top_k=2 \
    --set 'inputs.5.temperature=[0.25, 1.0]' --set inputs.5.block=16 --set inputs.5.top_k=2
  study block_table --set 'inputs.0.replicate={ from = 0, to = 3, count = 4 }'
  study landmarks --set 'inputs.0.replicate=[0, 1]' --set 'inputs.0.scale=[0.5, 4.0]' \
    --set 'inputs.0.calibration=[1, 64]' --set 'inputs.2.calibration=[1, 64]' --set 'inputs.3.calibration=[1, 64]' \
    --set inputs.3.temperature=1.0 --set 'inputs.4.calibration=[1, 64]' --set inputs.4.temperature=1.0 \
    --set 'inputs.5.calibration=[1, 64]' --set inputs.5.temperature=1.0
}

scaling() {
  study scaling --threads 1 --set trials=3 --set 'inputs.n=[256,512,1024,2048]'
}

for notebook in "${notebooks[@]}"; do
  mkdir -p "$into/$notebook"
  "$notebook"
  printf '\n== Report\n'
  bash "$tree/apps/render.sh" "$tree/docs/notebooks/$notebook.ipynb" "$into/$notebook" \
    "$into/$notebook.html"
  printf '\nResults files: %s\nReport:        %s\n' "$into/$notebook" "$into/$notebook.html"
done
