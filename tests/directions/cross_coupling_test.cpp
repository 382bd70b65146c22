// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The coupling between two estimators that share orthogonal directions: against power series in
// many digits, and against products of cosines and exponentials of drawn directions.
#include "plugins/shipped.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace kapprox {
namespace {

// e^40 and its inverse meet in the alternating series at ζ = 40: 35 digits cancel.
using Digits = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<60>>;

// x^0/0!, x^1/1!, … until they are below 10^−25 e^(−|x|).
std::vector<Digits> exponential_terms(double x) {
  std::vector<Digits> terms{1};
  const double least = std::exp(-std::abs(x)) * 1e-25;
  for (int k = 1; k <= std::abs(x) || abs(terms.back()) > least; ++k)
    terms.push_back(terms.back() * x / k);
  return terms;
}

// (a)_0, (a)_1, …
std::vector<Digits> pochhammer(const Digits& a, std::size_t count) {
  std::vector<Digits> values{1};
  for (std::size_t k = 1; k < count; ++k) values.push_back(values.back() * (a + k - 1));
  return values;
}

// E h_a(ω_1) h_b(ω_2) − 1 for perpendicular vectors: the double series of docs/methods.
Digits perpendicular(double a, double b, Index d) {
  const auto x = exponential_terms(a / 2.0);
  const auto y = exponential_terms(b / 2.0);
  const auto half = pochhammer(Digits(d) / 2, x.size() + y.size());
  const auto less = pochhammer(Digits(d - 1) / 2, x.size() + y.size());
  Digits sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k)
    for (std::size_t l = 0; l < y.size(); ++l)
      sum += half[k] * half[l] * less[k + l] / (half[k + l] * less[k] * less[l]) * x[k] * y[l];
  return sum * exp(-(Digits(a) + b) / 2) - 1;
}

// The same for any angle: a hypergeometric function of the 2 × 2 Gram matrix, as a triple series in
// powers of its determinant and of its diagonal.
Digits at_angle(double a, double b, double cosine, Index d) {
  const auto x = exponential_terms(a / 2.0);
  const auto y = exponential_terms(b / 2.0);
  const auto det = exponential_terms(a * b / 4.0 * (1.0 - cosine * cosine));
  const auto half = pochhammer(Digits(d) / 2, 2 * det.size() + x.size() + y.size());
  const auto less = pochhammer(Digits(d - 1) / 2, det.size());
  std::vector<Digits> inverse;
  inverse.reserve(half.size());
  for (const Digits& value : half) inverse.push_back(1 / value);
  Digits sum = 0;
  for (std::size_t k = 0; k < det.size(); ++k) {
    Digits with_det = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      Digits row = 0;
      for (std::size_t l = 0; l < y.size(); ++l) row += y[l] * half[k + l] * inverse[2 * k + j + l];
      with_det += row * x[j] * half[k + j];
    }
    sum += with_det * det[k] / less[k];
  }
  return sum * exp(-(Digits(a) + b) / 2) - 1;
}

// With m = 2 ≤ d directions the coupling is 2 c / 4.
Digits pair_covariance(double a, double b, double cosine, Index d) {
  const auto found =
      shipped_directions("orthogonal")->cross_coupling({a, a < 0.0}, {b, b < 0.0}, cosine, d, 2);
  return 2 * Digits(found->value) * exp(Digits(found->log_scale));
}

// √(Var h_a Var h_b) of two-sided terms under normal marginals.
Digits unit(double a, double b) {
  const auto variance = [](double t) { return cosh(Digits(t)) - 1; };
  return sqrt(Digits(variance(a) * variance(b)));
}

class CrossCoupling : public testing::TestWithParam<Index> {};

INSTANTIATE_TEST_SUITE_P(Dimensions, CrossCoupling, testing::Values(2, 5, 64));

TEST_P(CrossCoupling, PerpendicularVectorsAgreeWithTheSeries) {
  const Index d = GetParam();
  for (const double a : {-40.0, -2.0, -1e-4, 1e-4, 9.0})
    for (const double b : {1e-4, 1.0, 40.0}) {
      const Digits truth = perpendicular(a, b, d);

      const Digits error = pair_covariance(a, b, 0.0, d) - truth;

      EXPECT_LT(abs(error / unit(a, b)), tolerance::cross_coupling_sum) << a << " and " << b;
    }
}

TEST_P(CrossCoupling, OtherAnglesAgreeWithTheSeries) {
  const Index d = GetParam();
  for (const double a : {-3.0, 0.2, 2.0})
    for (const double cosine : {0.3, -0.9, 1.0}) {
      const Digits truth = at_angle(a, 1.5, cosine, d);

      const Digits error = pair_covariance(a, 1.5, cosine, d) - truth;

      EXPECT_LT(abs(error / unit(a, 1.5)), tolerance::cross_coupling_sum) << a << " at " << cosine;
    }
}

