// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// No NaN and no infinity up to ‖q‖² = ‖k‖² = 4000, tilted and centred. An estimate of 0 means that
// all products of features lie below the range of double, which the engine counts as a failure: a
// tilt fitted to long vectors spreads the exponents of a row √(1 − 4A) times as far.
#include "gaussian_tilt/tilted.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

constexpr Index d = 64;
constexpr Index n = 8;

// Key 0 equals query 0, key 1 is opposite to query 1.
Tokens long_tokens(double square) {
  Tokens tokens{rows_of_square(n, d, square, Stream(1)), rows_of_square(n, d, square, Stream(2))};
  for (Index l = 0; l < d; ++l) {
    tokens.keys(0, l) = tokens.queries(0, l);
    tokens.keys(1, l) = -tokens.queries(1, l);
  }
  return tokens;
}

void expect_finite(const FeatureMap& map, const Tokens& tokens, double least_estimate) {
  const auto prepared = map.prepare(tokens.problem());
  const auto sample = prepared->draw(Stream(3));
  const FeatureBlock block =
      dynamic_cast<const FeatureSample&>(*sample).map(Side::key, tokens.keys);
  for (const double value : block.segments[0].values.values()) {
    EXPECT_GE(value, 0.0);
    EXPECT_LE(value, 1.0);
  }
  for (const double log_scale : block.segments[0].log_scale) EXPECT_TRUE(std::isfinite(log_scale));
  for (const LogNumber& estimate : estimates_of(map, tokens, Stream(3))) {
    EXPECT_GE(estimate.value, least_estimate);
    EXPECT_TRUE(std::isfinite(estimate.value) && std::isfinite(estimate.log_scale));
  }
  for (const Pair& pair : tokens.pairs()) {
    const auto theory = prepared->theory(tokens.queries.row(pair.query), tokens.keys.row(pair.key));
    if (!theory) continue;
    EXPECT_TRUE(std::isfinite(theory->mean.log_abs()));
    EXPECT_TRUE(std::isfinite(theory->variance.log_abs()));
    EXPECT_GT(theory->variance.value, 0.0);
  }
}

TEST(TiltedFinite, UpToASquaredNormOf4000) {
  for (const double square : {400.0, 1600.0, 4000.0}) {
    const Tokens tokens = long_tokens(square);
    for (const char* method : {"oprf", "sderf"})
      for (const bool antithetic : {false, true})
        for (const char* directions : {"iid", "orthogonal"})
          for (const char* centre : {"none", "both"}) {
            SCOPED_TRACE(std::string(method) + " " + directions + " centre " + centre);
            const auto map = tilted_map({method, antithetic, 64, directions, centre});
            expect_finite(*map, tokens, square == 400.0 ? 1e-290 : 0.0);
          }
  }
}

}  // namespace
}  // namespace kapprox
