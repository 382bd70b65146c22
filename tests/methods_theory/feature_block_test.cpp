// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Feature blocks: weights that cancel exactly, sums in the log domain, flattening, refusals.
#include "message_of.hpp"
#include "tolerances.hpp"

#include <kapprox/error.hpp>
#include <kapprox/feature_block.hpp>
#include <kapprox/stream.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace kapprox {
namespace {

// n × D values in (−1, 1) with the given log-scale.
Segment random_segment(const Stream& stream, Index rows, Index values, double log_scale) {
  Segment segment = Segment::zeros(rows, values);
  stream.fill_uniforms(segment.values);
  for (double& value : segment.values.values()) value = 2.0 * value - 1.0;
  std::fill(segment.log_scale.begin(), segment.log_scale.end(), log_scale);
  return segment;
}

WeightFactor constant_weight(Index rows, double numerator) {
  WeightFactor weight{Matrix(rows, 1), numerator, 1.0};
  for (double& value : weight.values.values()) value = 1.0;
  return weight;
}

// n signs per row; row i has its first `i` signs turned to −1.
WeightFactor sign_weight(Index rows, Index n, double numerator) {
  WeightFactor weight{Matrix(rows, n), numerator, static_cast<double>(n)};
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < n; ++j) weight.values(i, j) = j < i ? -1.0 : 1.0;
  return weight;
}

// A block of the shape of an angular hybrid: λ̂ S₁ + (1 − λ̂) S₂ with λ̂ = ½ − ½ Σ ±1 / n.
FeatureBlock hybrid(std::uint64_t side, Index rows, Index n) {
  FeatureBlock block;
  for (const double sign : {-1.0, 1.0}) {
    const Stream stream = Stream(1).at(side).at(sign < 0.0 ? "first" : "second");
    block.segments.push_back(random_segment(stream, rows, 6, sign * 0.4));
    block.segments.back().weights = {constant_weight(rows, 0.5), sign_weight(rows, n, sign * 0.5)};
  }
  return block;
}

LogNumber estimate(const FeatureBlock& queries, const FeatureBlock& keys, Pair pair) {
  LogNumber out;
  estimate_from_features(queries, keys, std::span(&pair, 1), std::span(&out, 1));
  return out;
}

// The same segment without its weights.
LogNumber bare_estimate(const FeatureBlock& queries, const FeatureBlock& keys, std::size_t segment,
                        Pair pair) {
  FeatureBlock q{{queries.segments[segment]}};
  FeatureBlock k{{keys.segments[segment]}};
  q.segments.front().weights.clear();
  k.segments.front().weights.clear();
  return estimate(q, k, pair);
}

class Hybrid : public testing::TestWithParam<Index> {};

// 49: there (½/49)·49 is not ½, so dividing before the product would show.
INSTANTIATE_TEST_SUITE_P(SignCounts, Hybrid, testing::Values(3, 5, 7, 8, 49));

TEST_P(Hybrid, WeightsCancelExactly) {
  const Index n = GetParam();
  const FeatureBlock queries = hybrid(1, n + 1, n);
  const FeatureBlock keys = hybrid(2, n + 1, n);

  const LogNumber all_signs_equal = estimate(queries, keys, {2, 2});
  const LogNumber all_signs_opposite = estimate(queries, keys, {0, n});

  EXPECT_EQ(all_signs_equal.to_double(), bare_estimate(queries, keys, 1, {2, 2}).to_double());
  EXPECT_EQ(all_signs_opposite.to_double(), bare_estimate(queries, keys, 0, {0, n}).to_double());
}

TEST_P(Hybrid, FlattenedFeaturesAgreeWithinRounding) {
  const Index n = GetParam();
  const FeatureBlock queries = hybrid(1, n + 1, n);
  const FeatureBlock keys = hybrid(2, n + 1, n);

  const FlatFeatures q = flatten(queries);
  const FlatFeatures k = flatten(keys);

  ASSERT_EQ(q.values.cols(), Index{12} * (n + 1));
  ASSERT_EQ(q.values.cols(), queries.feature_dim());
  EXPECT_EQ(std::count(q.signature.begin(), q.signature.end(), -1.0), Index{6} * n);
  for (Index i = 0; i <= n; ++i)
    for (Index j = 0; j <= n; ++j) {
      double sum = 0.0;
      double sizes = 0.0;
      for (Index f = 0; f < q.values.cols(); ++f) {
        const double term = q.values(i, f) * k.values(j, f);
        sum += q.signature[static_cast<std::size_t>(f)] * term;
        sizes += std::abs(term);
      }
      const double unit = q.log_scale[std::size_t(i)] + k.log_scale[std::size_t(j)];
      EXPECT_NEAR(sum, estimate(queries, keys, {i, j}).over(unit),
                  tolerance::rounding_per_term * double(q.values.cols()) * sizes);
    }
}

