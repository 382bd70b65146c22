// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Squared norms of directions have the χ² law with d degrees of freedom, in full and in reduced
// coordinates.
#include "plugins/shipped.hpp"

#include "kolmogorov_smirnov.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

#include <boost/math/distributions/chi_squared.hpp>

namespace kapprox {
namespace {

using Config = std::tuple<std::string, Index, Index>;  // directions, d, rank

class SquaredNorms : public testing::TestWithParam<Config> {};

INSTANTIATE_TEST_SUITE_P(All, SquaredNorms,
                         testing::Values(Config{"iid", 5, 2}, Config{"iid", 5, 5},
                                         Config{"iid", 3, 2}, Config{"iid", 64, 2},
                                         Config{"iid", 129, 2}, Config{"orthogonal", 2, 2},
                                         Config{"orthogonal", 5, 2}, Config{"orthogonal", 64, 2},
                                         Config{"orthogonal", 129, 2}, Config{"simplex", 2, 2},
                                         Config{"simplex", 5, 2}),
                         [](const testing::TestParamInfo<Config>& one) {
                           return std::get<0>(one.param) + "_d" +
                                  std::to_string(std::get<1>(one.param)) + "_rank" +
                                  std::to_string(std::get<2>(one.param));
                         });

constexpr Index draws = 20'000;

TEST_P(SquaredNorms, HaveMeanDAndVarianceTwiceD) {
  const auto [law, d, rank] = GetParam();

  const DirectionDraw draw = shipped_directions(law)->draw(Stream(11), {d, rank, draws});

  Moments moments;
  for (const double square : draw.squared_norms) moments.add(square);
  EXPECT_LT(std::abs(z_of_mean(moments, double(d))), tolerance::standard_errors);
  EXPECT_LT(std::abs(z_of_variance(moments, 2.0 * double(d))), tolerance::standard_errors);
}

TEST_P(SquaredNorms, HaveTheChiSquaredDistribution) {
  const auto [law, d, rank] = GetParam();
  const boost::math::chi_squared distribution{double(d)};

  const DirectionDraw draw = shipped_directions(law)->draw(Stream(12), {d, rank, draws});

  EXPECT_LT(
      kolmogorov_smirnov(draw.squared_norms,
                         [&](double square) { return boost::math::cdf(distribution, square); }),
      tolerance::kolmogorov_smirnov);
}

TEST_P(SquaredNorms, AreNeverBelowThoseOfTheCoordinates) {
  const auto [law, d, rank] = GetParam();

  const DirectionDraw draw = shipped_directions(law)->draw(Stream(13), {d, rank, draws});

  for (Index i = 0; i < draws; ++i) {
    const double of_coordinates = dot(draw.coordinates.row(i), draw.coordinates.row(i));
    EXPECT_GE(draw.squared_norms[static_cast<std::size_t>(i)],
              of_coordinates * (1.0 - tolerance::orthonormal));
  }
}

// The remaining norm must be independent of the coordinates, and one direction of the next.
TEST_P(SquaredNorms, AreIndependent) {
  const auto [law, d, rank] = GetParam();

  const DirectionDraw draw = shipped_directions(law)->draw(Stream(14), {d, rank, draws});

  Moments neighbours;
  Moments odd;
  for (Index i = 0; i + 1 < draws; ++i) {
    const double here = draw.squared_norms[static_cast<std::size_t>(i)] - double(d);
    const double next = draw.squared_norms[static_cast<std::size_t>(i + 1)] - double(d);
    neighbours.add(here * next);
    odd.add(here * draw.coordinates(i, 0));
  }
  EXPECT_LT(std::abs(z_of_mean(neighbours, 0.0)), tolerance::standard_errors);
  EXPECT_LT(std::abs(z_of_mean(odd, 0.0)), tolerance::standard_errors);
}

}  // namespace
}  // namespace kapprox
