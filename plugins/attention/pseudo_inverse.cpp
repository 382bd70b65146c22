// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "pseudo_inverse.hpp"

#include <kapprox/error.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

// Convergence is quadratic: about ten sweeps.
constexpr int most_sweeps = 60;

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

void rotate(std::span<double> u, std::span<double> v, double cosine, double sine) {
  for (std::size_t k = 0; k < u.size(); ++k) {
    const double old = u[k];
    u[k] = cosine * old - sine * v[k];
    v[k] = sine * old + cosine * v[k];
  }
}

// Makes rows p and q of `columns` orthogonal, rows of `right` turning along; false where they are.
bool orthogonalise(Matrix& columns, Matrix& right, Index p, Index q) {
  const double p_p = dot(columns.row(p), columns.row(p));
  const double q_q = dot(columns.row(q), columns.row(q));
  const double p_q = dot(columns.row(p), columns.row(q));
  if (!(std::abs(p_q) > eps * std::sqrt(p_p) * std::sqrt(q_q))) return false;
  const double theta = (q_q - p_p) / (2.0 * p_q);
  const double tangent =
      std::copysign(1.0 / (std::abs(theta) + std::sqrt(1.0 + theta * theta)), theta);
  const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
  rotate(columns.row(p), columns.row(q), cosine, cosine * tangent);
  rotate(right.row(p), right.row(q), cosine, cosine * tangent);
  return true;
}

}  // namespace

Matrix pseudo_inverse(ConstMatrixView a) {
  const Index n = a.rows;
  check_size("columns of a", a.cols, n);
  Matrix columns = transposed(a);  // row l becomes σ_l u_l
  Matrix right(n, n);              // row l becomes v_l
  for (Index i = 0; i < n; ++i) right(i, i) = 1.0;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool turned = false;
    for (Index p = 0; p < n; ++p)
      for (Index q = p + 1; q < n; ++q) turned = orthogonalise(columns, right, p, q) || turned;
    if (!turned) break;
  }
  std::vector<double> squares;
  for (Index l = 0; l < n; ++l) squares.push_back(dot(columns.row(l), columns.row(l)));
  const double largest = std::sqrt(*std::max_element(squares.begin(), squares.end()));
  Matrix inverse(n, n);
  for (Index l = 0; l < n; ++l) {
    const double square = squares[static_cast<std::size_t>(l)];
    if (std::sqrt(square) <= static_cast<double>(n) * eps * largest) continue;
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) inverse(i, j) += right(l, i) * columns(l, j) / square;
  }
  return inverse;
}

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
