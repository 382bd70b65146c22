// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/spectrum.hpp"

#include <kapprox/linear_algebra.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace kapprox {

namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
constexpr std::ptrdiff_t many = 8;

// −Σ p log p of p ≥ 0 that sum to 1.
double entropy(const std::vector<double>& p) {
  double sum = 0.0;
  for (const double x : p)
    if (x > 0.0) sum -= x * std::log(x);
  return sum;
}

void add_ranks(const Matrix& weights, Spectrum& spectrum) {
  std::vector<double> sigma = singular_values(weights);
  const double limit = static_cast<double>(std::max(weights.rows(), weights.cols())) *
                       std::numeric_limits<double>::epsilon() * sigma.front();
  double sum = 0.0;
  for (const double value : sigma) {
    if (value > limit) ++spectrum.numerical_rank;
    sum += value;
  }
  for (double& value : sigma) value /= sum;
  spectrum.effective_rank = std::exp(entropy(sigma));
}

// What query i may see of its row.
std::vector<double> seen_weights(const Matrix& weights, const Mask& mask, Index i) {
  const KeyRange range = mask.range(i, weights.rows(), weights.cols());
  std::vector<double> seen;
  for (Index j = range.first; j < range.last; ++j)
    if (mask.allows_key(j)) seen.push_back(weights(i, j));
  return seen;
}

void add_row(std::vector<double> row, Spectrum& sums) {
  sums.row_entropy += std::any_of(row.begin(), row.end(), [](double w) { return w < 0.0; })
                          ? undefined
                          : entropy(row);
  const double tenth = 0.1 / static_cast<double>(row.size());
  double total = 0.0;
  double small = 0.0;
  for (double& w : row) {
    w = std::abs(w);
    total += w;
    if (w < tenth) ++small;
  }
  const auto first = row.begin();
  const auto last = first + std::min(many, row.end() - first);
  std::partial_sort(first, last, row.end(), std::greater<>());
  double largest = 0.0;
  for (auto w = first; w != last; ++w) largest += *w;
  if (total > 0.0) {
    sums.top_1 += row.front() / total;
    sums.top_8 += largest / total;
  }
  sums.sparsity += small / static_cast<double>(row.size());
}

}  // namespace

Spectrum spectrum_of(const Matrix& weights, const Mask& mask) {
  Spectrum spectrum;
  double rows = 0.0;
  for (Index i = 0; i < weights.rows(); ++i) {
    std::vector<double> row = seen_weights(weights, mask, i);
    if (row.empty()) continue;
    add_row(std::move(row), spectrum);
    ++rows;
  }
  if (rows == 0.0) return {undefined, undefined, undefined, undefined, undefined, undefined};
  for (double* sum : {&spectrum.row_entropy, &spectrum.top_1, &spectrum.top_8, &spectrum.sparsity})
    *sum /= rows;
  add_ranks(weights, spectrum);
  return spectrum;
}

}  // namespace kapprox
