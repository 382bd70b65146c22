// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The weights that draw τ ~ N(0, I), independent of ω: the share of planes between x and y, and
// random Fourier features of a Gaussian kernel.
// Choromanski et al., "Hybrid Random Features", ICLR 2022, with the corrections that
// docs/methods/hybrid.md lists.
#include "weight.hpp"

#include <kapprox/rows.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace kapprox {

namespace {

// Half angles below this are rounding of the coordinates: cos π · x and −x, or a basis of the span.
// No plane τ will ever be found between two such vectors (1e-14 of all draws), but at norm 4 that
// event would outweigh all others in the variance.
constexpr double same_direction = 32.0 * std::numeric_limits<double>::epsilon();

Matrix products(ConstMatrixView tau, ConstMatrixView rows) {
  Matrix result(rows.rows, tau.rows);
  multiply_transposed(rows, tau, result);
  return result;
}

// λ̂ = ½ − (1/2n) Σ sgn(τ·x) sgn(τ·y): each of n planes lies between x and y with probability θ/π.
class Angular final : public Weight {
 public:
  explicit Angular(Index n) : n_(n) {}

  WeightClaims claims() const override {
    return {.first_vanishes_at_equal = true, .second_vanishes_at_opposite = true};
  }
  Index random_vectors() const override { return n_; }
  Index width(Base, Index) const override { return n_ + 1; }

  // sgn(0) is 1 on both sides: a vector of zeros is then at a right angle to every other one.
  Matrix traits(ConstMatrixView tau, ConstMatrixView rows) const override {
    Matrix signs = products(tau, rows);
    for (double& value : signs.values()) value = value < 0.0 ? -1.0 : 1.0;
    return signs;
  }

  std::vector<WeightFactor> factors(Base base, const Matrix& traits) const override {
    std::vector<WeightFactor> factors;
    factors.push_back(constant_factor(traits.rows(), 1.0, 2.0));
    factors.push_back({traits, base == Base::first ? -1.0 : 1.0, 2.0 * static_cast<double>(n_)});
    return factors;
  }

  // Whole numbers below 2^53 before the division: exactly 0 and 1 where all signs agree.
  Coefficients coefficients(std::span<const double> query,
                            std::span<const double> key) const override {
    const auto n = static_cast<double>(n_);
    const double agreement = dot(query, key);
    return {(n - agreement) / (2.0 * n), (n + agreement) / (2.0 * n)};
  }

  CoefficientLaw law(std::span<const double> query, std::span<const double> key) const override {
    // A binomial number over n: its central moments.
    const auto n = static_cast<double>(n_);
    const Coefficients share = angle_shares(query, key);
    const double of_one = share.first * share.second;
    return {share, of_one / n, of_one * (share.second - share.first) / (n * n),
            of_one * (1.0 + 3.0 * (n - 2.0) * of_one) / (n * n * n)};
  }

 private:
  // θ/π and 1 − θ/π. Two vectors of zeros agree in every sign.
  static Coefficients angle_shares(std::span<const double> query, std::span<const double> key) {
    const Matrix x = unit_rows({query.data(), 1, static_cast<Index>(query.size()), 0});
    const Matrix y = unit_rows({key.data(), 1, static_cast<Index>(key.size()), 0});
    if (dot(x.row(0), x.row(0)) == 0.0 && dot(y.row(0), y.row(0)) == 0.0) return {0.0, 1.0};
    const HalfAngle half = half_angle(x.row(0), y.row(0));
    const double sine = std::sqrt(half.sine_squared);
    const double cosine = std::sqrt(half.cosine_squared);
    if (sine < same_direction) return {0.0, 1.0};
    if (cosine < same_direction) return {1.0, 0.0};
    constexpr double right_angle = std::numbers::pi / 2.0;
    return {std::atan2(sine, cosine) / right_angle, std::atan2(cosine, sine) / right_angle};
  }

  Index n_;
};

// 1 − λ̂ = (1/n) Σ cos(τ·(x − y) / width), with mean g = exp(−‖x − y‖² / (2 width²)): the second
// base is the one that is exact where x = y.
class Gaussian final : public Weight {
 public:
  Gaussian(Index n, double width) : n_(n), width_(width) {}

  WeightClaims claims() const override { return {.first_vanishes_at_equal = true}; }
  Index random_vectors() const override { return n_; }
  Index width(Base base, Index) const override { return base == Base::first ? 2 * n_ + 1 : 2 * n_; }

  Matrix traits(ConstMatrixView tau, ConstMatrixView rows) const override {
    Matrix phases = products(tau, rows);
    for (double& phase : phases.values()) phase /= width_;
    return phases;
  }

  std::vector<WeightFactor> factors(Base base, const Matrix& traits) const override {
    const auto count = static_cast<std::size_t>(n_);
    Matrix waves(traits.rows(), 2 * n_);
    for (Index i = 0; i < traits.rows(); ++i)
      vector_sin_cos(traits.row(i), waves.row(i).first(count), waves.row(i).last(count));
    std::vector<WeightFactor> factors;
    if (base == Base::first) factors.push_back(constant_factor(traits.rows(), 1.0, 1.0));
    factors.push_back(
        {std::move(waves), base == Base::first ? -1.0 : 1.0, static_cast<double>(n_)});
    return factors;
  }

  // 1 − cos t = 2 sin²(t/2): exactly 0 at equal phases, where sums of sin² + cos² would round.
  Coefficients coefficients(std::span<const double> query,
                            std::span<const double> key) const override {
    std::vector<double> sines(query.size());
    std::vector<double> cosines(query.size());
    std::transform(query.begin(), query.end(), key.begin(), sines.begin(),
                   [](double a, double b) { return 0.5 * (a - b); });
    vector_sin_cos(sines, sines, cosines);
    const double first = 2.0 * dot(sines, sines) / static_cast<double>(n_);
    return {first, 1.0 - first};
  }

  CoefficientLaw law(std::span<const double> query, std::span<const double> key) const override {
    double zeta = 0.0;
    for (std::size_t l = 0; l < query.size(); ++l)
      zeta += (query[l] - key[l]) * (query[l] - key[l]);
    const double exponent = zeta / width_ / width_;
    const double g = std::exp(-0.5 * exponent);
    const double u = g * g;
    // Central moments of cos t, t ~ N(0, exponent), with all powers of 1 − g² taken out. λ̂ is 1
    // less a mean of n of them.
    const double less = -std::expm1(-exponent);
    const double variance = 0.5 * less * less;
    const double third = -0.25 * g * less * less * less * (u + 3.0);
    const double fourth =
        0.125 * std::pow(less, 4) * ((((u + 4.0) * u + 10.0) * u + 12.0) * u + 3.0);
    const auto n = static_cast<double>(n_);
    return {{-std::expm1(-0.5 * exponent), g},
            variance / n,
            -third / (n * n),
            fourth / (n * n * n) + 3.0 * (n - 1.0) * variance * variance / (n * n * n)};
  }

 private:
  Index n_;
  double width_;
};

}  // namespace

std::unique_ptr<const Weight> angular_weight(Index n) { return std::make_unique<Angular>(n); }

std::unique_ptr<const Weight> gaussian_weight(Index n, double width) {
  return std::make_unique<Gaussian>(n, width);
}

}  // namespace kapprox
