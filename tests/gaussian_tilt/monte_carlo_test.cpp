// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Tilted and centred maps against their theory: 4000 trials at norm 0.5, where sample variances are
// honest.
#include "gaussian_tilt/tilted.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

constexpr Index trials = 4000;

// Pairs of one plane, in two coordinates or in all d.
void expect_theory_holds(const FeatureMap& map, Index d, Index width) {
  const Plane plane(d, width, 0.5, {0.3, 1.6, 2.9});
  const auto prepared = map.prepare(plane.problem());

  const std::vector<Moments> moments = relative_moments(*prepared, plane, Stream(2027), trials);

  for (std::size_t i = 0; i < moments.size(); ++i) {
    const auto theory = prepared->theory(plane.queries.row(Index(i)), plane.keys.row(Index(i)));
    EXPECT_LT(std::abs(z_of_mean(moments[i], 1.0)), tolerance::standard_errors);
    if (!theory) continue;
    EXPECT_NEAR(theory->mean.over(plane.exact(i)), 1.0, tolerance::closed_form);
    const double variance = theory->variance.over(2.0 * plane.exact(i));
    EXPECT_LT(std::abs(z_of_variance(moments[i], variance)), tolerance::standard_errors);
  }
}

TEST(TiltedMonteCarlo, MeanAndVarianceAreThoseOfTheory) {
  for (const char* method : {"oprf", "sderf"})
    for (const bool antithetic : {false, true})
      for (const char* directions : {"iid", "orthogonal"})
        for (const Index d : {4, 16}) {
          SCOPED_TRACE(std::string(method) + (antithetic ? " antithetic " : " ") + directions +
                       " d = " + std::to_string(d));
          const auto map = tilted_map({method, antithetic, 6, directions});

          expect_theory_holds(*map, d, 2);
          if (d == 4) expect_theory_holds(*map, d, d);
        }
}

TEST(CentredMonteCarlo, MeanAndVarianceAreThoseOfTheory) {
  for (const char* method : {"trig", "positive", "hyperbolic", "oprf", "sderf"})
    for (const char* centre : {"keys", "both"})
      for (const char* directions : {"iid", "orthogonal"}) {
        SCOPED_TRACE(std::string(method) + " centre " + centre + " " + directions);

        expect_theory_holds(*shipped_map(method, 6, directions, centre), 5, 2);
      }
}

}  // namespace
}  // namespace kapprox
