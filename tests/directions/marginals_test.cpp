// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One direction of a law that claims normal marginals is N(0, I): the first of a block, the last
// and one of a later block. 4000 trials.
#include "plugins/shipped.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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

// √n · the largest distance between the distribution of `sample` and N(0, 1).
double distance_to_normal(std::vector<double> sample) {
  std::sort(sample.begin(), sample.end());
  const auto n = static_cast<double>(sample.size());
  double distance = 0.0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double cdf = 0.5 * std::erfc(-sample[i] / std::sqrt(2.0));
    distance = std::max({distance, std::abs(cdf - static_cast<double>(i) / n),
                         std::abs(cdf - static_cast<double>(i + 1) / n)});
  }
  return std::sqrt(n) * distance;
}

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

    EXPECT_LT(distance_to_normal(along_axis), tolerance::kolmogorov_smirnov);
    EXPECT_LT(distance_to_normal(along_diagonal), tolerance::kolmogorov_smirnov);
    EXPECT_LT(std::abs(z_of_mean(product, 0.0)), tolerance::standard_errors);
  }
  EXPECT_TRUE(law->claims().gaussian_marginals);
}

}  // namespace
}  // namespace kapprox
