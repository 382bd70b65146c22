// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The weights without randomness, ½ and ½(1 − cos θ), and what all weights share.
#include "weight.hpp"

#include <kapprox/rows.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace kapprox {

namespace {

// λ = ½: constant bagging of two bases.
class Constant final : public Weight {
 public:
  WeightClaims claims() const override { return {.nonnegative = true}; }
  Index width(Base, Index) const override { return 1; }
  Matrix traits(ConstMatrixView, ConstMatrixView rows) const override {
    return Matrix(rows.rows, 0);
  }
  std::vector<WeightFactor> factors(Base, const Matrix& traits) const override {
    std::vector<WeightFactor> factors;
    factors.push_back(constant_factor(traits.rows(), 1.0, 2.0));
    return factors;
  }
  Coefficients coefficients(std::span<const double>, std::span<const double>) const override {
    return {};
  }
  CoefficientLaw law(std::span<const double>, std::span<const double>) const override { return {}; }
};

// λ = ½(1 − x̂·ŷ) = sin²(θ/2), a finite inner product of x̂ with ŷ; ½ where a vector is zero.
class Cosine final : public Weight {
 public:
  WeightClaims claims() const override {
    return {.first_vanishes_at_equal = true, .second_vanishes_at_opposite = true};
  }
  Index width(Base, Index ambient_dim) const override { return ambient_dim + 1; }
  Matrix traits(ConstMatrixView, ConstMatrixView rows) const override { return unit_rows(rows); }

  std::vector<WeightFactor> factors(Base base, const Matrix& traits) const override {
    std::vector<WeightFactor> factors;
    factors.push_back(constant_factor(traits.rows(), 1.0, 2.0));
    factors.push_back({traits, base == Base::first ? -1.0 : 1.0, 2.0});
    return factors;
  }

  // 1 − x̂·x̂ would leave a rounding error where the coefficient is 0; the half angle leaves none.
  Coefficients coefficients(std::span<const double> query,
                            std::span<const double> key) const override {
    const HalfAngle half = half_angle(query, key);
    return {half.sine_squared, half.cosine_squared};
  }

  CoefficientLaw law(std::span<const double> query, std::span<const double> key) const override {
    const Matrix x = unit_rows({query.data(), 1, static_cast<Index>(query.size()), 0});
    const Matrix y = unit_rows({key.data(), 1, static_cast<Index>(key.size()), 0});
    CoefficientLaw law;
    law.mean = coefficients(x.row(0), y.row(0));
    return law;
  }
};

bool is_zero(std::span<const double> x) {
  return std::all_of(x.begin(), x.end(), [](double value) { return value == 0.0; });
}

}  // namespace

WeightFactor constant_factor(Index rows, double numerator, double divisor) {
  WeightFactor factor{Matrix(rows, 1), numerator, divisor};
  for (double& value : factor.values.values()) value = 1.0;
  return factor;
}

HalfAngle half_angle(std::span<const double> unit_x, std::span<const double> unit_y) {
  if (is_zero(unit_x) || is_zero(unit_y)) return {};
  double difference = 0.0;
  double sum = 0.0;
  for (std::size_t l = 0; l < unit_x.size(); ++l) {
    difference += (unit_x[l] - unit_y[l]) * (unit_x[l] - unit_y[l]);
    sum += (unit_x[l] + unit_y[l]) * (unit_x[l] + unit_y[l]);
  }
  return {0.25 * difference, 0.25 * sum};
}

void declare_weight(Declarations& declarations) {
  declarations
      .choice("weight", "how λ̂, the coefficient of the first base, is made",
              {"constant", "angular", "gaussian", "cosine"})
      .otherwise(std::string_view("angular"));
  declarations.integer("n", "random vectors τ of the weights angular and gaussian")
      .at_least(1)
      .at_most(65536.0)
      .otherwise(8);
  declarations
      .real("width", "of the weight gaussian: the second base has exp(-|q - k|^2 / (2 width^2))")
      .at_least(1e-6)
      .at_most(1e6)
      .otherwise(1.0);
}

std::unique_ptr<const Weight> make_weight(const Parameters& parameters) {
  const std::string& name = parameters.choice("weight");
  if (name == "angular") return angular_weight(parameters.integer("n"));
  if (name == "gaussian") return gaussian_weight(parameters.integer("n"), parameters.real("width"));
  if (name == "cosine") return std::make_unique<Cosine>();
  return std::make_unique<Constant>();
}

}  // namespace kapprox
