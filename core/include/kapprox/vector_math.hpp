// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Elementary functions over arrays, vectorised with run-time dispatch and with IEEE special values:
// exp(NaN) is NaN, log(0) is -infinity. An element's bits do not depend on its position, nor on the
// instruction set, as long as that has fused multiply-adds (AVX2 and AVX-512 agree; older ones
// differ in the last bits). `out` may be the input. Sizes must agree; they throw Error otherwise.
#pragma once

#include <kapprox/matrix.hpp>

#include <span>

namespace kapprox {

// Errors up to 1.5 units in the last place, denormal results included.
void vector_exp(std::span<const double> x, std::span<double> out);
void vector_log(std::span<const double> x, std::span<double> out);

// sine and cosine of x, errors up to 2 units in the last place for |x| ≤ 2^30, next to their zeros
// too; beyond that the C library's own, one element at a time. NaN for infinities.
void vector_sin_cos(std::span<const double> x, std::span<double> sine, std::span<double> cosine);

// Σ a_i b_i, summed in one fixed order whatever the vector width: sixteen chains of fused
// multiply-adds, element i in chain i mod 16, then a tree.
double dot(std::span<const double> a, std::span<const double> b);

// out[i] = exp(x[i] − shift); returns their sum, in the order of `dot`.
double exp_and_sum(std::span<const double> x, double shift, std::span<double> out);

// The largest element; -infinity for an empty span; NaN if any element is NaN.
double max_value(std::span<const double> x);

// out = x yᵀ: x is n × r, y is m × r, out is n × m. For r ≤ 1024 each element is one chain of fused
// multiply-adds in the order of k, so its bits depend on its two rows alone; larger r run BLAS.
// out must not overlap x or y.
void multiply_transposed(ConstMatrixView x, ConstMatrixView y, MatrixView out);

}  // namespace kapprox
