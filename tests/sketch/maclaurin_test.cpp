// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Random Maclaurin features: second moments against sums over all sign vectors and all degrees.
#include "sketch/sketches.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

MethodSpec poisson_law(double rate, std::int64_t m = 1) {
  return {"random_maclaurin", {{"law", std::string("poisson")}, {"rate", rate}, {"m", m}}};
}
MethodSpec geometric_law(std::int64_t m = 1) { return {"random_maclaurin", {{"m", m}}}; }

const Rows rows({0.7, -0.4, 0.2, 0.9}, {0.3, 0.8, -0.5, 0.6});

// E[((w·x)(w·y))²] over all 2^d vectors of signs.
double mean_over_all_signs(const Rows& pair) {
  const auto d = static_cast<unsigned>(pair.dim());
  double sum = 0.0;
  for (unsigned signs = 0; signs < (1U << d); ++signs) {
    double on_x = 0.0;
    double on_y = 0.0;
    for (unsigned l = 0; l < d; ++l) {
      const double w = ((signs >> l) & 1U) != 0U ? 1.0 : -1.0;
      on_x += w * pair.queries(0, l);
      on_y += w * pair.keys(0, l);
    }
    sum += on_x * on_y * on_x * on_y;
  }
  return sum / double(1U << d);
}

double second_moment(const MethodSpec& spec) {
  const Theory theory = theory_of(*shipped_feature_map(spec), rows);
  return theory.variance.to_double() + std::exp(2.0 * rows.exact(0));
}

// Σ_p V^p / (p!² q_p), both laws.
TEST(RandomMaclaurin, SecondMomentIsTheSumOverSignsAndDegrees) {
  const double v = mean_over_all_signs(rows);
  const double rate = 1.3;
  double geometric = 0.0;
  double poisson = 0.0;
  for (int p = 0; p < 40; ++p) {
    const double factorial = std::tgamma(p + 1.0);
    geometric += std::pow(v, p) / (factorial * factorial * std::pow(2.0, -(p + 1)));
    poisson += std::pow(v, p) / (factorial * std::exp(-rate) * std::pow(rate, p));
  }

  EXPECT_NEAR(second_moment(geometric_law()), geometric, tolerance::closed_form * geometric);
  EXPECT_NEAR(second_moment(poisson_law(rate)), poisson, tolerance::closed_form * poisson);
}

// The best of all laws is Poisson with rate √V, which gives e^(2√V).
TEST(RandomMaclaurin, TheBestRateIsTheRootOfV) {
  const double best = std::sqrt(mean_over_all_signs(rows));

  const double least = second_moment(poisson_law(best));

  EXPECT_NEAR(least, std::exp(2.0 * best), tolerance::closed_form * least);
  EXPECT_LT(least, second_moment(poisson_law(0.9 * best)));
  EXPECT_LT(least, second_moment(poisson_law(1.1 * best)));
  EXPECT_LT(least, second_moment(geometric_law()));
}

// With one pair in the problem, the mean of √V over pairs is that pair's best rate.
TEST(RandomMaclaurin, RateZeroIsFittedToTheData) {
  const double best = std::sqrt(mean_over_all_signs(rows));

  EXPECT_NEAR(second_moment(poisson_law(0.0)), std::exp(2.0 * best),
              tolerance::closed_form * std::exp(2.0 * best));
  EXPECT_TRUE(shipped_feature_map(poisson_law(0.0))->claims().fits_data);
  EXPECT_FALSE(shipped_feature_map(poisson_law(1.0))->claims().fits_data);
  EXPECT_FALSE(shipped_feature_map(geometric_law())->claims().fits_data);
}

// Evenly spaced rows: of 300 queries in two norms the first 256 alone would see one of them.
TEST(RandomMaclaurin, TheFitLooksAtBothEndsOfTheData) {
  Matrix queries(600, 1);
  Matrix keys(1, 1);
  for (Index i = 0; i < 600; ++i) queries(i, 0) = i < 300 ? 1.0 : 3.0;
  keys(0, 0) = 1.0;
  const auto method = shipped_feature_map(poisson_law(0.0));
  const double one[] = {1.0};

  const auto theory = method->prepare({queries, keys, {}, 1})->theory(one, one);

  // In one dimension V = t², so the rate is the mean of 1 and 3, and E h² = exp((rate − t)²/rate).
  EXPECT_NEAR(std::log1p(theory->variance.over(2.0)), 0.5, tolerance::closed_form);
}

TEST(RandomMaclaurin, VarianceFallsAsOneOverM) {
  const double one = theory_of(*shipped_feature_map(geometric_law(1)), rows).variance.to_double();
  const double eight = theory_of(*shipped_feature_map(geometric_law(8)), rows).variance.to_double();

  EXPECT_NEAR(eight, one / 8.0, tolerance::closed_form * one);
}

// In one dimension a feature of degree P has the size x^P e^(rate/2) rate^(−P/2) / √m: at
// x = e √rate its logarithm gives P away. Both rates have degrees below and above the mode, and
// e^−900 is no double.
std::vector<double> drawn_degrees(const Segment& segment, double rate) {
  std::vector<double> degrees;
  for (const double value : segment.values.values())
    degrees.push_back(std::log(std::abs(value)) + segment.log_scale[0] - 0.5 * rate +
                      0.5 * std::log(double(segment.values.cols())));
  return degrees;
}

Segment one_dimensional_features(double rate, Index m, double x) {
  const Rows one({x}, {x});
  return Draw(*shipped_feature_map(poisson_law(rate, m)), one, Stream(4))
      .map(Side::query, one.queries)
      .segments.front();
}

TEST(RandomMaclaurin, DegreesHaveThePoissonLaw) {
  for (const double rate : {3.7, 900.0}) {
    const Segment segment = one_dimensional_features(rate, 4000, std::exp(1.0) * std::sqrt(rate));

    Moments moments;
    for (const double degree : drawn_degrees(segment, rate)) moments.add(degree);

    EXPECT_LT(std::abs(moments.mean - rate) / moments.mean_standard_error(),
              tolerance::standard_errors);
    EXPECT_LT(std::abs(moments.variance() - rate) / moments.variance_standard_error(),
              tolerance::standard_errors);
  }
}

// 900 factors of size 82 are rebased on the way; the sign of an odd power must come through.
TEST(RandomMaclaurin, OppositeVectorsDifferByTheSignOfOddDegrees) {
  const double rate = 900.0;
  const double x = std::exp(1.0) * std::sqrt(rate);
  const Segment positive = one_dimensional_features(rate, 100, x);
  const Segment negative = one_dimensional_features(rate, 100, -x);

  const std::vector<double> degrees = drawn_degrees(positive, rate);

  for (Index f = 0; f < 100; ++f) {
    const bool odd = std::lround(degrees[std::size_t(f)]) % 2 != 0;
    EXPECT_EQ(negative.values(0, f), odd ? -positive.values(0, f) : positive.values(0, f));
  }
}

TEST(RandomMaclaurin, ClaimsAndCost) {
  const auto method = shipped_feature_map(poisson_law(2.5, 8));

  const Claims claims = method->claims();
  const Cost cost = method->cost(64);

  EXPECT_TRUE(claims.random);
  EXPECT_TRUE(claims.unbiased);
  EXPECT_FALSE(claims.nonnegative);
  EXPECT_FALSE(claims.rotation_invariant);
  EXPECT_EQ(cost.feature_dim, 8);
  EXPECT_EQ(cost.projections_per_token, 20);
}

}  // namespace
}  // namespace kapprox
