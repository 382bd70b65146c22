// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What theory says of tilted maps: the published closed forms, a table of numbers, the best tilt.
#include "gaussian_tilt/tilted.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

double best_variance(const std::string& method, bool antithetic, Index d, double phi) {
  const Tokens pair = one_pair(d, phi);
  return relative_variance(*tilted_map({method, antithetic}), pair, pair);
}

// Relative variance of one direction, known to the digits that stand here. The dense columns are
// for second moments of rank one, where they do not depend on d.
TEST(TiltedLaw, AgreesWithTheTableOfRelativeVariances) {
  struct Row {
    double phi;
    double oprf_16, oprf_64, two_sided_16, two_sided_64, sderf, two_sided_sderf;
  };
  const Row table[] = {{0.25, 0.275, 0.282, 0.0284, 0.0306, 0.199, 0.00029},
                       {1.0, 1.46, 1.64, 0.426, 0.508, 0.600, 0.0179},
                       {4.0, 17.2, 35.4, 8.13, 17.2, 1.59, 0.313},
                       {8.0, 123.0, 743.0, 60.9, 371.0, 2.49, 0.747}};
  for (const Row& row : table) {
    SCOPED_TRACE(row.phi);
    EXPECT_NEAR(best_variance("oprf", false, 16, row.phi) / row.oprf_16, 1.0,
                tolerance::three_digits);
    EXPECT_NEAR(best_variance("oprf", false, 64, row.phi) / row.oprf_64, 1.0,
                tolerance::three_digits);
    EXPECT_NEAR(best_variance("oprf", true, 16, row.phi) / row.two_sided_16, 1.0,
                tolerance::three_digits);
    EXPECT_NEAR(best_variance("oprf", true, 64, row.phi) / row.two_sided_64, 1.0,
                tolerance::three_digits);
    for (const Index d : {2, 16}) {
      EXPECT_NEAR(best_variance("sderf", false, d, row.phi) / row.sderf, 1.0,
                  tolerance::three_digits);
      EXPECT_NEAR(best_variance("sderf", true, d, row.phi), row.two_sided_sderf,
                  std::max(5e-6, tolerance::three_digits * row.two_sided_sderf));
    }
  }
}

// The form of the literature: ρ, then A = (1 − 1/ρ)/8, then the second moment.
TEST(TiltedLaw, OfOprfIsThePublishedForm) {
  for (const Index dim : {2, 16, 64})
    for (const double phi : {0.3, 1.0, 6.0, 30.0}) {
      const auto d = static_cast<double>(dim);
      const double sum = 2.0 * phi + d;
      const double rho = (std::sqrt(sum * sum + 8.0 * phi * d) - sum) / (4.0 * phi);
      const double a = (1.0 - 1.0 / rho) / 8.0;
      const double c = (1.0 - 4.0 * a) / (1.0 - 8.0 * a);
      const double second_moment = std::pow(1.0 - 4.0 * a, d) * std::pow(1.0 - 8.0 * a, -d / 2.0) *
                                   std::exp((2.0 * c - 1.0) * phi);

      const double variance = best_variance("oprf", false, dim, phi);

      EXPECT_LT(a, 0.0);
      EXPECT_NEAR((variance + 1.0) / second_moment, 1.0, tolerance::published_tilt);
    }
}

// For two eigenvalues: A_l = (1 − 2λ_l − √((2λ_l + 1)² + 8λ_l))/16, a product over both, at a pair
// that is not the one fitted to.
TEST(TiltedLaw, OfSderfIsTheProductOverEigenDirections) {
  Tokens data{Matrix(2, 2), Matrix(1, 2)};  // mean (q + k)(q + k)ᵀ = diag(λ_0, λ_1), keys zero
  data.queries(0, 0) = 1.5;
  data.queries(1, 1) = 0.8;
  const double lambda[] = {1.5 * 1.5 / 2.0, 0.8 * 0.8 / 2.0};
  Tokens at{Matrix(1, 2), Matrix(1, 2)};
  at.queries(0, 0) = 0.4, at.queries(0, 1) = -0.7, at.keys(0, 0) = 0.5, at.keys(0, 1) = 0.2;
  const double u[] = {0.9, -0.5};
  double second_moment = 1.0;
  double square_of_c = 0.0;
  for (int l = 0; l < 2; ++l) {
    const double root =
        std::sqrt((2.0 * lambda[l] + 1.0) * (2.0 * lambda[l] + 1.0) + 8.0 * lambda[l]);
    const double a = (1.0 - 2.0 * lambda[l] - root) / 16.0;
    const double c = (1.0 - 4.0 * a) / (1.0 - 8.0 * a);
    second_moment *=
        (1.0 - 4.0 * a) / std::sqrt(1.0 - 8.0 * a) * std::exp((2.0 * c - 1.0) * u[l] * u[l]);
    square_of_c += c * u[l] * u[l];
  }

  const double variance = relative_variance(*tilted_map({"sderf"}), data, at);

  EXPECT_GT(square_of_c, 0.0);
  EXPECT_NEAR((variance + 1.0) / second_moment, 1.0, tolerance::published_tilt);
}

// Cov between orthogonal directions is the one of plain features, for any tilt: with one block the
// variance is (relVar_1 + (m − 1) c)/m, c from positive or hyperbolic features.
TEST(TiltedLaw, CouplingOfOrthogonalDirectionsIsThatOfPlainFeatures) {
  constexpr Index d = 8;
  constexpr Index m = 5;
  const Tokens pair = one_pair(d, 1.7);
  for (const bool antithetic : {false, true}) {
    const std::string plain = antithetic ? "hyperbolic" : "positive";
    const auto difference = [&](const FeatureMap& coupled, const FeatureMap& independent) {
      return relative_variance(coupled, pair, pair) - relative_variance(independent, pair, pair);
    };

    const double of_tilted = difference(*tilted_map({"oprf", antithetic, m, "orthogonal"}),
                                        *tilted_map({"oprf", antithetic, m, "iid"}));

    const double of_plain =
        difference(*shipped_map(plain, m, "orthogonal"), *shipped_map(plain, m, "iid"));
    EXPECT_LT(of_tilted, -0.05);
    EXPECT_NEAR(of_tilted, of_plain, tolerance::closed_form);
  }
}

TEST(TiltedLaw, OfSderfIsUnknownForCoupledDirections) {
  const Tokens pair = one_pair(4, 1.0);

  const auto prepared = tilted_map({"sderf", false, 3, "orthogonal"})->prepare(pair.problem());

  EXPECT_FALSE(prepared->theory(pair.queries.row(0), pair.keys.row(0)));
}

}  // namespace
}  // namespace kapprox
