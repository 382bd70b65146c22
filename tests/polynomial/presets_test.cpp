// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Published polynomial attentions as parameters of `taylor`: docs/methods/polynomial.md.
#include "plugins/shipped.hpp"
#include "polynomial/polynomials.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

// Based: φ(q) = [1, q/d^{1/4}, vec(q qᵀ)/(√2 √d)] of the raw query; kapprox sees x = q/d^{1/4}.
TEST(Presets, BasedIsTaylorOfDegreeTwoInTheFullLayout) {
  const double d = 3.0;
  const std::vector<double> raw = {0.4, -2.0, 1.1};
  std::vector<double> based = {1.0};
  std::vector<double> scaled = raw;
  for (double& q : scaled) q /= std::pow(d, 0.25);
  based.insert(based.end(), scaled.begin(), scaled.end());
  for (const double a : raw)
    for (const double b : raw) based.push_back(a * b / (std::sqrt(2.0) * std::sqrt(d)));

  const std::vector<double> features = plain_features(*shipped_taylor(2, "full"), scaled);

  ASSERT_EQ(features.size(), based.size());
  for (std::size_t f = 0; f < based.size(); ++f)
    EXPECT_NEAR(features[f], based[f], tolerance::closed_form);
  EXPECT_EQ(shipped_taylor(2, "full")->cost(16).feature_dim, 273);
  EXPECT_EQ(shipped_taylor(2, "symmetric")->cost(16).feature_dim, 153);
}

// Symmetry-aware Taylor counts terms: n_taylor = 4, its default, is Σ_{p<4} t^p/p!, degree 3.
TEST(Presets, SataWithItsDefaultOfFourTermsGivesNegativeWeights) {
  const Index terms = 4;
  const auto sata = shipped_taylor(terms - 1);

  for (const double t : {-1.7, -0.3, 0.0, 1.2})
    EXPECT_NEAR(estimate_at(*sata, t).to_double(), 1.0 + t + t * t / 2.0 + t * t * t / 6.0,
                tolerance::closed_form);
  EXPECT_GT(estimate_at(*sata, -1.595).value, 0.0);
  EXPECT_LT(estimate_at(*sata, -1.597).value, 0.0);
  EXPECT_FALSE(sata->claims().nonnegative);
  EXPECT_EQ(sata->cost(16).feature_dim, 969);
}

TEST(Presets, SataWithAnOddNumberOfTermsStaysPositive) {
  const auto sata = shipped_taylor(5 - 1);

  double smallest = 1.0;
  for (int hundredths = -5000; hundredths < 0; ++hundredths)
    smallest = std::min(smallest, estimate_at(*sata, hundredths / 100.0).to_double());

  EXPECT_TRUE(sata->claims().nonnegative);
  EXPECT_NEAR(smallest, 0.270, 0.0005);  // half of the last digit that is given
}

}  // namespace
}  // namespace kapprox