TEST(FlatFeatures, ReachSizeOneInEveryRow) {
  FeatureBlock block = hybrid(1, 4, 3);
  block.segments[0].log_scale = {2000.0, -2000.0, 0.0, 300.0};

  const FlatFeatures flat = flatten(block);

  for (Index i = 0; i < 4; ++i) {
    double largest = 0.0;
    for (const double value : flat.values.row(i)) largest = std::max(largest, std::abs(value));
    EXPECT_NEAR(largest, 1.0, 2000.0 * tolerance::eps);  // exp of a difference of 2000
  }
}

TEST(FlatFeatures, ARowOfZerosStaysZero) {
  FeatureBlock block{{Segment::zeros(1, 3)}};

  const FlatFeatures flat = flatten(block);

  EXPECT_EQ(flat.log_scale[0], 0.0);
  for (const double value : flat.values.values()) EXPECT_EQ(value, 0.0);
}

TEST(Estimate, SegmentsOfAnyScaleAreAddedInTheLogDomain) {
  FeatureBlock block;
  for (const double log_scale : {1000.0, 999.0, -3000.0}) {
    block.segments.push_back(Segment::zeros(1, 1));
    block.segments.back().values(0, 0) = 1.0;
    block.segments.back().log_scale[0] = log_scale;
  }
  block.segments[1].sign = -1.0;

  const LogNumber sum = estimate(block, block, {0, 0});

  EXPECT_NEAR(sum.over(2000.0), 1.0 - std::exp(-2.0), tolerance::closed_form);
}

TEST(Estimate, BlocksThatDoNotMatchAreRefused) {
  const FeatureBlock queries = hybrid(1, 4, 3);
  const auto refuse = [&](auto change) {
    FeatureBlock keys = hybrid(2, 4, 3);
    change(keys);
    return message_of<Error>([&] { estimate(queries, keys, {0, 0}); });
  };

  EXPECT_NE(refuse([](FeatureBlock& b) { b.segments.pop_back(); }).find("segments of the keys"),
            std::string::npos);
  EXPECT_NE(refuse([](FeatureBlock& b) { b.segments[1].sign = -1.0; }).find("another sign"),
            std::string::npos);
  EXPECT_NE(refuse([](FeatureBlock& b) { b.segments[0].values = Matrix(4, 5); }).find("features"),
            std::string::npos);
  EXPECT_NE(refuse([](FeatureBlock& b) { b.segments[0].weights.pop_back(); }).find("weights"),
            std::string::npos);
  EXPECT_NE(refuse([](FeatureBlock& b) {
              b.segments[0].weights[1].divisor = 4.0;
            }).find("another coefficient"),
            std::string::npos);
  EXPECT_NE(refuse([](FeatureBlock& b) {
              b.segments[0].weights[1].values = Matrix(4, 2);
            }).find("width of a key weight"),
            std::string::npos);
  EXPECT_NE(refuse([](FeatureBlock& b) {
              b.segments[1] = Segment::zeros(3, 6);
            }).find("rows of a segment"),
            std::string::npos);
  EXPECT_NE(refuse([](FeatureBlock& b) {
              b.segments[1].log_scale.pop_back();
            }).find("log-scales of a segment"),
            std::string::npos);
}

TEST(Estimate, PairsOutsideAndOutputsOfAnotherSizeAreRefused) {
  const FeatureBlock block = hybrid(1, 4, 3);
  const Pair pairs[] = {{0, 3}, {4, 0}};
  LogNumber out[2];

  EXPECT_EQ(message_of<Error>([&] { estimate_from_features(block, block, pairs, out); }),
            "check_pairs: a pair is (query 4, key 0), but must lie within 4 queries and 4 keys");
  EXPECT_THROW(estimate_from_features(block, block, std::span(pairs, 1), out), Error);
}

}  // namespace
}  // namespace kapprox
