// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One direction of a law that claims normal marginals is N(0, I): the first of a block, the last
// and one of a later block. 4000 trials.
#include "plugins/shipped.hpp"

#include "kolmogorov_smirnov.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace kapprox {
namespace {

class Marginals : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(All, Marginals, testing::Values("orthogonal", "simplex", "qmc"),
                         [](const testing::TestParamInfo<std::string>& one) { return one.param; });

constexpr Index d = 4;
constexpr std::uint64_t trials = 4000;

TEST_P(Marginals, AreNormal) {
  const auto law = shipped_directions(GetParam());
  for (const Index number : {0, 3, 6}) {
    std::vector<double> along_axis;
    std::vector<double> along_diagonal;
    Moments product;

    for (std::uint64_t trial = 0; trial < trials; ++trial) {
      const DirectionDraw draw = law->draw(Stream(51).trial(trial), {d, d, number + 1});
      const auto row = draw.coordinates.row(number);
      along_axis.push_back(row[1]);
      along_diagonal.push_back(0.5 * (row[0] + row[1] + row[2] + row[3]));
      product.add(row[0] * row[2]);
    }

    EXPECT_LT(kolmogorov_smirnov(along_axis, normal_distribution), tolerance::kolmogorov_smirnov);
    EXPECT_LT(kolmogorov_smirnov(along_diagonal, normal_distribution),
              tolerance::kolmogorov_smirnov);
    EXPECT_LT(std::abs(z_of_mean(product, 0.0)), tolerance::standard_errors);
  }
  EXPECT_TRUE(law->claims().gaussian_marginals);
}

}  // namespace
}  // namespace kapprox
