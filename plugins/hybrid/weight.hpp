// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The coefficient λ̂ of a hybrid λ̂ Ŝ_1 + (1 − λ̂) Ŝ_2: how it is drawn, how it enters the features
// of both bases, its value at a pair, its law. Formulas: docs/methods/hybrid.md.
//
// A weight turns a row x into a few numbers, its traits: signs of τ·x, products τ·x / width, or the
// unit vector. Traits of queries and keys then give the factors of tensor segments (for features)
// and the coefficients of a pair (for estimates: exactly 0 and 1 where they must be).
#pragma once

#include <kapprox/feature_block.hpp>
#include <kapprox/parameters.hpp>
#include <kapprox/types.hpp>

#include <memory>
#include <span>
#include <vector>

namespace kapprox {

// The first base has the coefficient λ̂, the second 1 − λ̂.
enum class Base { first, second };

struct Coefficients {
  double first = 0.5;
  double second = 0.5;
};

struct CoefficientLaw {
  Coefficients mean;      // E λ̂ and 1 − E λ̂, each to full relative accuracy
  double variance = 0.0;  // Var λ̂
  double third = 0.0;     // E (λ̂ − E λ̂)³
  double fourth = 0.0;    // E (λ̂ − E λ̂)⁴
};

// Where a coefficient is 0 in every draw, so that the other base alone speaks.
struct WeightClaims {
  bool nonnegative = false;                  // of both coefficients, features multiplied out
  bool first_vanishes_at_equal = false;      // at q = k
  bool second_vanishes_at_opposite = false;  // at q = −k
};

class Weight {
 public:
  virtual ~Weight() = default;
  Weight() = default;
  Weight(const Weight&) = delete;
  Weight& operator=(const Weight&) = delete;

  virtual WeightClaims claims() const { return {}; }
  // How many τ ~ N(0, I) it looks at; 0: no randomness.
  virtual Index random_vectors() const { return 0; }
  // How many numbers multiply each feature of a base once tensor segments are multiplied out.
  virtual Index width(Base base, Index ambient_dim) const = 0;
  // n rows of traits. tau: random_vectors() × rank; rows: n × rank.
  virtual Matrix traits(ConstMatrixView tau, ConstMatrixView rows) const = 0;
  virtual std::vector<WeightFactor> factors(Base base, const Matrix& traits) const = 0;
  // From one row of traits of each side.
  virtual Coefficients coefficients(std::span<const double> query,
                                    std::span<const double> key) const = 0;
  // At one pair, rank entries each.
  virtual CoefficientLaw law(std::span<const double> query, std::span<const double> key) const = 0;
};

// weight, n, width.
void declare_weight(Declarations& declarations);
std::unique_ptr<const Weight> make_weight(const Parameters& parameters);

// A constant 1 for every row, as the factor of a segment: numerator / divisor.
WeightFactor constant_factor(Index rows, double numerator, double divisor);

// The two that draw τ: weight_random.cpp.
std::unique_ptr<const Weight> angular_weight(Index n);
std::unique_ptr<const Weight> gaussian_weight(Index n, double width);

// sin²(θ/2) and cos²(θ/2) of the angle between two unit vectors: squares of half their difference
// and half their sum, without cancellation at either end. A vector of zeros is at a right angle to
// every other.
struct HalfAngle {
  double sine_squared = 0.5;
  double cosine_squared = 0.5;
};
HalfAngle half_angle(std::span<const double> unit_x, std::span<const double> unit_y);

}  // namespace kapprox
