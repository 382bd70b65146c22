// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "iterated_inverse.hpp"

#include <kapprox/error.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>

namespace kapprox {

namespace {

Matrix transposed(ConstMatrixView a) {
  Matrix out(a.cols, a.rows);
  for (Index i = 0; i < a.rows; ++i)
    for (Index j = 0; j < a.cols; ++j) out(j, i) = a(i, j);
  return out;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix out(a.rows(), b.cols());
  multiply_transposed(a, transposed(b), out);
  return out;
}

}  // namespace

Matrix iterated_inverse(ConstMatrixView a, Index steps) {
  const Index n = a.rows;
  check_size("columns of a", a.cols, n);
  double column_norm = 0.0;
  double row_norm = 0.0;
  for (Index i = 0; i < n; ++i) {
    double column = 0.0;
    double row = 0.0;
    for (Index j = 0; j < n; ++j) {
      column += std::abs(a(j, i));
      row += std::abs(a(i, j));
    }
    column_norm = std::max(column_norm, column);
    row_norm = std::max(row_norm, row);
  }
  Matrix z = transposed(a);
  for (double& value : z.values()) value /= column_norm * row_norm;
  for (Index step = 0; step < steps; ++step) {
    Matrix a_z(n, n);
    multiply_transposed(a, transposed(z), a_z);
    Matrix inner = a_z;  // c I − AZ (…), from the inside out
    for (const double constant : {7.0, 15.0, 13.0}) {
      for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j) inner(i, j) = (i == j ? constant : 0.0) - inner(i, j);
      inner = product(constant == 13.0 ? z : a_z, inner);
    }
    for (double& value : inner.values()) value *= 0.25;
    z = inner;
  }
  return z;
}

}  // namespace kapprox
