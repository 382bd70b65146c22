// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// PoisRF and GeomRF: moments against sums over the counts, and the best Poisson rate.
#include "sketch/sketches.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include <boost/math/special_functions/bessel.hpp>

namespace kapprox {
namespace {

MethodSpec poisson(double rate, std::int64_t m = 1) {
  return {"poisson", {{"rate", rate}, {"m", m}}};
}
MethodSpec geometric(double success, std::int64_t m = 1) {
  return {"geometric", {{"success", success}, {"m", m}}};
}

const Rows rows({0.7, -0.4, 0.2}, {0.3, 0.8, -0.5});

double second_moment(const MethodSpec& spec) {
  const Theory theory = theory_of(*shipped_feature_map(spec), rows);
  return theory.variance.to_double() + std::exp(2.0 * rows.exact(0));
}

// E of the order-th power of one estimate: a product over coordinates of sums over counts.
double moment_by_sums(const std::function<double(int)>& probability, int order) {
  double product = 1.0;
  for (Index l = 0; l < rows.dim(); ++l) {
    const double u = rows.queries(0, l) * rows.keys(0, l);
    double sum = 0.0;
    for (int k = 0; k < 60; ++k) {
      const double p = probability(k);
      sum += p * std::pow(std::pow(u, k) / (std::tgamma(k + 1.0) * p), order);
    }
    product *= sum;
  }
  return product;
}

// Mean, variance and fourth moment of the mean of m estimates whose raw moments are the sums.
void expect_moments_by_sums(const std::function<double(int)>& probability,
                            const std::function<MethodSpec(std::int64_t)>& spec) {
  const double mean = moment_by_sums(probability, 1);
  const double second = moment_by_sums(probability, 2);
  const double third = moment_by_sums(probability, 3);
  const double raw_fourth = moment_by_sums(probability, 4);
  const double variance = second - mean * mean;
  const double fourth = raw_fourth - 4.0 * third * mean + 6.0 * second * mean * mean -
                        3.0 * mean * mean * mean * mean;
  for (const double m : {1.0, 5.0}) {
    const Theory theory = theory_of(*shipped_feature_map(spec(std::int64_t(m))), rows);

    EXPECT_NEAR(theory.mean.to_double(), mean, tolerance::closed_form);
    EXPECT_NEAR(theory.variance.to_double(), variance / m, tolerance::closed_form * second);
    EXPECT_NEAR(theory.fourth->to_double(),
                (fourth + 3.0 * (m - 1.0) * variance * variance) / (m * m * m),
                tolerance::closed_form * raw_fourth);
    EXPECT_TRUE(theory.fourth_is_exact);
  }
}

TEST(Poisson, MomentsAreSumsOverTheCounts) {
  const double rate = 0.8;
  expect_moments_by_sums(
      [rate](int k) { return std::exp(-rate) * std::pow(rate, k) / std::tgamma(k + 1.0); },
      [rate](std::int64_t m) { return poisson(rate, m); });
}

TEST(Geometric, MomentsAreSumsOverTheCounts) {
  const double success = 0.6;
  expect_moments_by_sums([success](int k) { return success * std::pow(1.0 - success, k); },
                         [success](std::int64_t m) { return geometric(success, m); });
}

// λ* = √(Σ x_l² y_l² / d) gives e^(2 √(d Σ x_l² y_l²)).
TEST(Poisson, TheBestRateGivesTheLeastSecondMoment) {
  const double overlap = 0.21 * 0.21 + 0.32 * 0.32 + 0.10 * 0.10;
  const double best = std::sqrt(overlap / 3.0);

  const double least = second_moment(poisson(best));

  EXPECT_NEAR(least, std::exp(2.0 * std::sqrt(3.0 * overlap)), tolerance::closed_form * least);
  EXPECT_LT(least, second_moment(poisson(0.9 * best)));
  EXPECT_LT(least, second_moment(poisson(1.1 * best)));
  EXPECT_EQ(second_moment(poisson(0.0)), second_moment(poisson(best)));
  EXPECT_TRUE(shipped_feature_map(poisson(0.0))->claims().fits_data);
  EXPECT_FALSE(shipped_feature_map(poisson(0.4))->claims().fits_data);
}

// The fit is a mean over all rows of each side: here of squares 1 and 9, of the keys 4.
TEST(Poisson, TheFittedRateIsOfMeanSquares) {
  Matrix queries(2, 1);
  Matrix keys(1, 1);
  queries(0, 0) = 1.0;
  queries(1, 0) = -3.0;
  keys(0, 0) = 2.0;
  const double rate = std::sqrt(5.0 * 4.0);

  const auto theory = shipped_feature_map(poisson(0.0))
                          ->prepare({queries, keys, {}, 1})
                          ->theory(queries.row(0), keys.row(0));

  const double log_second = (rate - 2.0) * (rate - 2.0) / rate;
  EXPECT_NEAR(std::log1p(theory->variance.over(4.0)), log_second,
              tolerance::closed_form * log_second);
}

TEST(Geometric, SecondMomentIsAProductOfBesselFunctions) {
  double product = 1.0;
  for (const double u : {0.21, 0.32, 0.10})
    product *= boost::math::cyl_bessel_i(0, 2.0 * u / std::sqrt(0.25)) / 0.75;

  EXPECT_NEAR(second_moment(geometric(0.75)), product, tolerance::closed_form * product);
}

// Below 1e5 the series is summed, beyond it is Laplace's: at one pair both lead to one curve.
TEST(Geometric, LongVectorsHaveNoStepInTheirTheory) {
  const auto log_second = [](double u) {
    const Rows one({u}, {1.0});
    return theory_of(*shipped_feature_map(geometric(0.5)), one).variance.log_abs() - 2.0 * u;
  };
  const double edge = 1e5 * std::sqrt(0.5);  // u (1 − success)^(−1/2) = 1e5

  const double below = log_second(edge * (1.0 - 1e-9));
  const double above = log_second(edge * (1.0 + 1e-9));

  // 2 (√2 − 1) u, whose two roundings are 1e-16 of 2e5 each, grows by 2e-9 of 6e4.
  EXPECT_NEAR(above - below, 2.0 * (std::sqrt(2.0) - 1.0) * 2e-9 * edge, 1e-9);
}

TEST(Counts, ClaimsAndCost) {
  for (const MethodSpec& spec : {poisson(0.5, 9), geometric(0.5, 9)}) {
    const auto method = shipped_feature_map(spec);

    EXPECT_TRUE(method->claims().random);
    EXPECT_TRUE(method->claims().unbiased);
    EXPECT_FALSE(method->claims().nonnegative);
    EXPECT_FALSE(method->claims().rotation_invariant);
    EXPECT_EQ(method->cost(64).feature_dim, 9);
  }
}

}  // namespace
}  // namespace kapprox
