#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# same_bits.sh TREE PROGRAM: builds tests/random/random_bits.cpp with the sources of base, numeric
# and random by g++ and clang++-14, without and with optimisation, and compares what each prints
# with PROGRAM, which is linked with the library. Without clang++-14 only g++ is tried. Two of the
# instruction sets are compiled, to save time; that all of them agree is another test's business.
set -euo pipefail
tree=$1
program=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

launcher=()
if command -v ccache >/dev/null; then launcher=(ccache); fi
read -ra flags < <(pkg-config --cflags libhwy openblas libxxhash)
read -ra libraries < <(pkg-config --libs libhwy openblas libxxhash fmt)
options=(-std=c++20 -fopenmp -fPIE -ffp-contract=off -I"$tree/core" -I"$tree/core/include"
         -DHWY_WANT_AVX3_DL "-DHWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_SSE4|HWY_AVX3)")
sources=("$tree"/core/{base,numeric,random}/*.cpp "$tree/tests/random/random_bits.cpp")

# build COMPILER LEVEL: prints the path of the program.
build() {
  local out="$folder/$1$2"
  mkdir -p "$out"
  printf '%s\0' "${sources[@]}" |
    xargs -0 -P "$(nproc)" -I{} bash -c '"${@:2}" -c "$1" -o "$0/$(basename "$1").o"' "$out" {} \
      "${launcher[@]}" "$1" "$2" "${options[@]}" "${flags[@]}"
  "$1" -fopenmp "$out"/*.o "${libraries[@]}" -o "$out/random_bits"
  echo "$out/random_bits"
}

compilers=(g++)
if command -v clang++-14 >/dev/null; then
  compilers+=(clang++-14)
else
  echo "clang++-14 is not installed: comparing g++ alone"
fi

expected=$("$program")
echo "the library:"
echo "$expected"
failed=0
for compiler in "${compilers[@]}"; do
  for level in -O0 -O3; do
    built=$(build "$compiler" "$level")
    answer=$("$built")
    if [[ $answer == "$expected" ]]; then
      echo "$compiler $level: the same"
    else
      echo "$compiler $level: DIFFERENT"
      diff <(echo "$expected") <(echo "$answer") || true
      failed=1
    fi
  done
done
exit $failed
