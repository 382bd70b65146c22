// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "moments.hpp"

#include <algorithm>
#include <vector>

namespace kapprox {

namespace {

double count_of(ConstMatrixView rows) { return static_cast<double>(std::max<Index>(rows.rows, 1)); }

double mean_square(ConstMatrixView rows) {
  double sum = 0.0;
  for (Index i = 0; i < rows.rows; ++i) sum += dot(rows.row(i), rows.row(i));
  return sum / count_of(rows);
}

// Adds mean x xᵀ.
void add_second_moments(ConstMatrixView rows, Matrix& sum) {
  Matrix own(rows.cols, rows.cols);
  for (Index i = 0; i < rows.rows; ++i)
    for (Index j = 0; j < rows.cols; ++j)
      for (Index l = 0; l < rows.cols; ++l) own(j, l) += rows(i, j) * rows(i, l);
  for (Index j = 0; j < rows.cols; ++j)
    for (Index l = 0; l < rows.cols; ++l) sum(j, l) += own(j, l) / count_of(rows);
}

}  // namespace

double mean_squared_sum(const Problem& problem) {
  const double sum = mean_square(problem.queries) + mean_square(problem.keys) +
                     2.0 * dot(mean_row(problem.queries), mean_row(problem.keys));
  return std::max(sum, 0.0);  // of a mean of squares; less is rounding
}

Matrix mean_outer_product(const Problem& problem) {
  const std::vector<double> query = mean_row(problem.queries);
  const std::vector<double> key = mean_row(problem.keys);
  Matrix result(problem.rank(), problem.rank());
  add_second_moments(problem.queries, result);
  add_second_moments(problem.keys, result);
  for (std::size_t j = 0; j < query.size(); ++j)
    for (std::size_t l = 0; l < query.size(); ++l)
      result(static_cast<Index>(j), static_cast<Index>(l)) += query[j] * key[l] + key[j] * query[l];
  return result;
}

}  // namespace kapprox
