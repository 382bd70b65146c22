// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include <kapprox/rows.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>

namespace kapprox {

std::vector<double> mean_row(ConstMatrixView rows) {
  std::vector<double> mean(static_cast<std::size_t>(rows.cols), 0.0);
  for (Index i = 0; i < rows.rows; ++i)
    for (Index j = 0; j < rows.cols; ++j) mean[static_cast<std::size_t>(j)] += rows(i, j);
  const auto count = static_cast<double>(std::max<Index>(rows.rows, 1));
  for (double& value : mean) value /= count;
  return mean;
}

std::vector<double> row_norms(ConstMatrixView rows) {
  std::vector<double> norms;
  for (Index i = 0; i < rows.rows; ++i) norms.push_back(std::sqrt(dot(rows.row(i), rows.row(i))));
  return norms;
}

Matrix rows_at(ConstMatrixView rows, std::span<const Index> at) {
  Matrix chosen(static_cast<Index>(at.size()), rows.cols);
  for (Index i = 0; i < chosen.rows(); ++i) {
    const std::span<const double> row = rows.row(at[static_cast<std::size_t>(i)]);
    std::copy(row.begin(), row.end(), chosen.row(i).begin());
  }
  return chosen;
}

Matrix unit_rows(ConstMatrixView rows) {
  const std::vector<double> norms = row_norms(rows);
  Matrix units(rows.rows, rows.cols);
  for (Index i = 0; i < rows.rows; ++i) {
    const double norm = norms[static_cast<std::size_t>(i)];
    if (norm == 0.0) continue;
    for (Index j = 0; j < rows.cols; ++j) units(i, j) = rows(i, j) / norm;
  }
  return units;
}

void multiply(MatrixView rows, double factor) {
  for (Index i = 0; i < rows.rows; ++i)
    for (double& value : rows.row(i)) value *= factor;
}

}  // namespace kapprox
