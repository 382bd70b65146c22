// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What hybrids claim and what they cost.
#include "hybrid/hybrids.hpp"

#include <gtest/gtest.h>

namespace kapprox {
namespace {

TEST(HybridClaims, EndsAreThoseOfTheWeightAndTheBases) {
  const auto ends = [](const HybridSpec& spec) {
    const Claims claims = hybrid(spec)->claims();
    return std::pair(claims.exact_at_equal, claims.exact_at_opposite);
  };

  EXPECT_EQ(ends({.weight = "angular"}), std::pair(true, true));
  EXPECT_EQ(ends({.weight = "cosine"}), std::pair(true, true));
  EXPECT_EQ(ends({.weight = "gaussian"}), std::pair(true, false));
  EXPECT_EQ(ends({.weight = "constant"}), std::pair(false, false));
  EXPECT_EQ(ends({.weight = "angular", .second = "positive"}), std::pair(false, true));
  EXPECT_EQ(ends({.weight = "constant", .second = "positive"}), std::pair(false, true));
}

TEST(HybridClaims, OnlyConstantWeightsKeepNonnegativeBasesNonnegative) {
  for (const char* weight : {"constant", "angular", "gaussian", "cosine"}) {
    const Claims positive = hybrid({.weight = weight, .second = "positive"})->claims();
    const Claims with_trig = hybrid({.weight = weight})->claims();

    EXPECT_EQ(positive.nonnegative, std::string(weight) == "constant");
    EXPECT_FALSE(with_trig.nonnegative);
    EXPECT_TRUE(with_trig.random);
    EXPECT_TRUE(with_trig.unbiased);
    EXPECT_TRUE(with_trig.rotation_invariant);
    EXPECT_FALSE(with_trig.fits_data);
  }
}

TEST(HybridClaims, CentredBasesFitData) {
  MethodSpec spec = HybridSpec{}.spec();
  spec.parameters["second"] = table({"trig", {{"centre", std::string("keys")}}});

  const Claims claims = built(spec)->claims();

  EXPECT_TRUE(claims.fits_data);
  EXPECT_TRUE(claims.unbiased);
  EXPECT_FALSE(claims.exact_at_equal);
  EXPECT_TRUE(claims.exact_at_opposite);
}

TEST(HybridCost, CountsDirectionsOnceWhereTheyAreShared) {
  const Cost shared = hybrid({.m = 10, .n = 4, .shared = true})->cost(64);
  const Cost independent = hybrid({.m = 10, .n = 4, .shared = false})->cost(64);
  const Cost cosine = hybrid({.weight = "cosine", .m = 10, .n = 4})->cost(64);

  EXPECT_EQ(shared.projections_per_token, 10 + 4);
  EXPECT_EQ(independent.projections_per_token, 2 * 10 + 4);
  EXPECT_EQ(cosine.projections_per_token, 10);
  EXPECT_EQ(shared.feature_dim, 4 * 10 * (4 + 1));
  // Both bases project and map, τ projects, features are multiplied out.
  EXPECT_EQ(shared.multiply_adds_per_token, 2 * (10 * 64 + 20) + 4 * 64 + 200);
}

TEST(OracleClaims, HasNoFeaturesAndTheEndsOfBothBases) {
  const auto oracle = built({"oracle_hybrid", {{"m", std::int64_t{10}}}});

  const Claims claims = oracle->claims();
  const Cost cost = oracle->cost(64);

  EXPECT_TRUE(claims.random);
  EXPECT_TRUE(claims.unbiased);
  EXPECT_FALSE(claims.nonnegative);
  EXPECT_TRUE(claims.exact_at_equal);
  EXPECT_TRUE(claims.exact_at_opposite);
  EXPECT_EQ(cost.feature_dim, 0);
  EXPECT_EQ(cost.projections_per_token, 10);
  EXPECT_EQ(dynamic_cast<const FeatureMap*>(oracle.get()), nullptr);
}

}  // namespace
}  // namespace kapprox
