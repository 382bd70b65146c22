// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Left multiplication of features: products of a block of queries with a block of keys, segment by
// segment, at one scale per query that is the largest of its own run.
#include "attention/feature_rows.hpp"
#include "attention/wide_product.hpp"

#include <kapprox/error.hpp>
#include <kapprox/linear_state.hpp>
#include <kapprox/vector_math.hpp>
#include <kapprox/weighted_rows.hpp>

#include <algorithm>
#include <limits>

namespace kapprox {

namespace {

constexpr double nothing = -std::numeric_limits<double>::infinity();

// Log-scales of rows, −infinity for rows of zeros.
std::vector<double> effective_scales(const FlatFeatures& segment) {
  std::vector<double> scales = segment.log_scale;
  for (Index i = 0; i < segment.values.rows(); ++i)
    if (is_zero(segment.values.row(i))) scales[static_cast<std::size_t>(i)] = nothing;
  return scales;
}

// out = Σ_f sign_f φ_f(q) ϕ_f(k).
void signed_product(const FlatFeatures& queries, const FlatFeatures& keys, MatrixView out) {
  const std::vector<double>& signature = queries.signature;
  if (std::all_of(signature.begin(), signature.end(), [](double sign) { return sign == 1.0; })) {
    wide_product(queries.values, keys.values, out);
    return;
  }
  Matrix values = queries.values;
  for (Index i = 0; i < values.rows(); ++i)
    for (std::size_t f = 0; f < signature.size(); ++f) values.row(i)[f] *= signature[f];
  wide_product(values, keys.values, out);
}

// One segment's products with the scales of both sides.
struct SegmentProducts {
  std::vector<double> query_scales;
  std::vector<double> key_scales;
  Matrix products;  // n × m

  SegmentProducts(const FlatFeatures& queries, const FlatFeatures& keys)
      : query_scales(effective_scales(queries)),
        key_scales(effective_scales(keys)),
        products(queries.values.rows(), keys.values.rows()) {
    check_size("features of a key", keys.values.cols(), queries.values.cols());
    signed_product(queries, keys, products);
  }

  // Scales of one query with the keys of its run.
  std::span<const double> of_run(KeyRange run) const {
    return std::span(key_scales)
        .subspan(static_cast<std::size_t>(run.first), static_cast<std::size_t>(run.size()));
  }
  double largest(Index query, KeyRange run) const {
    return query_scales[static_cast<std::size_t>(query)] + max_value(of_run(run));
  }

  // weights += exp(a + b_j − scale) · products, over the run.
  void add_to(std::span<double> weights, Index query, KeyRange run, double scale,
              std::vector<double>& factors) const {
    const double own = query_scales[static_cast<std::size_t>(query)] - scale;
    if (own == nothing) return;
    factors.assign(of_run(run).begin(), of_run(run).end());
    for (double& factor : factors) factor += own;
    vector_exp(factors, factors);
    const auto first = static_cast<std::size_t>(run.first);
    for (std::size_t j = 0; j < factors.size(); ++j)
      weights[first + j] += factors[j] * products.row(query)[first + j];
  }
};

}  // namespace

void multiply_features(const FlatSegments& queries, const FlatSegments& keys,
                       std::span<const KeyRange> runs, MatrixView weights,
                       std::span<double> log_scale) {
  check_size("segments of the keys", static_cast<Index>(keys.size()),
             static_cast<Index>(queries.size()));
  check_size("runs of queries", static_cast<Index>(runs.size()), weights.rows);
  check_size("log-scales of queries", static_cast<Index>(log_scale.size()), weights.rows);
  std::vector<SegmentProducts> segments;
  for (std::size_t s = 0; s < queries.size(); ++s) {
    check_size("queries with features", queries[s].values.rows(), weights.rows);
    check_size("keys with features", keys[s].values.rows(), weights.cols);
    segments.emplace_back(queries[s], keys[s]);
  }
  std::vector<double> factors;
  for (Index i = 0; i < weights.rows; ++i) {
    const KeyRange run = runs[static_cast<std::size_t>(i)];
    const std::span<double> row = weights.row(i);
    std::fill(row.begin(), row.end(), 0.0);
    double scale = nothing;
    if (run.size() > 0)
      for (const SegmentProducts& segment : segments)
        scale = std::max(scale, segment.largest(i, run));
    log_scale[static_cast<std::size_t>(i)] = scale;
    if (scale == nothing) continue;
    for (const SegmentProducts& segment : segments) segment.add_to(row, i, run, scale, factors);
  }
}

void add_products(const FlatSegments& queries, const FlatSegments& keys, ConstMatrixView values,
                  std::span<const KeyRange> runs, AttentionSums& sums) {
  check_size("columns of the sums", sums.rows.cols(), values.cols + 1);
  check_size("queries of the sums", sums.rows.rows(), static_cast<Index>(runs.size()));
  Matrix weights(sums.rows.rows(), values.rows);
  std::vector<double> scales(runs.size());
  multiply_features(queries, keys, runs, weights, scales);
  Matrix with_ones(values.rows, values.cols + 1);
  for (Index j = 0; j < values.rows; ++j) {
    const std::span<const double> value = values.row(j);
    std::copy(value.begin(), value.end(), with_ones.row(j).begin());
    with_ones(j, values.cols) = 1.0;
  }
  Matrix terms(weights.rows(), values.cols + 1);
  add_weighted_rows(weights, runs, with_ones, terms);
  for (Index i = 0; i < weights.rows(); ++i)
    sums.add(i, terms.row(i), scales[static_cast<std::size_t>(i)]);
}

}  // namespace kapprox
