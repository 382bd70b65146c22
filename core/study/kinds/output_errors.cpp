// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/output_errors.hpp"

#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>

namespace kapprox {

double frobenius_product(ConstMatrixView x, ConstMatrixView y) {
  double sum = 0.0;
  for (Index i = 0; i < x.rows; ++i) sum += dot(x.row(i), y.row(i));
  return sum;
}

Matrix difference(ConstMatrixView x, ConstMatrixView y) {
  Matrix result(x.rows, x.cols);
  for (Index i = 0; i < x.rows; ++i)
    for (Index j = 0; j < x.cols; ++j) result(i, j) = x(i, j) - y(i, j);
  return result;
}

OutputErrors output_errors(ConstMatrixView out, ConstMatrixView exact) {
  const Matrix error = difference(out, exact);
  OutputErrors errors;
  double absolute = 0.0;
  double exact_absolute = 0.0;
  double squared = 0.0;
  double exact_squared = 0.0;
  double rows = 0.0;
  for (Index i = 0; i < exact.rows; ++i) {
    const double error_square = dot(error.row(i), error.row(i));
    const double exact_square = dot(exact.row(i), exact.row(i));
    squared += error_square;
    exact_squared += exact_square;
    for (Index j = 0; j < exact.cols; ++j) {
      absolute += std::abs(error(i, j));
      exact_absolute += std::abs(exact(i, j));
    }
    if (exact_square == 0.0) continue;
    const double relative = std::sqrt(error_square / exact_square);
    errors.row_mean += relative;
    errors.row_max = std::max(errors.row_max, relative);
    ++rows;
  }
  errors.squared = squared / exact_squared;
  errors.absolute = absolute / exact_absolute;
  errors.row_mean /= rows;
  if (rows == 0.0) errors.row_max = errors.row_mean;
  return errors;
}

}  // namespace kapprox
