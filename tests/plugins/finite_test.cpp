// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// No NaN, no infinity, and no vanished positive estimate up to ‖q‖² = ‖k‖² = 4000: values travel in
// the log domain. (exp(‖q‖²/2 + ‖k‖²/2) leaves the range of double at 709.)
#include "plugins/shipped.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace kapprox {
namespace {

constexpr Index d = 64;
constexpr Index rows = 32;

Matrix random_rows(const Stream& stream, double square) {
  Matrix x(rows, d);
  stream.fill_normals(x);
  for (Index i = 0; i < rows; ++i) {
    const double factor = std::sqrt(square / dot(x.row(i), x.row(i)));
    for (double& value : x.row(i)) value *= factor;
  }
  return x;
}

bool is_finite(const LogNumber& x) { return std::isfinite(x.value) && std::isfinite(x.log_scale); }

// Queries and keys at random angles; key 0 equals query 0, key 1 is opposite to query 1.
struct LongVectors {
  Matrix queries;
  Matrix keys;
  std::vector<Pair> pairs;

  explicit LongVectors(double square)
      : queries(random_rows(Stream(1), square)), keys(random_rows(Stream(2), square)) {
    for (Index j = 0; j < d; ++j) {
      keys(0, j) = queries(0, j);
      keys(1, j) = -queries(1, j);
    }
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < rows; ++j) pairs.push_back({i, j});
  }
  Problem problem() const { return {queries, keys, {}, d}; }
};

void expect_finite_estimates(const KernelMethod& method, const LongVectors& inputs) {
  const auto prepared = method.prepare(inputs.problem());
  const auto sample = prepared->draw(Stream(3));
  std::vector<LogNumber> estimates(inputs.pairs.size());

  sample->estimate(inputs.queries, inputs.keys, inputs.pairs, estimates);

  for (std::size_t p = 0; p < estimates.size(); ++p) {
    EXPECT_TRUE(is_finite(estimates[p]));
    if (method.claims().nonnegative) {
      EXPECT_GT(estimates[p].value, 0.0);
    }
    const auto theory = prepared->theory(inputs.queries.row(inputs.pairs[p].query),
                                         inputs.keys.row(inputs.pairs[p].key));
    EXPECT_TRUE(is_finite(theory->mean));
    EXPECT_TRUE(is_finite(theory->variance));
    EXPECT_TRUE(is_finite(*theory->fourth));
    EXPECT_GE(theory->variance.value, 0.0);
    EXPECT_GE(theory->fourth->value, 0.0);
  }
}

void expect_finite_features(const KernelMethod& method, const LongVectors& inputs) {
  const auto prepared = method.prepare(inputs.problem());
  const auto sample = prepared->draw(Stream(3));

  const FeatureBlock block =
      dynamic_cast<const FeatureSample&>(*sample).map(Side::query, inputs.queries);

  for (const Segment& segment : block.segments) {
    for (const double value : segment.values.values()) EXPECT_LE(std::abs(value), 1.0 + 1e-12);
    for (const double log_scale : segment.log_scale) EXPECT_TRUE(std::isfinite(log_scale));
  }
}

class Finite : public testing::TestWithParam<double> {};

INSTANTIATE_TEST_SUITE_P(SquaredNorms, Finite, testing::Values(400.0, 1600.0, 4000.0));

TEST_P(Finite, RandomFeatures) {
  const LongVectors inputs(GetParam());
  for (const char* name : {"trig", "positive", "hyperbolic"})
    for (const char* directions : {"iid", "orthogonal"}) {
      SCOPED_TRACE(std::string(name) + " over " + directions);
      const auto map = shipped_map(name, 256, directions);
      expect_finite_estimates(*map, inputs);
      expect_finite_features(*map, inputs);
    }
}

TEST_P(Finite, Taylor) {
  const LongVectors inputs(GetParam());
  for (const Index degree : {0, 1, 2, 7, 60, 255, 256}) {
    SCOPED_TRACE(degree);
    const auto taylor = shipped_taylor(degree);
    expect_finite_estimates(*taylor, inputs);
    if (degree <= 2) expect_finite_features(*taylor, inputs);
  }
}

}  // namespace
}  // namespace kapprox
