// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The fit is the best one: what is fitted to other data has a larger mean log second moment. And
// what it costs and claims.
#include "gaussian_tilt/tilted.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

// Means that differ, and a spread that is no sphere.
Tokens lopsided_tokens() {
  Tokens tokens{normal_rows(5, 4, 0.4, Stream(1)), normal_rows(7, 4, 0.4, Stream(2))};
  for (Index i = 0; i < 5; ++i) tokens.queries(i, 0) += 0.7;
  for (Index j = 0; j < 7; ++j) tokens.keys(j, 1) *= 2.0;
  return tokens;
}

Tokens scaled(Tokens tokens, double factor) {
  for (double& value : tokens.queries.values()) value *= factor;
  for (double& value : tokens.keys.values()) value *= factor;
  return tokens;
}

// Turns coordinates 0 and 1 of all rows.
Tokens turned(Tokens tokens, double angle) {
  for (Matrix* rows : {&tokens.queries, &tokens.keys})
    for (Index i = 0; i < rows->rows(); ++i) {
      const double x = (*rows)(i, 0);
      const double y = (*rows)(i, 1);
      (*rows)(i, 0) = std::cos(angle) * x - std::sin(angle) * y;
      (*rows)(i, 1) = std::sin(angle) * x + std::cos(angle) * y;
    }
  return tokens;
}

Tokens stretched(Tokens tokens, Index coordinate, double factor) {
  for (Matrix* rows : {&tokens.queries, &tokens.keys})
    for (Index i = 0; i < rows->rows(); ++i) (*rows)(i, coordinate) *= factor;
  return tokens;
}

// One-sided, the log second moment is linear in (q + k)(q + k)ᵀ, so the fit to its mean is the
// best for the mean over all pairs.
TEST(TiltedFit, IsTheBestOfItsFamilyForTheMeanOverPairs) {
  const Tokens data = lopsided_tokens();
  for (const char* method : {"oprf", "sderf"}) {
    const auto map = tilted_map({method});
    const double best = mean_log_second_moment(*map, data, data);

    for (const double factor : {0.8, 0.95, 1.05, 1.25})
      EXPECT_GT(mean_log_second_moment(*map, scaled(data, factor), data), best) << method;
    if (std::string(method) == "oprf") continue;
    for (const double angle : {-0.2, 0.2})
      EXPECT_GT(mean_log_second_moment(*map, turned(data, angle), data), best);
    for (Index l = 0; l < 4; ++l)
      for (const double factor : {0.9, 1.1})
        EXPECT_GT(mean_log_second_moment(*map, stretched(data, l, factor), data), best);
  }
}

// Two-sided, it is the best at a pair whose squared coordinates are the eigenvalues fitted to.
TEST(TiltedFit, AntitheticIsTheBestAtTheTypicalPair) {
  for (const double phi : {0.3, 2.0, 9.0}) {
    Tokens pair = one_pair(3, phi);
    for (const char* method : {"oprf", "sderf"}) {
      const auto map = tilted_map({method, true});
      const double best = relative_variance(*map, pair, pair);

      for (const double factor : {0.8, 0.95, 1.05, 1.25})
        EXPECT_GT(relative_variance(*map, scaled(pair, factor), pair), best) << method;
    }
  }
}

// Several directions of different size under one cosh: Λ = diag(λ), at s = (√λ_0, √λ_1, √λ_2).
TEST(TiltedFit, AntitheticSderfIsTheBestForSeveralDirectionsTogether) {
  const double roots[] = {0.7, 0.6, 0.5};
  Tokens data{Matrix(3, 3), Matrix(1, 3)};
  Tokens typical{Matrix(1, 3), Matrix(1, 3)};
  for (Index l = 0; l < 3; ++l) {
    data.queries(l, l) = std::sqrt(3.0) * roots[l];
    typical.queries(0, l) = roots[l];
  }
  const auto map = tilted_map({"sderf", true});
  const double best = relative_variance(*map, data, typical);

  for (Index l = 0; l < 3; ++l)
    for (const double factor : {0.95, 1.05})
      EXPECT_GT(relative_variance(*map, stretched(data, l, factor), typical), best);
  for (const double factor : {0.95, 1.05})
    EXPECT_GT(relative_variance(*map, scaled(data, factor), typical), best);
}

// The mean over 5 × 7 pairs by its definition, against a fit to one pair of that φ.
TEST(TiltedFit, OprfTakesTheMeanOverAllPairs) {
  const Tokens data = lopsided_tokens();
  double mean = 0.0;
  for (const Pair& pair : data.pairs()) mean += data.phi(pair) / 35.0;
  const Tokens at = one_pair(4, 1.3);
  for (const bool antithetic : {false, true}) {
    const auto map = tilted_map({"oprf", antithetic});

    const double variance = relative_variance(*map, data, at);

    EXPECT_NEAR(variance / relative_variance(*map, one_pair(4, mean), at), 1.0,
                tolerance::published_tilt);
  }
}

TEST(TiltedFit, ClaimsAndCost) {
  for (const char* method : {"oprf", "sderf"})
    for (const bool antithetic : {false, true}) {
      const auto map = tilted_map({method, antithetic, 10});

      const Claims claims = map->claims();

      EXPECT_TRUE(claims.random);
      EXPECT_TRUE(claims.unbiased);
      EXPECT_TRUE(claims.nonnegative);
      EXPECT_TRUE(claims.rotation_invariant);
      EXPECT_TRUE(claims.fits_data);
      EXPECT_FALSE(claims.exact_at_opposite);
      EXPECT_EQ(map->cost(64).feature_dim, antithetic ? 20 : 10);
    }
  EXPECT_EQ(tilted_map({"oprf", false, 10})->cost(64).multiply_adds_per_token, 640.0 + 10.0);
  EXPECT_EQ(tilted_map({"sderf", false, 10})->cost(64).multiply_adds_per_token,
            640.0 + 10.0 + 4096.0);
}

}  // namespace
}  // namespace kapprox
