// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Elementary functions over arrays, vectorised with run-time dispatch (AVX2 and AVX-512 give equal
// bits) and with IEEE special values: exp(NaN) is NaN, log(0) is -infinity. `out` may be the input.
// Sizes must agree; they throw Error otherwise.
#pragma once

#include <kapprox/matrix.hpp>

#include <span>

namespace kapprox {

void vector_exp(std::span<const double> x, std::span<double> out);
void vector_log(std::span<const double> x, std::span<double> out);

// sine and cosine of x; |x| up to 1e9 keeps an absolute error below 1e-9, small arguments a few
// ulp.
void vector_sin_cos(std::span<const double> x, std::span<double> sine, std::span<double> cosine);

// Σ a_i b_i, summed in one fixed order whatever the vector width.
double dot(std::span<const double> a, std::span<const double> b);

// The largest element; -infinity for an empty span; NaN if any element is NaN.
double max_value(std::span<const double> x);

// out = x yᵀ: x is n × r, y is m × r, out is n × m. Small r runs an own loop, large r runs BLAS on
// the calling thread.
void multiply_transposed(ConstMatrixView x, ConstMatrixView y, MatrixView out);

}  // namespace kapprox
