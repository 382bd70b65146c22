// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The loops behind Stream: a rectangle of counters turned into words and numbers.
#pragma once

#include <kapprox/matrix.hpp>

#include <cstdint>

namespace kapprox {

// out(i, j) from the Philox block of counter {j / 2, i, trial low, trial high} under `key`; half
// j mod 2 of the block, so out.cols needs ⌈cols / 2⌉ blocks per row. rows and blocks per row <
// 2^32.
void fill_normals(std::uint64_t key, std::uint64_t trial, MatrixView out);
void fill_uniforms(std::uint64_t key, std::uint64_t trial, MatrixView out);

}  // namespace kapprox
