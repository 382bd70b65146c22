// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Gegenbauer features: coefficients against Bessel functions, the second moment against an
// integral, and what happens to norms that are not the fitted one.
#include "sketch/sketches.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/special_functions/gegenbauer.hpp>

namespace kapprox {
namespace {

std::shared_ptr<const FeatureMap> gegenbauer(Index degree, Index m = 1,
                                             const std::string& directions = "iid") {
  return shipped_feature_map(
      {"gegenbauer",
       {{"degree", std::int64_t{degree}}, {"m", std::int64_t{m}}, {"directions", directions}}});
}

// A query and a key of norm r at an angle, in the first two of d coordinates.
Rows at_angle(Index d, double r, double angle) {
  std::vector<double> query(static_cast<std::size_t>(d));
  std::vector<double> key(static_cast<std::size_t>(d));
  query[0] = r;
  key[0] = r * std::cos(angle);
  key[1] = r * std::sin(angle);
  return {query, key};
}

// c_l P_l(t) by the formula with Bessel and Gegenbauer functions, d ≥ 3.
double term(Index d, Index l, double z, double t) {
  const double half = 0.5 * double(d);
  const double dl = double(l);
  const auto order = static_cast<unsigned>(l);
  const double count = (2.0 * dl + double(d) - 2.0) / (double(d) - 2.0) *
                       boost::math::gegenbauer(order, half - 1.0, 1.0);
  const double c = count * std::tgamma(half) * std::pow(2.0 / z, half - 1.0) *
                   boost::math::cyl_bessel_i(dl + half - 1.0, z);
  return c * boost::math::gegenbauer(order, half - 1.0, t) /
         boost::math::gegenbauer(order, half - 1.0, 1.0);
}

TEST(Gegenbauer, MeanIsTheTruncatedSeriesOfBesselFunctions) {
  for (const Index d : {3, 4, 7, 64})
    for (const double z : {0.25, 2.0, 9.0})
      for (const Index degree : {0, 1, 2, 5}) {
        const Rows rows = at_angle(d, std::sqrt(z), 1.1);
        double sum = 0.0;
        for (Index l = 0; l <= degree; ++l) sum += term(d, l, z, std::cos(1.1));

        const double mean = theory_of(*gegenbauer(degree), rows).mean.to_double();

        EXPECT_NEAR(mean, sum, tolerance::bessel_series * std::exp(z)) << d << ", " << z;
      }
}

// On two points exp(±z) = cosh z ± sinh z; on the circle Jacobi and Anger's series.
TEST(Gegenbauer, OneAndTwoDimensionsHaveTheirOwnSeries) {
  const double z = 0.6;
  const Rows line({std::sqrt(z)}, {-std::sqrt(z)});
  const Rows circle = at_angle(2, std::sqrt(z), 0.7);
  const double i0 = boost::math::cyl_bessel_i(0, z);
  const double i1 = boost::math::cyl_bessel_i(1, z);
  const double i2 = boost::math::cyl_bessel_i(2, z);

  EXPECT_NEAR(theory_of(*gegenbauer(0), line).mean.to_double(), std::cosh(z),
              tolerance::closed_form);
  EXPECT_NEAR(theory_of(*gegenbauer(1), line).mean.to_double(), std::exp(-z),
              tolerance::closed_form);
  EXPECT_NEAR(theory_of(*gegenbauer(4), line).mean.to_double(), std::exp(-z),
              tolerance::closed_form);
  EXPECT_NEAR(theory_of(*gegenbauer(2), circle).mean.to_double(),
              i0 + 2.0 * i1 * std::cos(0.7) + 2.0 * i2 * std::cos(1.4), tolerance::closed_form);
}

TEST(Gegenbauer, TheWholeSeriesIsTheKernel) {
  for (const Index d : {2, 3, 16})
    for (const double angle : {0.0, 1.0, 3.0}) {
      const Rows rows = at_angle(d, 1.5, angle);

      const double mean = theory_of(*gegenbauer(40), rows).mean.over(rows.exact(0));

      EXPECT_NEAR(mean, 1.0, tolerance::bessel_series * std::exp(4.5));
    }
}

// E of the square of one estimate on S²: w = (√(1−s²) cos a, √(1−s²) sin a, s) over a grid of the
// midpoint rule in a and s, against x and y in the plane of the first and last coordinate.
double second_moment_on_the_sphere(Index degree, double z, double angle) {
  const int steps = 400;
  std::vector<double> coefficient;
  double sum = 0.0;
  for (Index l = 0; l <= degree; ++l) sum += coefficient.emplace_back(term(3, l, z, 1.0));
  double integral = 0.0;
  for (int i = 0; i < steps; ++i)
    for (int j = 0; j < steps; ++j) {
      const double s = -1.0 + (i + 0.5) * 2.0 / steps;
      const double a = (j + 0.5) * 2.0 * std::numbers::pi / steps;
      const double on_x = s;
      const double on_y =
          s * std::cos(angle) + std::sqrt(1.0 - s * s) * std::cos(a) * std::sin(angle);
      for (Index l = 0; l <= degree; ++l) {
        const double estimate = sum * double(2 * l + 1) *
                                std::legendre(static_cast<unsigned>(l), on_x) *
                                std::legendre(static_cast<unsigned>(l), on_y);
        integral += coefficient[static_cast<std::size_t>(l)] / sum * estimate * estimate;
      }
    }
  return integral / steps / steps;
}

TEST(Gegenbauer, SecondMomentIsTheIntegralOverTheSphere) {
  for (const double angle : {0.0, 0.8, 1.6}) {
    const Rows rows = at_angle(3, std::sqrt(2.0), angle);
    const double truth = second_moment_on_the_sphere(3, 2.0, angle);

    const Theory theory = theory_of(*gegenbauer(3), rows);

    const double mean = theory.mean.to_double();
    EXPECT_NEAR((theory.variance.to_double() + mean * mean) / truth, 1.0, tolerance::midpoint_rule);
  }
}

// Directions alone count: the radius is the root of the product of mean norms.
TEST(Gegenbauer, NormsOtherThanTheRadiusAreNotSeen) {
  const Rows uneven({1.0, 0.5, -0.5}, {0.2, 0.3, 0.1});
  const double query_norm = std::sqrt(1.5);
  const double key_norm = std::sqrt(0.14);
  const double r = std::sqrt(query_norm * key_norm);
  Rows even = uneven;
  for (double& x : even.queries.values()) x *= r / query_norm;
  for (double& x : even.keys.values()) x *= r / key_norm;
  const auto method = gegenbauer(5, 6);

  const double of_uneven = Draw(*method, uneven, Stream(3)).estimates(uneven)[0].to_double();
  const double of_even = Draw(*method, even, Stream(3)).estimates(even)[0].to_double();

  EXPECT_NEAR(of_uneven, of_even, tolerance::closed_form * 10.0);
  EXPECT_NEAR(theory_of(*method, uneven).variance.to_double(),
              theory_of(*method, even).variance.to_double(), tolerance::closed_form * 10.0);
}

// A longer row beside it changes the fitted radius, and with it the estimate.
TEST(Gegenbauer, TheRadiusIsThatOfTheWholeProblem) {
  Rows rows(2, 3, 1.0, 1.0, 5);
  for (double& x : rows.queries.row(1)) x *= 3.0;  // mean norm 2: r² = 2

  const double mean = theory_of(*gegenbauer(0), rows).mean.to_double();

  EXPECT_NEAR(mean, std::sinh(2.0) / 2.0, tolerance::closed_form * 4.0);
}

TEST(Gegenbauer, OtherNormsThanTheRadiusAreTold) {
  Rows rows(2, 3, 1.0, 1.0, 5);

  const std::string note_of_equal = theory_of(*gegenbauer(3), rows).note;
  for (double& x : rows.queries.row(1)) x *= 3.0;
  const std::string note_of_uneven = theory_of(*gegenbauer(3), rows).note;

  EXPECT_EQ(note_of_equal, "");
  EXPECT_EQ(note_of_uneven, "norms are not the fitted radius");
}

TEST(Gegenbauer, ReducedCoordinatesHaveTheSameLaw) {
  const Rows full = at_angle(16, 0.5, 1.2);
  const Rows plane = at_angle(2, 0.5, 1.2);
  const auto method = gegenbauer(3, 4);
  const auto prepared = method->prepare({plane.queries, plane.keys, {}, 16, true});
  const Theory theory = theory_of(*method, full);
  const Theory reduced = *prepared->theory(plane.queries.row(0), plane.keys.row(0));

  const Moments moments = estimate_moments(*prepared, plane, 6000).front();

  EXPECT_EQ(reduced.mean.to_double(), theory.mean.to_double());
  EXPECT_EQ(reduced.variance.to_double(), theory.variance.to_double());
  EXPECT_LT(std::abs(moments.mean - theory.mean.to_double()) / moments.mean_standard_error(),
            tolerance::standard_errors);
  EXPECT_LT(std::abs(moments.variance() - theory.variance.to_double()) /
                moments.variance_standard_error(),
            tolerance::standard_errors);
}

TEST(Gegenbauer, CoupledDirectionsHaveNoTheory) {
  const Rows rows = at_angle(4, 0.5, 1.2);

  const auto prepared = gegenbauer(3, 4, "orthogonal")->prepare(rows.problem());

  EXPECT_FALSE(prepared->theory(rows.queries.row(0), rows.keys.row(0)));
}

TEST(Gegenbauer, ClaimsAndCost) {
  const Claims claims = gegenbauer(3, 4)->claims();

  EXPECT_TRUE(claims.random);
  EXPECT_FALSE(gegenbauer(0, 4)->claims().random);
  EXPECT_FALSE(claims.unbiased);
  EXPECT_TRUE(claims.rotation_invariant);
  EXPECT_TRUE(claims.fits_data);
  EXPECT_EQ(gegenbauer(3, 4)->cost(64).feature_dim, 4);
}

}  // namespace
}  // namespace kapprox
