// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What core makes of coefficients alone: values, claims, theory, features, refusals.
#include <kapprox/polynomial_map.hpp>

#include "message_of.hpp"
#include "methods/polynomial.hpp"
#include "polynomial/polynomials.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace kapprox {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<PolynomialTerm> terms_of(const std::vector<double>& coefficients) {
  std::vector<PolynomialTerm> terms(coefficients.size());
  for (std::size_t j = 0; j < terms.size(); ++j)
    terms[j].log_coefficient = std::log(coefficients[j]);
  return terms;
}

Parameters layout_parameters(const std::string& layout) {
  Parameters parameters;
  parameters.set("layout", layout);
  return parameters;
}

class Toy final : public PolynomialMap {
 public:
  explicit Toy(std::vector<PolynomialTerm> terms, const std::string& layout = "symmetric")
      : PolynomialMap("toy", layout_parameters(layout), std::move(terms)) {}
};

TEST(PolynomialMap, ValueIsTheSumOfTheTerms) {
  const Toy toy(terms_of({2.0, 0.0, 3.0, 0.5}));

  for (const double t : {-3.0, -1.0, 0.0, 0.25, 4.0}) {
    const double sum = 2.0 + 3.0 * t * t + 0.5 * t * t * t;
    EXPECT_NEAR(toy.value(t).to_double(), sum, tolerance::closed_form * (std::abs(sum) + 40.0));
    EXPECT_EQ(estimate_at(toy, t).to_double(), toy.value(t).to_double());
  }
  EXPECT_EQ(Toy(terms_of({0.0, 1.0})).value(0.0).value, 0.0);
  EXPECT_EQ(Toy(terms_of({0.0, 0.0})).value(3.0).value, 0.0);
}

TEST(PolynomialMap, NothingLeavesTheRangeOfDouble) {
  const Toy toy({{0.0}, {missing_power}, {-2000.0}, {900.0}});

  const LogNumber value = toy.value(-1e200);

  EXPECT_EQ(value.value, -1.0);
  EXPECT_NEAR(value.log_scale, 900.0 + 600.0 * std::log(10.0), 1e-9);
}

TEST(PolynomialMap, ClaimsFollowFromTheCoefficients) {
  const Claims square = Toy(terms_of({1.0, 1.0, 0.5})).claims();
  const Claims cube = Toy(terms_of({2.0, 1.0, 0.5, 0.1})).claims();

  EXPECT_TRUE(square.nonnegative);
  EXPECT_TRUE(square.exact_at_zero);
  EXPECT_FALSE(cube.nonnegative);
  EXPECT_FALSE(cube.exact_at_zero);
  for (const Claims& claims : {square, cube}) {
    EXPECT_FALSE(claims.random);
    EXPECT_FALSE(claims.unbiased);
    EXPECT_TRUE(claims.rotation_invariant);
  }
}

bool proved(const std::vector<double>& coefficients) {
  return is_surely_nonnegative(terms_of(coefficients));
}

TEST(PolynomialMap, NonnegativityIsProvedOnlyWhereItHolds) {
  EXPECT_TRUE(proved({0.0, 0.0, 1.0}));
  EXPECT_TRUE(proved({1.0, 1.999, 1.0}));
  EXPECT_FALSE(proved({1.0, 2.0, 1.0}));  // touches 0: rounding would decide
  EXPECT_FALSE(proved({1.0, 2.001, 1.0}));
  EXPECT_FALSE(proved({0.0, 1.0, 1.0}));
  EXPECT_FALSE(proved({1.0, 1.0}));
  EXPECT_TRUE(proved({1.0, 1.0, 1.0 / 2.0, 1.0 / 6.0, 1.0 / 24.0}));
  // Each odd power alone is weak enough; together they take more than all of t².
  EXPECT_TRUE(proved({1.0, 1.5, 1.0, 0.0, 1.0}));
  EXPECT_TRUE(proved({1.0, 0.0, 1.0, 1.5, 1.0}));
  EXPECT_FALSE(proved({1.0, 1.5, 1.0, 1.5, 1.0}));
}

