// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The covariance of two maps under one draw of independent directions: closed forms, Monte Carlo.
#include "plugins/shipped.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

// The estimate of pair (0, 0) from the features of a fitted map under one draw.
double first_estimate(const FittedMap& map, const DirectionDraw& draw, const Matrix& queries,
                      const Matrix& keys) {
  const Pair pair[] = {{0, 0}};
  LogNumber out;
  estimate_from_features(map.features(draw, Side::query, queries),
                         map.features(draw, Side::key, keys), pair, std::span(&out, 1));
  return out.to_double();
}

// Relative covariance of two maps at q = (a, 0), k = (b cos t, b sin t), m independent directions.
struct TwoMaps {
  std::string first;
  std::string second;
  double query_norm;
  double key_norm;
  std::string centre = "none";
};

class TwoMapsOneDraw : public testing::TestWithParam<TwoMaps> {
 protected:
  static constexpr Index m = 2;
  static constexpr double angle = 1.1;

  Matrix queries{2, 2};
  Matrix keys{2, 2};
  void SetUp() override {
    queries(0, 0) = GetParam().query_norm;
    queries(1, 1) = 0.2;  // for the centre
    keys(0, 0) = GetParam().key_norm * std::cos(angle);
    keys(0, 1) = GetParam().key_norm * std::sin(angle);
    keys(1, 0) = -0.3;
  }
  double exact() const { return dot(queries.row(0), keys.row(0)); }
};

INSTANTIATE_TEST_SUITE_P(All, TwoMapsOneDraw,
                         testing::Values(TwoMaps{"positive", "trig", 0.5, 0.5},
                                         TwoMaps{"positive", "trig", 0.9, 0.2},
                                         TwoMaps{"trig", "hyperbolic", 0.5, 0.5},
                                         TwoMaps{"trig", "hyperbolic", 0.9, 0.2},
                                         TwoMaps{"positive", "hyperbolic", 0.5, 0.4},
                                         TwoMaps{"trig", "hyperbolic", 0.9, 0.2, "both"}));

TEST_P(TwoMapsOneDraw, CovarianceIsThatOfMonteCarlo) {
  const auto first = shipped_map(GetParam().first, m, "iid", GetParam().centre);
  const auto second = shipped_map(GetParam().second, m, "iid", GetParam().centre);
  const Problem problem = {queries, keys, {}, 2};
  const FittedMap a(*first, problem);
  const FittedMap b(*second, problem);
  Moments products;
  for (std::uint64_t trial = 0; trial < 10'000; ++trial) {
    const DirectionDraw draw = first->directions().draw(Stream(55).trial(trial), a.request());
    const double of_a = first_estimate(a, draw, queries, keys) / std::exp(exact());
    const double of_b = first_estimate(b, draw, queries, keys) / std::exp(exact());
    products.add((of_a - 1.0) * (of_b - 1.0));
  }

  const auto covariance = FittedMap::shared_covariance(a, b, queries.row(0), keys.row(0));

  ASSERT_TRUE(covariance);
  EXPECT_LT(std::abs(z_of_mean(products, covariance->over(2.0 * exact()))),
            tolerance::standard_errors);
}

// cos(‖x‖² − ‖y‖²) − 1 for positive or hyperbolic with trig, cosh ‖x + y‖² − 1 for positive with
// hyperbolic; x = q, y = k, less their means where centred.
TEST_P(TwoMapsOneDraw, CovarianceIsTheClosedForm) {
  const auto first = shipped_map(GetParam().first, m, "iid", GetParam().centre);
  const auto second = shipped_map(GetParam().second, m, "iid", GetParam().centre);
  const Problem problem = {queries, keys, {}, 2};
  std::vector<double> x(2);
  std::vector<double> y(2);
  for (Index l = 0; l < 2; ++l) {
    const double centred = GetParam().centre == "both" ? 0.5 : 0.0;
    x[static_cast<std::size_t>(l)] = queries(0, l) - centred * (queries(0, l) + queries(1, l));
    y[static_cast<std::size_t>(l)] = keys(0, l) - centred * (keys(0, l) + keys(1, l));
  }
  const bool with_trig = GetParam().first == "trig" || GetParam().second == "trig";
  const double truth = with_trig ? std::cos(dot(x, x) - dot(y, y)) - 1.0
                                 : std::cosh(dot(x, x) + dot(y, y) + 2.0 * dot(x, y)) - 1.0;

  const auto covariance = FittedMap::shared_covariance({*first, problem}, {*second, problem},
                                                       queries.row(0), keys.row(0));

  ASSERT_TRUE(covariance);
  EXPECT_NEAR(covariance->over(2.0 * exact()), truth / m, tolerance::closed_form);
}

TEST(SharedDraw, OfAMapWithItselfIsItsVariance) {
  const double q[] = {0.7, -0.2};
  const double k[] = {0.4, 0.9};
  const Problem problem = {{q, 1, 2, 2}, {k, 1, 2, 2}, {}, 2};
  for (const char* centre : {"none", "keys"}) {
    const auto map = shipped_map("hyperbolic", 3, "iid", centre);
    const FittedMap fitted(*map, problem);

    const auto covariance = FittedMap::shared_covariance(fitted, fitted, q, k);

    ASSERT_TRUE(covariance);
    EXPECT_NEAR(covariance->over(fitted.theory(q, k)->variance.log_abs()), 1.0,
                tolerance::closed_form);
  }
}

}  // namespace
}  // namespace kapprox
