// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The angular hybrid is exact where q = k and where q = −k, in every draw and at every norm, as
// long as its weight is formed before it meets the bases. Multiplied out, it is not.
#include "hybrid/hybrids.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <tuple>

namespace kapprox {
namespace {

constexpr double pi = std::numbers::pi;

// A relative variance of 1e-24 is a relative error of 1e-12 in every draw.
void expect_exact(const std::vector<double>& relative) {
  for (const double estimate : relative)
    EXPECT_LT(std::abs(estimate - 1.0), tolerance::exact_end) << "estimate / exp(q·k)";
}

// q = k and q = −k of the given norm in a direction askew to the axes, all d = 8 coordinates.
Plane askew_ends(double norm) {
  Plane plane(8, 8, norm, norm, {0.0, pi});
  Matrix direction(1, 8);
  Stream(20).fill_normals(direction);
  const double length = std::sqrt(dot(direction.row(0), direction.row(0)));
  for (Index l = 0; l < 8; ++l) {
    const double x = norm * direction(0, l) / length;
    plane.queries(0, l) = plane.keys(0, l) = plane.queries(1, l) = x;
    plane.keys(1, l) = -x;
  }
  return plane;
}

using Config = std::tuple<bool, std::int64_t>;  // shared, m

class AngularEnds : public testing::TestWithParam<Config> {};

INSTANTIATE_TEST_SUITE_P(All, AngularEnds,
                         testing::Combine(testing::Bool(), testing::Values(1, 5, 64)));

TEST_P(AngularEnds, AreExactInEveryDrawAtNormsUpTo4) {
  const auto [shared, m] = GetParam();
  for (const std::int64_t n : {1, 3, 8, 100})
    for (const double norm : {0.25, 1.0, 2.0, 4.0})
      for (const Plane& plane : {Plane(8, 2, norm, norm, {0.0, pi}), askew_ends(norm)}) {
        const auto method = hybrid({.m = m, .n = n, .shared = shared});
        for (std::uint64_t trial = 0; trial < 5; ++trial)
          expect_exact(relative_estimates(*method, plane, Stream(1).trial(trial)));

        EXPECT_EQ(relative_variance(*method, plane, 0), 0.0);
        EXPECT_LT(relative_variance(*method, plane, 1),
                  tolerance::exact_end * tolerance::exact_end);
      }
}

std::vector<double> by_segments(const MappedPlane& features, const Plane& plane) {
  std::vector<LogNumber> estimates(plane.pairs.size());
  estimate_from_features(features.queries, features.keys, plane.pairs, estimates);
  std::vector<double> relative;
  for (std::size_t i = 0; i < estimates.size(); ++i)
    relative.push_back(estimates[i].over(plane.exact(i)));
  return relative;
}

struct FlatEstimate {
  double value = 0.0;  // relative to exp(q·k)
  double size = 0.0;   // Σ|φϕ|
};

FlatEstimate multiplied_out(const MappedPlane& features, const Plane& plane, std::size_t i) {
  const FlatFeatures queries = flatten(features.queries);
  const FlatFeatures keys = flatten(features.keys);
  const double scale = std::exp(queries.log_scale[i] + keys.log_scale[i] - plane.exact(i));
  FlatEstimate sum;
  for (Index f = 0; f < queries.values.cols(); ++f) {
    const double term = queries.values(Index(i), f) * keys.values(Index(i), f);
    sum.value += scale * queries.signature[static_cast<std::size_t>(f)] * term;
    sum.size += scale * std::abs(term);
  }
  return sum;
}

TEST(AngularEnds, SegmentsStayExactAtNorm6WhereMultipliedOutFeaturesLoseTheirDigits) {
  const auto method = hybrid({.m = 16, .n = 5});
  const Plane plane(8, 2, 6.0, 6.0, {0.0, pi});

  const MappedPlane features = mapped(*method, plane, Stream(2));
  const FlatEstimate equal = multiplied_out(features, plane, 0);
  const FlatEstimate opposite = multiplied_out(features, plane, 1);

  expect_exact(by_segments(features, plane));
  expect_exact(relative_estimates(*method, plane, Stream(2)));
  for (const FlatEstimate& flat : {equal, opposite})
    EXPECT_LT(std::abs(flat.value - 1.0), tolerance::flat_features * flat.size);
  // Trigonometric features at q = −k: eps · e^72 relative to the kernel.
  EXPECT_GT(opposite.size, 1e25);
  EXPECT_GT(std::abs(opposite.value - 1.0), 1.0);
}

TEST(AngularEnds, MultipliedOutFeaturesAreGoodToTheLastDigitsAtNorm1) {
  const auto method = hybrid({.m = 16, .n = 5});
  const Plane plane(8, 2, 1.0, 1.0, {0.0, 1.0, pi});

  const MappedPlane features = mapped(*method, plane, Stream(3));
  const auto estimates = relative_estimates(*method, plane, Stream(3));

  for (std::size_t i = 0; i < plane.pairs.size(); ++i)
    EXPECT_NEAR(multiplied_out(features, plane, i).value, estimates[i], tolerance::direct_formula);
}

// Signs of both sides agree (or not) together: no rounding enters the weight.
TEST(AngularEnds, OtherBasesKeepTheEnds) {
  const Plane plane(8, 2, 3.0, 3.0, {0.0, pi});

  const auto positive = relative_estimates(*hybrid({.first = "positive"}), plane, Stream(4));
  const auto swapped = hybrid({.first = "trig", .second = "hyperbolic"});

  expect_exact(positive);
  EXPECT_FALSE(swapped->claims().exact_at_equal);
  EXPECT_FALSE(swapped->claims().exact_at_opposite);
  EXPECT_GT(std::abs(relative_estimates(*swapped, plane, Stream(4))[0] - 1.0), 0.01);
}

// The coefficients of these are no sums of ±1: only an estimate forms them exactly.
TEST(OtherEnds, CosineAndGaussianEstimatesAreExactTooWhereTheirWeightVanishes) {
  const Plane plane = askew_ends(4.0);
  for (const bool shared : {false, true})
    for (std::uint64_t trial = 0; trial < 10; ++trial) {
      const auto cosine = hybrid({.weight = "cosine", .shared = shared});
      const auto gaussian = hybrid({.weight = "gaussian", .shared = shared});

      const auto of_cosine = relative_estimates(*cosine, plane, Stream(5).trial(trial));
      const auto of_gaussian = relative_estimates(*gaussian, plane, Stream(5).trial(trial));

      expect_exact(of_cosine);
      EXPECT_NEAR(of_gaussian[0], 1.0, tolerance::exact_end);
    }
}

// 1 − x̂·x̂ rounds; times e^32, what trigonometric features reach at norm 4, it shows.
TEST(OtherEnds, CosineFeaturesLoseDigitsAsTheirSizeSays) {
  const auto method = hybrid({.weight = "cosine"});
  const Plane plane = askew_ends(4.0);

  const MappedPlane features = mapped(*method, plane, Stream(6));
  const auto relative = by_segments(features, plane);

  for (std::size_t i = 0; i < relative.size(); ++i)
    EXPECT_LT(std::abs(relative[i] - 1.0),
              tolerance::flat_features * multiplied_out(features, plane, i).size);
  EXPECT_GT(std::abs(relative[1] - 1.0), tolerance::exact_end);
}

// sgn(0) = 1: zeros are at a right angle to everything, and alike among themselves.
TEST(AngularEnds, ZeroVectorsAreExactAmongThemselves) {
  const Plane zeros(8, 2, 0.0, 0.0, {0.0});
  for (const char* weight : {"constant", "angular", "gaussian", "cosine"}) {
    const auto method = hybrid({.weight = weight});

    expect_exact(relative_estimates(*method, zeros, Stream(7)));
    EXPECT_EQ(relative_variance(*method, zeros), 0.0);
  }
}

}  // namespace
}  // namespace kapprox
