// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What laws say of the mean and variance of an estimator over m directions, against draws: in all d
// coordinates and in the one coordinate along s. d = 5, ‖s‖ = 1, 8000 draws.
#include "plugins/shipped.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace kapprox {
namespace {

class LawTheory : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(All, LawTheory,
                         testing::Values("iid", "orthogonal", "regularised", "simplex"),
                         [](const testing::TestParamInfo<std::string>& one) { return one.param; });

constexpr Index d = 5;

// ω·s for s of norm 1: along the only coordinate, or along a vector that is no axis.
double product(std::span<const double> row) {
  if (row.size() == 1) return row[0];
  return 0.7 * row[0] - 0.5 * row[1] + 0.1 * row[2] + 0.3 * row[3] + 0.4 * row[4];
}

// One-sided, two-sided and cosine terms, s·s = ±1.
const std::vector<DirectionTerm>& terms() {
  static const std::vector<DirectionTerm> all{{1.0, false}, {1.0, true}, {-1.0, true}};
  return all;
}

// Moments of the mean of h over m directions, one for each of the terms.
std::vector<Moments> moments_of_means(const Directions& law, Index m, Index rank) {
  std::vector<Moments> moments(terms().size());
  for (std::uint64_t trial = 0; trial < 8000; ++trial) {
    const DirectionDraw draw = law.draw(Stream(61).trial(trial), {d, rank, m});
    double one_sided = 0.0;
    double two_sided = 0.0;
    double cosine = 0.0;
    for (Index i = 0; i < m; ++i) {
      const double x = product(draw.coordinates.row(i));
      one_sided += std::exp(x - 0.5);
      two_sided += std::exp(-0.5) * std::cosh(x);
      cosine += std::exp(0.5) * std::cos(x);
    }
    moments[0].add(one_sided / double(m));
    moments[1].add(two_sided / double(m));
    moments[2].add(cosine / double(m));
  }
  return moments;
}

TEST_P(LawTheory, GivesMeanAndVariance) {
  const auto law = shipped_directions(GetParam());
  for (const Index m : {4, 5, 7})
    for (const Index rank : {Index{1}, d}) {
      const std::vector<Moments> found = moments_of_means(*law, m, rank);

      for (std::size_t k = 0; k < found.size(); ++k) {
        const auto one = law->law(terms()[k], d);
        const double variance =
            one->variance.to_double() / double(m) + law->coupling(terms()[k], d, m)->to_double();
        EXPECT_LT(std::abs(z_of_mean(found[k], one->mean.to_double())), tolerance::standard_errors);
        EXPECT_LT(std::abs(z_of_variance(found[k], variance)), tolerance::standard_errors);
      }
    }
}

// Maps over a law without normal marginals claim no more than its theory says.
TEST(LawTheory, PositiveFeaturesOverRegularisedDirectionsEstimateAnotherKernel) {
  const Plane plane(16, 2, 0.5, {0.0});
  const auto map = shipped_map("positive", 16, "regularised");

  const auto theory =
      map->prepare(plane.problem())->theory(plane.queries.row(0), plane.keys.row(0));

  EXPECT_FALSE(map->claims().unbiased);
  EXPECT_NEAR(theory->mean.over(plane.exact(0)), 0.987, 0.0005);  // three digits given
}

TEST(LawTheory, IsUnknownForHadamardAndQuasiMonteCarlo) {
  const DirectionTerm term{1.0, false};

  EXPECT_FALSE(shipped_directions("hadamard")->law(term, 8));
  EXPECT_FALSE(shipped_directions("hadamard")->coupling(term, 8, 4));
  EXPECT_FALSE(shipped_directions("qmc")->coupling(term, 8, 4));
  EXPECT_FALSE(shipped_map("positive", 16, "hadamard")->claims().unbiased);
  EXPECT_TRUE(shipped_map("positive", 16, "qmc")->claims().unbiased);
  EXPECT_FALSE(shipped_map("positive", 16, "qmc")->claims().rotation_invariant);
}

}  // namespace
}  // namespace kapprox
