// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Gram-Schmidt, twice per vector ("twice is enough": Giraud, Langou, Rozložník, "The loss of
// orthogonality in the Gram-Schmidt orthogonalization process", Computers & Mathematics with
// Applications 2005). Vectors are scaled by a power of two first, so that no square overflows.
#include "numeric/span_basis.hpp"

#include <kapprox/error.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace kapprox {
namespace {

constexpr double negligible = 1e-13;  // of a vector's norm: a few hundred eps, rounding of the sums

class Basis {
 public:
  explicit Basis(Index dim) : dim_(dim), remainder_(static_cast<std::size_t>(dim)) {}

  Index rank() const { return static_cast<Index>(vectors_.size()); }

  // The coordinates of x in the basis, which grows by one vector where x leaves its span.
  std::vector<double> coordinates(std::span<const double> x) {
    double largest = 0.0;
    for (const double value : x) largest = std::max(largest, std::abs(value));
    std::vector<double> result(vectors_.size());
    if (largest == 0.0) return result;
    const int exponent = std::isfinite(largest) ? std::ilogb(largest) : 0;
    for (std::size_t i = 0; i < x.size(); ++i) remainder_[i] = std::scalbn(x[i], -exponent);
    const double norm = std::sqrt(dot(remainder_, remainder_));
    for (int pass = 0; pass < 2; ++pass) {
      for (std::size_t b = 0; b < vectors_.size(); ++b) {
        const double coefficient = dot(vectors_[b], remainder_);
        result[b] += coefficient;
        for (std::size_t i = 0; i < remainder_.size(); ++i)
          remainder_[i] -= coefficient * vectors_[b][i];
      }
    }
    const double left = std::sqrt(dot(remainder_, remainder_));
    if (rank() < dim_ && left > negligible * norm) {
      for (double& value : remainder_) value /= left;
      vectors_.push_back(remainder_);
      result.push_back(left);
    }
    for (double& value : result) value = std::scalbn(value, exponent);
    return result;
  }

 private:
  Index dim_;
  std::vector<std::vector<double>> vectors_;
  std::vector<double> remainder_;
};

Matrix as_matrix(const std::vector<std::vector<double>>& rows, Index cols) {
  Matrix matrix(static_cast<Index>(rows.size()), cols);
  for (std::size_t i = 0; i < rows.size(); ++i)
    std::copy(rows[i].begin(), rows[i].end(), matrix.row(static_cast<Index>(i)).begin());
  return matrix;
}

}  // namespace

SpanCoordinates span_coordinates(ConstMatrixView queries, ConstMatrixView keys) {
  check_size("columns of keys", keys.cols, queries.cols);
  check_at_least("columns of queries", queries.cols, 1);
  Basis basis(queries.cols);
  std::vector<std::vector<double>> query_rows;
  std::vector<std::vector<double>> key_rows;
  for (Index i = 0; i < std::max(queries.rows, keys.rows); ++i) {
    if (i < queries.rows) query_rows.push_back(basis.coordinates(queries.row(i)));
    if (i < keys.rows) key_rows.push_back(basis.coordinates(keys.row(i)));
  }
  const Index rank = std::max<Index>(basis.rank(), 1);
  return {as_matrix(query_rows, rank), as_matrix(key_rows, rank), rank};
}

}  // namespace kapprox