// Thousands of polynomials of degree 4 and 6: what is called nonnegative is so on a fine grid.
TEST(PolynomialMap, NoProvedPolynomialHasANegativeValue) {
  const Index count = 2000;
  Matrix draws(count, 7);
  Stream(11).fill_normals(draws);
  int claimed = 0;

  for (Index i = 0; i < count; ++i) {
    std::vector<PolynomialTerm> terms;
    for (Index j = 0; j < (i % 2 == 0 ? 5 : 7); ++j)
      terms.push_back({draws(i, j) - (j % 2 == 0 ? 0.0 : 1.0)});
    if (!is_surely_nonnegative(terms)) continue;
    ++claimed;
    for (int step = 1; step <= 200; ++step)
      EXPECT_GT(polynomial_value(terms, -std::exp(0.05 * (step - 100))).value, 0.0) << i;
  }
  EXPECT_GT(claimed, count / 10);
  EXPECT_LT(claimed, 9 * count / 10);
}

TEST(PolynomialMap, TheoryIsTheValueWithoutVariance) {
  const Toy toy(terms_of({1.0, 0.3, 2.0}));

  const Theory theory = theory_at(toy, -0.7);

  EXPECT_EQ(theory.mean.to_double(), toy.value(-0.7).to_double());
  EXPECT_EQ(theory.variance.value, 0.0);
  EXPECT_EQ(theory.fourth->value, 0.0);
  EXPECT_TRUE(theory.fourth_is_exact);
  EXPECT_EQ(theory.note, "");
}

// 3 t: one monomial, or the product of three equal tensor entries √(3/3) x.
TEST(PolynomialMap, RepeatsCountInTheFullLayoutOnly) {
  const std::vector<PolynomialTerm> terms = {{missing_power}, {std::log(3.0), 3.0}};
  const Toy symmetric(terms);
  const Toy full(terms, "full");

  const std::vector<double> once = plain_features(symmetric, {2.0});
  const std::vector<double> thrice = plain_features(full, {2.0});

  EXPECT_EQ(symmetric.cost(5).feature_dim, 5);
  EXPECT_EQ(full.cost(5).feature_dim, 15);
  ASSERT_EQ(once.size(), 1U);
  EXPECT_NEAR(once[0], 2.0 * std::sqrt(3.0), tolerance::closed_form);
  ASSERT_EQ(thrice.size(), 3U);
  for (const double feature : thrice) EXPECT_NEAR(feature, 2.0, tolerance::closed_form);
}

// Else a map would make monomials of powers that it has not, and could want all memory for them.
TEST(PolynomialMap, EndsAtItsHighestPower) {
  std::vector<PolynomialTerm> terms(200);
  terms[0] = terms[1] = {0.0};
  const Toy toy(terms);
  const Matrix rows(1, 64);

  EXPECT_EQ(toy.terms().size(), 2U);
  EXPECT_EQ(features_of(toy, rows).feature_dim(), 65);
  EXPECT_EQ(Toy(terms_of({0.0, 0.0})).cost(3).feature_dim, 0);
}

std::string refusal_of(const std::vector<PolynomialTerm>& terms) {
  return message_of<Error>([&] { Toy toy(terms); });
}

TEST(PolynomialMap, WrongTermsAreRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();

  EXPECT_NE(refusal_of({}).find("terms of the polynomial is 0, but must be at least 1"),
            std::string::npos)
      << refusal_of({});
  EXPECT_EQ(refusal_of({{0.0}, {infinity}}),
            "toy: term 1 has log-coefficient inf and repeats 1.000000 times, but must have one "
            "below +infinity and repeat at least once");
  EXPECT_NE(refusal_of({{nan}}), "");
  EXPECT_NE(refusal_of({{0.0, 0.5}}), "");
}

}  // namespace
}  // namespace kapprox
