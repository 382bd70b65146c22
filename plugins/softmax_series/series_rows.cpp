// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "series_rows.hpp"

#include "cumulant_series.hpp"

#include <kapprox/vector_math.hpp>

#include <algorithm>

namespace kapprox {

namespace {

std::size_t place(Index i) { return static_cast<std::size_t>(i); }

// out += factor · (value − origin).
void add_difference(double factor, std::span<const double> value, std::span<const double> origin,
                    std::span<double> out) {
  for (std::size_t l = 0; l < out.size(); ++l) out[l] += factor * (value[l] - origin[l]);
}

// x^s / s! for s = 0 … order.
void divided_powers(double x, std::vector<double>& out) {
  out[0] = 1.0;
  for (std::size_t s = 1; s < out.size(); ++s) out[s] = out[s - 1] * x / static_cast<double>(s);
}

// g_s = B_{R−s}: Σ_s g_s x^s/s! is Σ_{r≤R} σ_r of a key with logit x.
std::vector<double> coefficients_of(std::span<const double> moments) {
  std::vector<double> g = reciprocal_series(moments);
  for (std::size_t t = 1; t < g.size(); ++t) g[t] += g[t - 1];
  std::reverse(g.begin(), g.end());
  return g;
}

}  // namespace

std::vector<double> SeriesRows::logits(Index query, Index begin, Index end,
                                       std::span<const double> origin) const {
  std::vector<double> result;
  std::vector<double> difference(origin.size());
  for (Index j = begin; j < end; ++j) {
    const std::span<const double> key = visible_.keys().row(j);
    for (std::size_t l = 0; l < origin.size(); ++l) difference[l] = key[l] - origin[l];
    result.push_back(dot(queries_.row(query), difference));
  }
  return result;
}

std::vector<double> SeriesRows::weights(Index query) const {
  const KeyRange seen = visible_.range(query);
  std::vector<double> row = logits(query, seen.first, seen.last, visible_.keys().row(seen.first));
  expand_softmax(row, {}, order_, row);
  return row;
}

void SeriesRows::from_logits(Index query, std::span<double> out) const {
  const std::vector<double> row = weights(query);
  const Index first = visible_.range(query).first;
  const std::span<const double> origin = visible_.values().row(first);
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t j = 0; j < row.size(); ++j)
    add_difference(row[j], visible_.values().row(first + static_cast<Index>(j)), origin, out);
  for (std::size_t l = 0; l < out.size(); ++l) out[l] += origin[l];
}

void SeriesRows::from_moments(const JointMoments& moments, Index first, Index last,
                              MatrixView out) const {
  const Index width = visible_.values().cols + 1;
  Matrix sums(last - first, (order_ + 1) * width);
  const ConstMatrixView queries = {queries_.row(first).data(), last - first, queries_.cols,
                                   queries_.stride};
  moments.evaluate(queries, sums);
  for (Index i = first; i < last; ++i) finish(moments, sums.row(i - first), i, out.row(i));
}

void SeriesRows::finish(const JointMoments& moments, std::span<const double> sums, Index query,
                        std::span<double> out) const {
  const Index seen = visible_.range(query).last;
  const std::size_t width = out.size() + 1;
  const std::vector<double> later = logits(query, moments.count(), seen, moments.key_origin());
  std::vector<double> powers(place(order_) + 1);
  std::vector<double> means(powers.size());
  for (std::size_t s = 0; s < means.size(); ++s) means[s] = sums[s * width + out.size()];
  for (const double x : later) {
    divided_powers(x, powers);
    for (std::size_t s = 0; s < means.size(); ++s) means[s] += powers[s];
  }
  for (double& mean : means) mean /= static_cast<double>(seen);

  const std::vector<double>& origin = moments.value_origin();
  const std::vector<double> g = coefficients_of(means);
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t s = 0; s < g.size(); ++s)
    for (std::size_t l = 0; l < out.size(); ++l) out[l] += g[s] * sums[s * width + l];
  for (std::size_t j = 0; j < later.size(); ++j) {
    divided_powers(later[j], powers);
    double weight = 0.0;
    for (std::size_t s = 0; s < g.size(); ++s) weight += g[s] * powers[s];
    add_difference(weight, visible_.values().row(moments.count() + static_cast<Index>(j)), origin,
                   out);
  }
  for (std::size_t l = 0; l < out.size(); ++l)
    out[l] = origin[l] + out[l] / static_cast<double>(seen);
}

}  // namespace kapprox
