// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The cyclic Jacobi method: Golub and Van Loan, "Matrix computations", 4th edition, algorithms
// 8.5.1 and 8.5.3. An own loop, not LAPACK, whose bits may depend on the threads that OpenBLAS
// uses; the matrices are small (r × r, once per config and problem).
#include <kapprox/error.hpp>
#include <kapprox/linear_algebra.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace kapprox {

namespace {

// Convergence is quadratic: matrices of any size and structure need about ten.
constexpr int most_sweeps = 60;

// (u, v) ← (cosine u − sine v, sine u + cosine v).
void rotate(std::span<double> u, std::span<double> v, double cosine, double sine) {
  for (std::size_t k = 0; k < u.size(); ++k) {
    const double old = u[k];
    u[k] = cosine * old - sine * v[k];
    v[k] = sine * old + cosine * v[k];
  }
}

// Makes s(p, q) zero, s staying symmetric; rows p and q of `vectors` turn along.
void annihilate(Matrix& s, Matrix& vectors, Index p, Index q) {
  const double theta = (s(q, q) - s(p, p)) / (2.0 * s(p, q));
  const double tangent =
      std::copysign(1.0 / (std::abs(theta) + std::sqrt(1.0 + theta * theta)), theta);
  const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
  const double step = tangent * s(p, q);
  const double first = s(p, p) - step;
  const double second = s(q, q) + step;
  rotate(s.row(p), s.row(q), cosine, tangent * cosine);
  s(p, p) = first;
  s(q, q) = second;
  s(p, q) = s(q, p) = 0.0;
  for (Index k = 0; k < s.rows(); ++k) {
    s(k, p) = s(p, k);
    s(k, q) = s(q, k);
  }
  rotate(vectors.row(p), vectors.row(q), cosine, tangent * cosine);
}

// Turns s into a diagonal matrix.
void diagonalise(Matrix& s, Matrix& vectors) {
  const Index r = s.rows();
  const double norm = std::sqrt(dot(s.values(), s.values()));
  if (!std::isfinite(norm))
    throw Error("symmetric_eigen: an entry is not finite or too large, but must be below 1e154");
  const double negligible =
      std::numeric_limits<double>::epsilon() * norm / (4.0 * static_cast<double>(r));
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool done = true;
    for (Index p = 0; p < r; ++p)
      for (Index q = p + 1; q < r; ++q)
        if (std::abs(s(p, q)) > negligible) {
          annihilate(s, vectors, p, q);
          done = false;
        }
    if (done) return;
  }
  throw Error("symmetric_eigen: the matrix is not diagonal after 60 sweeps, but must be");
}

// Length 1, which many rotations lose a little of, and the largest entry positive.
void normalise(std::span<double> vector) {
  const auto largest = std::max_element(
      vector.begin(), vector.end(), [](double u, double v) { return std::abs(u) < std::abs(v); });
  const double length = std::copysign(std::sqrt(dot(vector, vector)), *largest);
  for (double& value : vector) value /= length;
}

}  // namespace

void symmetric_eigen(MatrixView a, std::span<double> values) {
  const Index r = a.rows;
  check_size("columns of a", a.cols, r);
  check_size("number of values", static_cast<Index>(values.size()), r);
  Matrix s(r, r);
  Matrix vectors(r, r);
  std::vector<Index> order;
  for (Index i = 0; i < r; ++i) {
    for (Index j = i; j < r; ++j) s(i, j) = s(j, i) = a(i, j);
    vectors(i, i) = 1.0;
    order.push_back(i);
  }

  diagonalise(s, vectors);

  std::stable_sort(order.begin(), order.end(), [&](Index i, Index j) { return s(i, i) > s(j, j); });
  for (Index l = 0; l < r; ++l) {
    const Index from = order[static_cast<std::size_t>(l)];
    values[static_cast<std::size_t>(l)] = s(from, from);
    normalise(vectors.row(from));
    std::copy(vectors.row(from).begin(), vectors.row(from).end(), a.row(l).begin());
  }
}

}  // namespace kapprox
