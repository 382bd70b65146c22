// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Kernel estimates from log-domain features, segment by segment: first the segment's weight, then
// its product, then the sum over segments in the log domain.
#include <kapprox/error.hpp>
#include <kapprox/feature_block.hpp>
#include <kapprox/vector_math.hpp>

#include <string>

namespace kapprox {

namespace {

void check_same_weights(const Segment& query, const Segment& key) {
  check_size("weights of a key segment", static_cast<Index>(key.weights.size()),
             static_cast<Index>(query.weights.size()));
  for (std::size_t g = 0; g < query.weights.size(); ++g) {
    const WeightFactor& a = query.weights[g];
    const WeightFactor& b = key.weights[g];
    check_size("width of a key weight", b.values.cols(), a.values.cols());
    if (a.numerator != b.numerator || a.divisor != b.divisor)
      throw Error("estimate_from_features: weight " + std::to_string(g) +
                  " has another coefficient for keys than for queries, but must have the same");
  }
}

void check_same_segments(const FeatureBlock& queries, const FeatureBlock& keys) {
  check_size("segments of the keys", static_cast<Index>(keys.segments.size()),
             static_cast<Index>(queries.segments.size()));
  for (std::size_t s = 0; s < queries.segments.size(); ++s) {
    const Segment& query = queries.segments[s];
    const Segment& key = keys.segments[s];
    check_size("features of a key segment", key.values.cols(), query.values.cols());
    if (query.sign != key.sign)
      throw Error("estimate_from_features: segment " + std::to_string(s) +
                  " has another sign for keys than for queries, but must have the same");
    check_same_weights(query, key);
  }
}

// Σ_g c_g (ξ_g(q)·ξ_g(k)), each division after its inner product: n terms of ±1 over n is ±1.
double weight_of(const Segment& query, const Segment& key, const Pair& pair) {
  if (query.weights.empty()) return 1.0;
  double weight = 0.0;
  for (std::size_t g = 0; g < query.weights.size(); ++g) {
    const WeightFactor& factor = query.weights[g];
    const double product = dot(factor.values.row(pair.query), key.weights[g].values.row(pair.key));
    weight += factor.numerator * product / factor.divisor;
  }
  return weight;
}

LogNumber segment_estimate(const Segment& query, const Segment& key, const Pair& pair) {
  const double weight = weight_of(query, key, pair);
  const double product = dot(query.values.row(pair.query), key.values.row(pair.key));
  return {query.sign * weight * product, query.log_scale[static_cast<std::size_t>(pair.query)] +
                                             key.log_scale[static_cast<std::size_t>(pair.key)]};
}

}  // namespace

Segment Segment::zeros(Index rows, Index values) {
  Segment segment;
  segment.values = Matrix(rows, values);
  segment.log_scale.assign(static_cast<std::size_t>(rows), 0.0);
  return segment;
}

Index Segment::feature_dim() const {
  if (weights.empty()) return values.cols();
  Index weight_values = 0;
  for (const WeightFactor& weight : weights) weight_values += weight.values.cols();
  return values.cols() * weight_values;
}

Index FeatureBlock::rows() const { return segments.empty() ? 0 : segments.front().values.rows(); }

Index FeatureBlock::feature_dim() const {
  Index sum = 0;
  for (const Segment& segment : segments) sum += segment.feature_dim();
  return sum;
}

void FeatureBlock::check() const {
  for (const Segment& segment : segments) {
    check_size("rows of a segment", segment.values.rows(), rows());
    check_size("log-scales of a segment", static_cast<Index>(segment.log_scale.size()), rows());
    for (const WeightFactor& weight : segment.weights)
      check_size("rows of a weight", weight.values.rows(), rows());
  }
}

void estimate_from_features(const FeatureBlock& queries, const FeatureBlock& keys,
                            std::span<const Pair> pairs, std::span<LogNumber> out) {
  check_size("number of estimates", static_cast<Index>(out.size()),
             static_cast<Index>(pairs.size()));
  queries.check();
  keys.check();
  check_same_segments(queries, keys);
  check_pairs(pairs, queries.rows(), keys.rows());

  for (std::size_t p = 0; p < pairs.size(); ++p) {
    LogNumber sum;
    for (std::size_t s = 0; s < queries.segments.size(); ++s)
      sum = sum + segment_estimate(queries.segments[s], keys.segments[s], pairs[p]);
    out[p] = sum;
  }
}

}  // namespace kapprox
