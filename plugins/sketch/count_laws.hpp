// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Discretely induced features: exp(x·y) = Π_l Σ_k (x_l y_l)^k / k!, each sum sampled by a count
// N_l. A feature is Π_l x_l^{N_l} / √(N_l! P(N_l)), with 0^0 = 1.
#pragma once

#include "discrete_law.hpp"

#include <kapprox/claims.hpp>

#include <span>

namespace kapprox::sketch {

// A law of the counts; the same for every coordinate, independent between them.
class CountLaw {
 public:
  explicit CountLaw(DiscreteLaw law) : law_(std::move(law)) {}
  virtual ~CountLaw() = default;
  CountLaw(const CountLaw&) = delete;
  CountLaw& operator=(const CountLaw&) = delete;

  double count(double uniform) const { return static_cast<double>(law_.inverse(uniform)); }

  // −½ Σ_l log(N_l! P(N_l)). counts: d whole numbers.
  virtual double log_weight(std::span<const double> counts) const = 0;

  // Moments of the mean of `features` products φ_i(x) ϕ_i(y), with fourth. x, y: d numbers.
  virtual Theory theory(std::span<const double> x, std::span<const double> y,
                        Index features) const = 0;

 protected:
  Index largest_count() const { return law_.last(); }

 private:
  DiscreteLaw law_;
};

// P(N) = Poisson(rate), rate in (0, 10^6].
class PoissonCounts final : public CountLaw {
 public:
  explicit PoissonCounts(double rate);
  double log_weight(std::span<const double> counts) const override;
  Theory theory(std::span<const double> x, std::span<const double> y,
                Index features) const override;

 private:
  double rate_;
};

// P(N = k) = success (1 − success)^k, success in (0, 1).
class GeometricCounts final : public CountLaw {
 public:
  explicit GeometricCounts(double success);
  double log_weight(std::span<const double> counts) const override;
  Theory theory(std::span<const double> x, std::span<const double> y,
                Index features) const override;

 private:
  double success_;
  std::vector<double> log_factorial_;
};

}  // namespace kapprox::sketch
