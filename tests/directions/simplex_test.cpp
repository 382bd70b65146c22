// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Simplex directions: corners, and their coupling against its power series in many digits.
#include "plugins/shipped.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace kapprox {
namespace {

using Digits = boost::multiprecision::cpp_bin_float_50;

TEST(Simplex, DirectionsOfABlockHaveOneAngle) {
  for (const Index d : {2, 3, 8}) {
    const Index count = 2 * d + 1;

    const DirectionDraw draw = shipped_directions("simplex")->draw(Stream(3), {d, d, count});

    for (Index i = 0; i < count; ++i)
      for (Index j = (i / d) * d; j < i; ++j) {
        const double norms = std::sqrt(draw.squared_norms[static_cast<std::size_t>(i)] *
                                       draw.squared_norms[static_cast<std::size_t>(j)]);
        EXPECT_NEAR(dot(draw.coordinates.row(i), draw.coordinates.row(j)) / norms,
                    -1.0 / (double(d) - 1.0), tolerance::orthonormal);
      }
  }
}

// E exp((ω_1 + ω_2)·s) for the cosine γ between directions, s·s = t: moments of the two norms and a
// trinomial sum.
Digits pair_moment(double t, const Digits& gamma, Index d) {
  const int orders = 45;  // 6^45/45! < 1e-20
  std::vector<Digits> moments{1,
                              sqrt(Digits(2)) * tgamma(Digits(d + 1) / 2) / tgamma(Digits(d) / 2)};
  for (int n = 0; n + 2 <= 2 * orders; ++n)
    moments.push_back((d + n) * moments[static_cast<std::size_t>(n)]);
  std::vector<Digits> inverse_factorials{1};
  for (int k = 1; k <= orders; ++k) inverse_factorials.push_back(inverse_factorials.back() / k);
  const auto at = [](const std::vector<Digits>& list, int k) -> const Digits& {
    return list[static_cast<std::size_t>(k)];
  };

  Digits sum = 0;
  Digits factor = 1;  // (t/4)^k / (d/2)_k
  for (int k = 0; k <= orders; ++k) {
    Digits power = 1;  // (2γ)^r
    Digits trinomial = 0;
    for (int r = 0; r <= k; ++r) {
      Digits row = 0;
      for (int p = 0; p + r <= k; ++p) {
        const int q = k - r - p;
        row += at(moments, 2 * p + r) * at(inverse_factorials, p) *
               (at(moments, 2 * q + r) * at(inverse_factorials, q));
      }
      trinomial += row * power * at(inverse_factorials, r);
      power *= 2 * gamma;
    }
    sum += factor * trinomial;
    factor *= Digits(t) / 4 / (Digits(d) / 2 + k);
  }
  return sum;
}

class SimplexCoupling : public testing::TestWithParam<Index> {};

INSTANTIATE_TEST_SUITE_P(Dimensions, SimplexCoupling, testing::Values(2, 3, 33));

// One-sided terms relative to the covariance itself, two-sided ones to the variance.
TEST_P(SimplexCoupling, AgreesWithTheSeries) {
  const Index d = GetParam();
  const Digits gamma = Digits(-1) / (d - 1);
  for (const double t : {-3.0, -0.5, 1e-3, 3.0}) {
    const Digits less = pair_moment(t, gamma, d);
    const Digits more = pair_moment(t, -gamma, d);
    const Digits unit = exp(-Digits(t));
    const Digits even = unit * (less + more) / 2 - 1;

    const auto found = shipped_directions("simplex")->coupling({t, true}, d, 2);

    EXPECT_LT(abs((2 * Digits(found->to_double()) - even) / (cosh(Digits(t)) - 1)),
              tolerance::coupling_sum);
    if (t < 0.0) continue;
    const auto one_sided = shipped_directions("simplex")->coupling({t}, d, 2);
    EXPECT_LT(abs(2 * Digits(one_sided->to_double()) / (unit * less - 1) - 1),
              tolerance::coupling_sum);
  }
}

// Measured elsewhere at d = m = 8 to three digits, at φ near 1.66 and ζ near 0.43: simplex beats
// orthogonal blocks for positive features only.
TEST(Simplex, HelpsPositiveFeaturesOnly) {
  const auto relative_variance = [](const char* name, const DirectionTerm& term) {
    const auto law = shipped_directions(name);
    return law->law(term, 8)->variance.to_double() / 8.0 + law->coupling(term, 8, 8)->to_double();
  };

  EXPECT_NEAR(relative_variance("simplex", {1.66}), 0.302, 0.001);
  EXPECT_GT(relative_variance("orthogonal", {1.66}), 0.4);
  EXPECT_NEAR(relative_variance("simplex", {1.66, true}), 0.139, 0.001);
  EXPECT_LT(relative_variance("orthogonal", {1.66, true}), 0.126);
  EXPECT_NEAR(relative_variance("simplex", {-0.43, true}), 0.0044, 0.0001);
  EXPECT_NEAR(relative_variance("orthogonal", {-0.43, true}), 0.0031, 0.0001);
}

TEST(Simplex, CouplingStandsForLongVectorsAndIsUnknownBeyond) {
  const auto law = shipped_directions("simplex");
  for (const double t : {-16000.0, 16000.0}) {
    const auto coupling = law->coupling({t, true}, 64, 64);

    EXPECT_TRUE(std::isfinite(coupling->value) && std::isfinite(coupling->log_scale));
    EXPECT_GT(law->law({t, true}, 64)->variance.log_abs(), coupling->log_abs());
  }
  EXPECT_FALSE(law->coupling({20'001.0}, 64, 64));
}

}  // namespace
}  // namespace kapprox
