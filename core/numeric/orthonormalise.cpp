// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Thin QR by Householder reflections on a transposed copy, so that every column is contiguous.
// Golub and Van Loan, "Matrix computations", 4th edition, algorithms 5.1.1, 5.2.1 and
// section 5.1.6. An own loop, not LAPACK: inside a one-thread OpenMP region OpenBLAS believes it
// may use all processors, and its matrix-vector products then sum in another order; these sums
// never change.
#include "numeric/blas.hpp"

#include <kapprox/error.hpp>
#include <kapprox/vector_math.hpp>

#include <cmath>
#include <vector>

namespace kapprox {
namespace {

// target -= factor · v
void subtract(std::span<double> target, double factor, std::span<const double> v) {
  for (std::size_t i = 0; i < v.size(); ++i) target[i] -= factor * v[i];
}

// Replaces x by the vector v of the reflection I - v vᵀ that sends x to a multiple of e_1, and
// returns that multiple, R's diagonal entry before the sign repair. ‖v‖² = 2, or v = 0 for x = 0.
double make_reflection(std::span<double> x) {
  const double norm = std::sqrt(dot(x, x));
  if (norm == 0.0) return 0.0;
  const double diagonal = x[0] > 0.0 ? -norm : norm;
  x[0] -= diagonal;
  const double scale =
      1.0 / std::sqrt(norm * std::abs(x[0]));  // ‖x - diagonal e_1‖² = 2 norm |x_0|
  for (double& value : x) value *= scale;
  return diagonal;
}

}  // namespace

void orthonormalise_columns(MatrixView a) {
  check_at_least("rows of a", a.rows, a.cols);
  const auto rows = static_cast<std::size_t>(a.rows);
  const auto cols = static_cast<std::size_t>(a.cols);
  Matrix columns(a.cols, a.rows);
  for (Index i = 0; i < a.rows; ++i)
    for (Index j = 0; j < a.cols; ++j) columns(j, i) = a(i, j);

  std::vector<double> sign(cols, 1.0);
  for (std::size_t j = 0; j < cols; ++j) {
    const std::span<double> v = columns.row(static_cast<Index>(j)).subspan(j);
    if (make_reflection(v) < 0.0) sign[j] = -1.0;
    for (std::size_t l = j + 1; l < cols; ++l) {
      const std::span<double> other = columns.row(static_cast<Index>(l)).subspan(j);
      subtract(other, dot(v, other), v);
    }
  }

  // Q = H_1 … H_cols applied to the first unit vectors, last reflection first: columns before j of
  // the product are still unit vectors when H_j comes, so only columns from j on change.
  std::vector<double> v(rows);
  for (std::size_t j = cols; j-- > 0;) {
    const std::span<double> column = columns.row(static_cast<Index>(j));
    const std::span<double> reflection(v.data(), rows - j);
    for (std::size_t i = j; i < rows; ++i) v[i - j] = column[i];
    for (std::size_t l = j + 1; l < cols; ++l) {
      const std::span<double> other = columns.row(static_cast<Index>(l)).subspan(j);
      subtract(other, dot(reflection, other), reflection);
    }
    for (std::size_t i = 0; i < j; ++i) column[i] = 0.0;
    for (std::size_t i = j; i < rows; ++i) column[i] = -v[0] * v[i - j];
    column[j] += 1.0;
  }

  for (Index i = 0; i < a.rows; ++i)
    for (Index j = 0; j < a.cols; ++j) a(i, j) = sign[static_cast<std::size_t>(j)] * columns(j, i);
}

}  // namespace kapprox
