// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Shifted Sobol points: finite from the first one on, evenly spread, and unbiased over trials.
#include "plugins/shipped.hpp"

#include "kolmogorov_smirnov.hpp"
#include "normal_quantile.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include <boost/math/special_functions/erf.hpp>

namespace kapprox {
namespace {

// The least and the largest probability that a draw can hand over are 2^−53 from 0 and 1.
TEST(NormalQuantile, AgreesWithBoost) {
  for (const double p : {0x1p-53, 1e-12, 1.3e-11, 1.5e-11, 1e-3, 0.0749, 0.0751, 0.3, 0.5, 0.6,
                         0.925, 0.99, 1.0 - 1e-9, 1.0 - 0x1p-53}) {
    const double truth = -std::sqrt(2.0) * boost::math::erfc_inv(2.0 * p);

    EXPECT_NEAR(normal_quantile(p), truth, tolerance::normal_quantile * std::abs(truth)) << p;
  }
}

TEST(Qmc, EveryPointIsFinite) {
  const auto law = shipped_directions("qmc");
  for (const Index d : {1, 2, 64, 3667}) {
    const Index count = d == 3667 ? 2 : 300;
    for (std::uint64_t trial = 0; trial < 3; ++trial) {
      const DirectionDraw first = law->draw(Stream(1).trial(trial), {d, d, 1});
      const DirectionDraw more = law->draw(Stream(1).trial(trial), {d, d, count});

      for (const double value : first.coordinates.values()) EXPECT_TRUE(std::isfinite(value));
      for (const double value : more.coordinates.values()) EXPECT_LT(std::abs(value), 8.3);
    }
  }
}

// The first 2^k points, point 0 included, have one in each of 2^k equal cells of every coordinate,
// and one in each of 4 × 4 cells of the first two: a digital net, whatever the shift.
TEST(Qmc, PointsAreEvenlySpread) {
  const DirectionDraw draw = shipped_directions("qmc")->draw(Stream(2), {7, 7, 16});

  std::set<int> squares;
  for (Index j = 0; j < 7; ++j) {
    std::set<int> cells;
    for (Index i = 0; i < 16; ++i)
      cells.insert(static_cast<int>(16.0 * normal_distribution(draw.coordinates(i, j))));
    EXPECT_EQ(cells.size(), 16U);
  }
  for (Index i = 0; i < 16; ++i)
    squares.insert(4 * static_cast<int>(4.0 * normal_distribution(draw.coordinates(i, 0))) +
                   static_cast<int>(4.0 * normal_distribution(draw.coordinates(i, 1))));
  EXPECT_EQ(squares.size(), 16U);
}

// 3000 trials, d = 4, two pairs at norm 0.5; and fewer errors than independent directions make.
TEST(Qmc, MapsAreUnbiasedOverTrials) {
  const Plane plane(4, 4, 0.5, {0.3, 2.0});
  for (const char* name : {"trig", "positive"})
    for (const Index m : {1, 3, 32}) {
      const auto prepared = shipped_map(name, m, "qmc")->prepare(plane.problem());
      const auto iid = shipped_map(name, m, "iid")->prepare(plane.problem());

      const auto moments = relative_moments(*prepared, plane, Stream(3), 3000);

      for (std::size_t i = 0; i < moments.size(); ++i) {
        EXPECT_LT(std::abs(z_of_mean(moments[i], 1.0)), tolerance::standard_errors);
        const auto theory = iid->theory(plane.queries.row(Index(i)), plane.keys.row(Index(i)));
        if (m == 32) {
          EXPECT_LT(moments[i].variance(), 0.5 * theory->variance.over(2.0 * plane.exact(i)));
        }
      }
    }
}

TEST(Qmc, DimensionsBeyondTheTableAreRefused) {
  const auto law = shipped_directions("qmc");

  EXPECT_THROW(law->draw(Stream(1), {3668, 3668, 1}), InputError);
}

}  // namespace
}  // namespace kapprox
