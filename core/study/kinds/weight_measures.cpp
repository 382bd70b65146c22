// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/weight_measures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace kapprox {

namespace {

// What a row sees, without gaps.
struct Row {
  std::vector<Index> keys;  // their positions
  std::vector<double> exact;
  std::vector<double> given;
};

void fill(Row& row, ConstMatrixView exact, ConstMatrixView given, const Mask& mask, Index query) {
  row.keys.clear();
  row.exact.clear();
  row.given.clear();
  const KeyRange seen = mask.range(query, exact.rows, exact.cols);
  for (Index key = seen.first; key < seen.last; ++key) {
    if (!mask.allows_key(key)) continue;
    row.keys.push_back(key);
    row.exact.push_back(exact(query, key));
    row.given.push_back(given(query, key));
  }
}

// Distances of the cumulative sums; what is carried over hidden keys is carried that far.
void add_cumulative(const Row& row, WeightMeasures& sums) {
  double mass = 0.0;
  for (const double w : row.given) mass += std::max(w, 0.0);
  const double uniform = 1.0 / static_cast<double>(row.given.size());
  double difference = 0.0;
  double largest = 0.0;
  for (std::size_t j = 0; j < row.given.size(); ++j) {
    difference += row.exact[j] - (mass > 0.0 ? std::max(row.given[j], 0.0) / mass : uniform);
    const Index step = j + 1 < row.keys.size() ? row.keys[j + 1] - row.keys[j] : 1;
    sums.wasserstein += static_cast<double>(step) * std::abs(difference);
    largest = std::max(largest, std::abs(difference));
  }
  sums.kolmogorov_smirnov += largest;
}

void add(const Row& row, WeightMeasures& sums) {
  const double uniform = 1.0 / static_cast<double>(row.given.size());
  double to_exact = 0.0;
  double to_uniform = 0.0;
  double squares = 0.0;
  for (std::size_t j = 0; j < row.given.size(); ++j) {
    const double a = row.exact[j];
    const double w = row.given[j];
    to_exact += std::abs(a - w);
    to_uniform += std::abs(w - uniform);
    squares += w * w;
    sums.negative_mass += std::max(-w, 0.0);
    if (a > 0.0)
      sums.kl_divergence +=
          w > 0.0 ? a * std::log(a / w) : std::numeric_limits<double>::quiet_NaN();
  }
  sums.total_variation += 0.5 * to_exact;
  sums.uniform_distance += 0.5 * to_uniform;
  if (squares > 0.0) sums.effective_keys += 1.0 / squares;
  add_cumulative(row, sums);
}

}  // namespace

WeightMeasures weight_measures(ConstMatrixView exact, ConstMatrixView given, const Mask& mask) {
  WeightMeasures sums;
  Row row;
  double rows = 0.0;
  for (Index query = 0; query < exact.rows; ++query) {
    fill(row, exact, given, mask, query);
    if (row.given.empty()) continue;
    add(row, sums);
    ++rows;
  }
  for (double* sum :
       {&sums.total_variation, &sums.kl_divergence, &sums.wasserstein, &sums.kolmogorov_smirnov,
        &sums.negative_mass, &sums.effective_keys, &sums.uniform_distance})
    *sum /= rows;
  return sums;
}

}  // namespace kapprox