// s = √|a| e_1 for one map, √|b| (cosine, sine) for the other; means over m directions.
using Config = std::tuple<double, double, double, Index>;  // a, b, cosine, m

class CrossCouplingOfDraws : public testing::TestWithParam<Config> {};

INSTANTIATE_TEST_SUITE_P(All, CrossCouplingOfDraws,
                         testing::Values(Config{-2.0, 1.0, 0.0, 5}, Config{-2.0, 1.0, 0.0, 7},
                                         Config{-1.0, 1.0, -0.9, 5}));

double term_at(double square, double product) {
  return square < 0.0 ? std::exp(-square / 2.0) * std::cos(product)
                      : std::exp(-square / 2.0) * std::cosh(product);
}

// d = 5, 25 000 draws in the plane of the two vectors.
TEST_P(CrossCouplingOfDraws, IsTheCovarianceOfTheMeans) {
  const auto [a, b, cosine, m] = GetParam();
  const auto law = shipped_directions("orthogonal");
  const double inner = std::sqrt(std::abs(a * b)) * cosine;
  const double one = (a < 0.0 ? std::cos(inner) : std::cosh(inner)) - 1.0;
  const double coupling = law->cross_coupling({a, true}, {b, true}, cosine, 5, m)->to_double();
  Moments products;

  for (std::uint64_t trial = 0; trial < 25'000; ++trial) {
    const DirectionDraw draw = law->draw(Stream(41).trial(trial), {5, 2, m});
    double mean_a = 0.0;
    double mean_b = 0.0;
    for (Index i = 0; i < m; ++i) {
      const double x = draw.coordinates(i, 0);
      const double y = cosine * x + std::sqrt(1.0 - cosine * cosine) * draw.coordinates(i, 1);
      mean_a += term_at(a, std::sqrt(std::abs(a)) * x) / double(m);
      mean_b += term_at(b, std::sqrt(std::abs(b)) * y) / double(m);
    }
    products.add(mean_a * mean_b);
  }

  EXPECT_LT(std::abs(z_of_mean(products, 1.0 + one / double(m) + coupling)),
            tolerance::standard_errors);
  EXPECT_GT(std::abs(coupling), tolerance::standard_errors * products.mean_standard_error())
      << "too few draws to see the coupling";
}

TEST(CrossCoupling, OfOneEstimatorWithItselfIsItsCoupling) {
  const auto law = shipped_directions("orthogonal");
  for (const double square : {-9000.0, -3.0, 0.4, 9000.0}) {
    const DirectionTerm term{square, true};

    const auto cross = law->cross_coupling(term, term, -1.0, 6, 15);

    const auto own = law->coupling(term, 6, 15);
    EXPECT_EQ(cross->value, own->value);
    EXPECT_EQ(cross->log_scale, own->log_scale);
  }
}

TEST(CrossCoupling, LeadingOrderAndSymmetry) {
  const auto law = shipped_directions("orthogonal");
  const double t = 1e-4;

  const double found = law->cross_coupling({-t, true}, {t}, 0.0, 5, 5)->to_double();

  // Terms n = l = 1 of the double series, less 1: S_{1,1} − 1 = −1/(c + 1) with c = d/2; 20 ordered
  // pairs of 25; next terms of relative size t.
  EXPECT_NEAR(found / (-t * t / 4.0 / 4.0 / 3.5 * 0.8), 1.0, 2.0 * t);
  EXPECT_EQ(law->cross_coupling({t}, {-t, true}, 0.0, 5, 5)->to_double(), found);
}

TEST(CrossCoupling, IsZeroWithoutPairsAndForConstants) {
  const auto law = shipped_directions("orthogonal");

  EXPECT_EQ(law->cross_coupling({-1.0, true}, {1.0}, 0.3, 1, 9)->value, 0.0);
  EXPECT_EQ(law->cross_coupling({-1.0, true}, {1.0}, 0.3, 5, 1)->value, 0.0);
  EXPECT_EQ(law->cross_coupling({-1.0, true}, {0.0}, 0.0, 5, 5)->value, 0.0);
  EXPECT_EQ(shipped_directions("iid")->cross_coupling({-1.0, true}, {1.0}, 0.3, 5, 9)->value, 0.0);
}

TEST(CrossCoupling, IsUnknownForTwoCosinesAndForHugeNorms) {
  const auto law = shipped_directions("orthogonal");

  EXPECT_FALSE(law->cross_coupling({-1.0, true}, {-2.0, true}, 1.0, 5, 5));
  EXPECT_FALSE(law->cross_coupling({-1.0, true}, {-1.0, true}, 0.5, 5, 5));
  EXPECT_FALSE(law->cross_coupling({-701.0, true}, {1.0}, 0.0, 5, 5));
  EXPECT_TRUE(law->cross_coupling({-699.0, true}, {699.0}, 0.0, 5, 5));
}

}  // namespace
}  // namespace kapprox
