// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Singular values and the pseudo-inverse by one-sided Jacobi rotations: columns are turned in pairs
// until all are orthogonal; their norms are the singular values, small ones accurate too, which the
// eigenvalues of AᵀA are not. Golub and Van Loan, "Matrix Computations", 4th edition,
// section 8.6.3. An own loop, not LAPACK, whose bits may depend on the threads that OpenBLAS
// starts.
#include <kapprox/error.hpp>
#include <kapprox/linear_algebra.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

namespace kapprox {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
// Convergence is quadratic: random matrices take 6 to 10 sweeps.
constexpr int most_sweeps = 60;

// The columns of `a`, or its rows where those are fewer, as rows of a matrix.
Matrix shorter_side(ConstMatrixView a) {
  if (a.rows < a.cols) {
    Matrix rows(a.rows, a.cols);
    for (Index i = 0; i < a.rows; ++i) std::copy_n(a.row(i).data(), a.cols, rows.row(i).data());
    return rows;
  }
  Matrix columns(a.cols, a.rows);
  for (Index i = 0; i < a.rows; ++i)
    for (Index j = 0; j < a.cols; ++j) columns(j, i) = a(i, j);
  return columns;
}

// x, y ← c x − s y, s x + c y.
void rotate(std::span<double> x, std::span<double> y, double c, double s) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double first = x[i];
    x[i] = c * first - s * y[i];
    y[i] = s * first + c * y[i];
  }
}

// Makes rows p and q orthogonal, the longer one first; those of `along`, if it has any, turn with
// them. False where they already are.
bool orthogonalise(Matrix& rows, Matrix& along, std::vector<double>& squares, Index p, Index q) {
  const std::span<double> x = rows.row(p);
  const std::span<double> y = rows.row(q);
  double& xx = squares[static_cast<std::size_t>(p)];
  double& yy = squares[static_cast<std::size_t>(q)];
  const double xy = dot(x, y);
  if (!(std::abs(xy) > eps * std::sqrt(xx) * std::sqrt(yy))) return false;
  const double cotangent = (yy - xx) / (2.0 * xy);  // of twice the angle
  const double tangent =
      std::copysign(1.0, cotangent) / (std::abs(cotangent) + std::hypot(1.0, cotangent));
  const double cosine = 1.0 / std::hypot(1.0, tangent);
  rotate(x, y, cosine, cosine * tangent);
  if (along.rows() > 0) rotate(along.row(p), along.row(q), cosine, cosine * tangent);
  xx = dot(x, x);
  yy = dot(y, y);
  return true;
}

// Divides by the largest entry in size, so that squares stay in range, and returns it.
double normalise(Matrix& rows, const std::string& caller) {
  double largest = 0.0;
  for (const double x : rows.values()) {
    if (!std::isfinite(x))
      throw Error(caller + ": an entry is not finite, but all must be; check the matrix");
    largest = std::max(largest, std::abs(x));
  }
  if (largest > 0.0)
    for (double& x : rows.values()) x /= largest;
  return largest;
}

// Makes all rows orthogonal; returns their squared norms.
std::vector<double> orthogonalise_all(Matrix& rows, Matrix& along) {
  std::vector<double> squares;
  for (Index i = 0; i < rows.rows(); ++i) squares.push_back(dot(rows.row(i), rows.row(i)));
  bool turned = true;
  for (int sweep = 0; turned && sweep < most_sweeps; ++sweep) {
    turned = false;
    for (Index p = 0; p + 1 < rows.rows(); ++p)
      for (Index q = p + 1; q < rows.rows(); ++q)
        turned = orthogonalise(rows, along, squares, p, q) || turned;
  }
  return squares;
}

}  // namespace

std::vector<double> singular_values(ConstMatrixView a) {
  Matrix rows = shorter_side(a);
  Matrix nothing;
  const double largest = normalise(rows, "singular_values");
  std::vector<double> values = orthogonalise_all(rows, nothing);
  for (double& value : values) value = largest * std::sqrt(value);
  std::sort(values.begin(), values.end(), std::greater<>());
  return values;
}

// With A = Σ σ_l u_l v_lᵀ: the turned columns are σ_l u_l, and the identity turned along has rows
// v_l.
Matrix pseudo_inverse(ConstMatrixView a) {
  Matrix columns(a.cols, a.rows);
  Matrix right(a.cols, a.cols);
  for (Index j = 0; j < a.cols; ++j) {
    right(j, j) = 1.0;
    for (Index i = 0; i < a.rows; ++i) columns(j, i) = a(i, j);
  }
  const double largest = normalise(columns, "pseudo_inverse");
  const std::vector<double> squares = orthogonalise_all(columns, right);
  const double negligible = static_cast<double>(std::max(a.rows, a.cols)) * eps;
  const double most = squares.empty() ? 0.0 : *std::max_element(squares.begin(), squares.end());
  Matrix inverse(a.cols, a.rows);
  for (Index l = 0; l < a.cols; ++l) {
    const double square = squares[static_cast<std::size_t>(l)];
    if (std::sqrt(square) <= negligible * std::sqrt(most)) continue;
    for (Index i = 0; i < a.cols; ++i)
      for (Index j = 0; j < a.rows; ++j)
        inverse(i, j) += right(l, i) * columns(l, j) / (square * largest);
  }
  return inverse;
}

}  // namespace kapprox
