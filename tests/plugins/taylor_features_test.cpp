// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Taylor features: their number, their product, and the maps that memory forbids.
#include "plugins/shipped.hpp"

#include "message_of.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace kapprox {
namespace {

struct Size {
  Index d;
  Index degree;
  Index symmetric;
  Index full;
};

// C(d + n, n) and Σ d^j.
constexpr Size sizes[] = {
    {16, 2, 153, 273},      {16, 3, 969, 4369},        {16, 4, 4845, 69905}, {64, 2, 2145, 4161},
    {64, 3, 47905, 266305}, {64, 4, 814385, 17043521}, {1, 5, 6, 6},         {7, 0, 1, 1}};

TEST(TaylorFeatures, CostCountsThem) {
  for (const Size& size : sizes) {
    EXPECT_EQ(shipped_taylor(size.degree)->cost(size.d).feature_dim, size.symmetric);
    EXPECT_EQ(shipped_taylor(size.degree, "full")->cost(size.d).feature_dim, size.full);
  }
}

FeatureBlock features(const FeatureMap& taylor, Side side, const Matrix& rows, Index d) {
  const auto prepared = taylor.prepare({rows, rows, {}, d});
  const auto sample = prepared->draw(Stream(1));
  return dynamic_cast<const FeatureSample&>(*sample).map(side, rows);
}

TEST(TaylorFeatures, AMapHasAsManyAsTheCostSays) {
  for (const Size& size : sizes) {
    if (size.full > 1'000'000) continue;  // 136 MB of features
    Matrix row(1, size.d);
    Stream(2).fill_normals(row);

    EXPECT_EQ(features(*shipped_taylor(size.degree), Side::query, row, size.d).feature_dim(),
              size.symmetric);
    EXPECT_EQ(
        features(*shipped_taylor(size.degree, "full"), Side::query, row, size.d).feature_dim(),
        size.full);
  }
}

// Monomials of x = (a, b) up to degree 2: 1, a, b, a²/√2, ab, b²/√2.
TEST(TaylorFeatures, SmallExampleByHand) {
  Matrix x(1, 2);
  x(0, 0) = 3.0;
  x(0, 1) = -4.0;
  const double expected[] = {1.0, 3.0, -4.0, 9.0 / std::sqrt(2.0), -12.0, 16.0 / std::sqrt(2.0)};

  const FlatFeatures flat = flatten(features(*shipped_taylor(2), Side::query, x, 2));

  ASSERT_EQ(flat.values.cols(), 6);
  for (Index f = 0; f < 6; ++f)
    EXPECT_NEAR(flat.values(0, f) * std::exp(flat.log_scale[0]), expected[f], 1e3 * tolerance::eps);
}

// The estimate (a polynomial) against Σ φϕ (the features), relative to Σ|φϕ|.
void expect_features_agree(Index degree, const std::string& layout, double norm, Index rank) {
  const Index rows = 6;
  Matrix queries(rows, rank);
  Matrix keys(rows, rank);
  Stream(3).at("q").fill_normals(queries);
  Stream(3).at("k").fill_normals(keys);
  for (double& value : queries.values()) value *= norm / std::sqrt(double(rank));
  for (double& value : keys.values()) value *= norm / std::sqrt(double(rank));
  for (Index j = 0; j < rank; ++j) keys(1, j) = -queries(1, j);
  for (Index j = 0; j < rank; ++j) keys(2, j) = 0.0;
  std::vector<Pair> pairs;
  for (Index i = 0; i < rows; ++i) pairs.push_back({i, i});
  const auto taylor = shipped_taylor(degree, layout);
  const auto prepared = taylor->prepare({queries, keys, {}, rank});
  const auto sample = prepared->draw(Stream(1));
  const auto& maps = dynamic_cast<const FeatureSample&>(*sample);
  std::vector<LogNumber> direct(pairs.size());
  std::vector<LogNumber> from_features(pairs.size());

  sample->estimate(queries, keys, pairs, direct);
  estimate_from_features(maps.map(Side::query, queries), maps.map(Side::key, keys), pairs,
                         from_features);

  for (std::size_t i = 0; i < pairs.size(); ++i) {
    // Σ|φϕ| ≤ T_n(‖q‖‖k‖), by Cauchy and Schwarz in every degree.
    const auto q = queries.row(Index(i));
    const auto k = keys.row(Index(i));
    const double bound = std::sqrt(dot(q, q) * dot(k, k));
    const double unit_row[] = {bound};
    const double one[] = {1.0};
    const LogNumber sizes_of_terms = shipped_taylor(degree)
                                         ->prepare({{one, 1, 1, 1}, {unit_row, 1, 1, 1}, {}, 1})
                                         ->theory(one, unit_row)
                                         ->mean;
    const LogNumber difference = direct[i] + -from_features[i];
    EXPECT_LT(std::abs(difference.over(sizes_of_terms.log_abs())), tolerance::taylor_features)
        << "degree " << degree << ", norm " << norm << ", pair " << i;
  }
}

TEST(TaylorFeatures, AgreeWithTheEstimate) {
  for (const double norm : {1e-6, 0.5, 3.0, 20.0, std::sqrt(4000.0)}) {
    for (const Index degree : {0, 1, 2, 5, 60}) expect_features_agree(degree, "symmetric", norm, 2);
    for (const Index degree : {0, 1, 2, 5}) expect_features_agree(degree, "symmetric", norm, 9);
    for (const Index degree : {0, 1, 2, 5}) expect_features_agree(degree, "full", norm, 3);
  }
}

TEST(TaylorFeatures, AnImpossibleMapIsRefusedWithItsNumbersWhileTheEstimateStands) {
  Matrix row(3, 64);
  Stream(4).fill_normals(row);
  const auto taylor = shipped_taylor(60);
  const auto prepared = taylor->prepare({row, row, {}, 64});
  const auto sample = prepared->draw(Stream(1));
  const Pair pair[] = {{0, 1}};
  LogNumber estimate;

  const std::string message = message_of<InputError>(
      [&] { dynamic_cast<const FeatureSample&>(*sample).map(Side::query, row); });
  sample->estimate(row, row, pair, std::span(&estimate, 1));

  EXPECT_EQ(
      message,
      "taylor: a feature map of degree 60 over 64 coordinates has about 10^36 features for "
      "each of 3 rows, but must have at most 2^28 values (2 GiB) in all; lower the degree, or "
      "use kernel estimates, which need no features");
  EXPECT_TRUE(std::isfinite(estimate.value));
  EXPECT_GT(taylor->cost(64).multiply_adds_per_token, 1e36);
}

}  // namespace
}  // namespace kapprox
