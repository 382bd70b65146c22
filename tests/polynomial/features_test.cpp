// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Features of taylor, power and exp_limit: their number, their product, and the maps that memory
// forbids.
#include "message_of.hpp"
#include "plugins/shipped.hpp"
#include "polynomial/polynomials.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace kapprox {
namespace {

struct Size {
  const char* method;
  Index d;
  Index degree;
  Index symmetric;
  Index full;
};

// taylor C(d + n, n) and Σ d^j; exp_limit C(d + n, n) and (d + 1)^n; power C(d + n − 1, n) and d^n.
constexpr Size sizes[] = {{"taylor", 16, 2, 153, 273},
                          {"taylor", 16, 3, 969, 4369},
                          {"taylor", 16, 4, 4845, 69905},
                          {"taylor", 64, 2, 2145, 4161},
                          {"taylor", 64, 3, 47905, 266305},
                          {"taylor", 64, 4, 814385, 17043521},
                          {"taylor", 1, 5, 6, 6},
                          {"taylor", 7, 0, 1, 1},
                          {"exp_limit", 16, 2, 153, 289},
                          {"exp_limit", 16, 3, 969, 4913},
                          {"exp_limit", 16, 4, 4845, 83521},
                          {"exp_limit", 64, 2, 2145, 4225},
                          {"exp_limit", 64, 3, 47905, 274625},
                          {"exp_limit", 64, 4, 814385, 17850625},
                          {"exp_limit", 1, 5, 6, 32},
                          {"power", 16, 2, 136, 256},
                          {"power", 16, 4, 3876, 65536},
                          {"power", 1, 5, 1, 1},
                          {"power", 7, 0, 1, 1}};

TEST(PolynomialFeatures, CostCountsThem) {
  for (const Size& size : sizes) {
    const auto symmetric = shipped_polynomial(size.method, size.degree);
    const auto full = shipped_polynomial(size.method, size.degree, "full");

    EXPECT_EQ(symmetric->cost(size.d).feature_dim, size.symmetric) << size.method;
    EXPECT_EQ(full->cost(size.d).feature_dim, size.full) << size.method;
  }
}

TEST(PolynomialFeatures, AMapHasAsManyAsTheCostSays) {
  for (const Size& size : sizes) {
    if (size.full > 100'000) continue;
    Matrix row(1, size.d);
    Stream(2).fill_normals(row);

    const FeatureBlock symmetric = features_of(*shipped_polynomial(size.method, size.degree), row);
    const FeatureBlock full =
        features_of(*shipped_polynomial(size.method, size.degree, "full"), row);

    EXPECT_EQ(symmetric.feature_dim(), size.symmetric) << size.method;
    EXPECT_EQ(full.feature_dim(), size.full) << size.method;
  }
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t f = 0; f < found.size(); ++f)
    EXPECT_NEAR(found[f], expected[f], 1e3 * tolerance::eps) << "feature " << f;
}

// Monomials of x = (a, b) = (3, −4) up to degree 2.
TEST(PolynomialFeatures, SmallExamplesByHand) {
  const double root = std::sqrt(2.0);

  // 1, a, b, a²/√2, ab, b²/√2
  expect_near(plain_features(*shipped_taylor(2), {3.0, -4.0}),
              {1.0, 3.0, -4.0, 9.0 / root, -12.0, 16.0 / root});
  // (1 + t/2)² = 1 + t + t²/4: 1, a, b, a²/2, ab/√2, b²/2
  expect_near(plain_features(*shipped_polynomial("exp_limit", 2), {3.0, -4.0}),
              {1.0, 3.0, -4.0, 4.5, -12.0 / root, 8.0});
  // a², √2 ab, b², and all of the tensor
  expect_near(plain_features(*shipped_polynomial("power", 2), {3.0, -4.0}),
              {9.0, -12.0 * root, 16.0});
  expect_near(plain_features(*shipped_polynomial("power", 2, "full"), {3.0, -4.0}),
              {9.0, -12.0, -12.0, 16.0});
}

// The textbook's features of (1 + t/n)^n, entry by entry: [1, x/√n] ⊗ ⋯ ⊗ [1, x/√n].
TEST(PolynomialFeatures, FullExpLimitIsTheTensorOfItsFactors) {
  const double root = std::sqrt(3.0);
  const double factor[] = {1.0, 0.7 / root, -1.3 / root};
  std::vector<double> tensor;
  for (const double a : factor)
    for (const double b : factor)
      for (const double c : factor) tensor.push_back(a * b * c);

  std::vector<double> features =
      plain_features(*shipped_polynomial("exp_limit", 3, "full"), {0.7, -1.3});

  std::sort(tensor.begin(), tensor.end());
  std::sort(features.begin(), features.end());
  expect_near(features, tensor);
}

// The estimate (a polynomial) against Σ φϕ (the features), relative to Σ|φϕ|.
void expect_features_agree(const std::string& method, Index degree, const std::string& layout,
                           double norm, Index rank) {
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
  const auto map = shipped_polynomial(method, degree, layout);
  const auto prepared = map->prepare({queries, keys, {}, rank});
  const auto sample = prepared->draw(Stream(1));
  const auto& maps = dynamic_cast<const FeatureSample&>(*sample);
  std::vector<LogNumber> direct(pairs.size());
  std::vector<LogNumber> from_features(pairs.size());

  sample->estimate(queries, keys, pairs, direct);
  estimate_from_features(maps.map(Side::query, queries), maps.map(Side::key, keys), pairs,
                         from_features);

  for (std::size_t i = 0; i < pairs.size(); ++i) {
    // Σ|φϕ| ≤ p(‖q‖‖k‖), by Cauchy and Schwarz in every degree.
    const auto q = queries.row(Index(i));
    const auto k = keys.row(Index(i));
    const LogNumber sizes_of_terms = estimate_at(*map, std::sqrt(dot(q, q) * dot(k, k)));
    const LogNumber difference = direct[i] + -from_features[i];
    if (sizes_of_terms.value == 0.0) {
      EXPECT_EQ(difference.value, 0.0);
      continue;
    }
    EXPECT_LT(std::abs(difference.over(sizes_of_terms.log_abs())), tolerance::polynomial_features)
        << method << " of degree " << degree << ", norm " << norm << ", pair " << i;
  }
}

TEST(PolynomialFeatures, AgreeWithTheEstimate) {
  for (const char* method : {"taylor", "power", "exp_limit"})
    for (const double norm : {1e-6, 0.5, 3.0, 20.0, std::sqrt(4000.0)}) {
      for (const Index degree : {1, 2, 5, 60})
        expect_features_agree(method, degree, "symmetric", norm, 2);
      for (const Index degree : {1, 2, 5})
        expect_features_agree(method, degree, "symmetric", norm, 9);
      for (const Index degree : {1, 2, 5}) expect_features_agree(method, degree, "full", norm, 3);
    }
  expect_features_agree("taylor", 0, "symmetric", 3.0, 2);
  expect_features_agree("power", 0, "full", 3.0, 2);
}

TEST(PolynomialFeatures, AnImpossibleMapIsRefusedWithItsNumbersWhileTheEstimateStands) {
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

TEST(PolynomialFeatures, NumbersBeyondDoubleAreSaidToBe) {
  Matrix row(1, 64);

  const std::string message = message_of<InputError>(
      [&] { features_of(*shipped_polynomial("exp_limit", 256, "full"), row); });

  EXPECT_NE(message.find("exp_limit: a feature map of degree 256 over 64 coordinates has more than "
                         "10^308 features"),
            std::string::npos)
      << message;
}

}  // namespace
}  // namespace kapprox
