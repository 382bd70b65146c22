// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A small angular hybrid, with a place for each of its two well-known faults: λ̂ = 1/2 − (1/2m) Σ
// sgn(τ_i·q) sgn(τ_i·k), of mean θ/π, multiplies hyperbolic features, 1 − λ̂ trigonometric ones.
// Choromanski et al., "Hybrid Random Features", ICLR 2022. Its theory is the right one in any case.
#pragma once

#include "gaussian_features.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace kapprox {

struct AngularFaults {
  bool tau_is_omega = false;
  bool swapped_lambda = false;
};

// Hyperbolic features (2m) of every row.
inline Segment hyperbolic_segment(ConstMatrixView rows, const Matrix& products) {
  const Index m = products.cols();
  Segment out = Segment::zeros(rows.rows, 2 * m);
  std::vector<double> exponents(static_cast<std::size_t>(2 * m));
  for (Index i = 0; i < rows.rows; ++i) {
    for (Index f = 0; f < m; ++f) {
      exponents[static_cast<std::size_t>(f)] = products(i, f);
      exponents[static_cast<std::size_t>(m + f)] = -products(i, f);
    }
    exp_shifted(exponents, 0.5 * dot(rows.row(i), rows.row(i)), 2 * m, feature_row(out, i));
  }
  return out;
}

// Trigonometric features (2m) of every row.
inline Segment trig_segment(ConstMatrixView rows, const Matrix& products) {
  const auto m = static_cast<std::size_t>(products.cols());
  Segment out = Segment::zeros(rows.rows, 2 * products.cols());
  for (Index i = 0; i < rows.rows; ++i) {
    const FeatureRow row = feature_row(out, i);
    vector_sin_cos(products.row(i), row.values.first(m), row.values.last(m));
    row.log_scale = 0.5 * dot(rows.row(i), rows.row(i)) - 0.5 * std::log(static_cast<double>(m));
  }
  return out;
}

template <AngularFaults faults>
class AngularSample final : public FeatureSample {
 public:
  AngularSample(const Stream& stream, Index count, Index rank)
      : omega_(normal_directions(stream.at(Slot::omega), count, rank)),
        tau_(faults.tau_is_omega ? omega_ : normal_directions(stream.at(Slot::tau), count, rank)) {}

 private:
  FeatureBlock do_map(Side, ConstMatrixView rows) const override {
    Matrix products(rows.rows, omega_.rows());
    multiply_transposed(rows, omega_, products);
    Matrix signs(rows.rows, tau_.rows());
    multiply_transposed(rows, tau_, signs);
    for (double& x : signs.values()) x = x < 0.0 ? -1.0 : 1.0;
    Matrix ones(rows.rows, 1);
    std::fill(ones.values().begin(), ones.values().end(), 1.0);

    FeatureBlock block;
    block.segments = {hyperbolic_segment(rows, products), trig_segment(rows, products)};
    const double sign = faults.swapped_lambda ? 1.0 : -1.0;
    const double divisor = 2.0 * static_cast<double>(tau_.rows());
    block.segments[0].weights = {{ones, 1.0, 2.0}, {signs, sign, divisor}};
    block.segments[1].weights = {{ones, 1.0, 2.0}, {signs, -sign, divisor}};
    return block;
  }
  Matrix omega_;
  Matrix tau_;
};

// cosh x − 1 without overflow.
inline LogNumber cosh_less_one(double x) {
  const double root = -std::expm1(-x);
  return {0.5 * root * root, x};
}

template <AngularFaults faults>
class PreparedAngular final : public PreparedKernel {
 public:
  PreparedAngular(Index count, Index rank) : count_(count), rank_(rank) {}

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
    return std::make_unique<AngularSample<faults>>(stream, count_, rank_);
  }

  // The mean squared error for shared iid ω and independent iid τ, n = m of them.
  std::optional<Theory> do_theory(std::span<const double> q,
                                  std::span<const double> k) const override {
    const double qq = dot(q, q);
    const double kk = dot(k, k);
    const double qk = dot(q, k);
    const auto m = static_cast<double>(count_);
    const double p = std::acos(std::clamp(qk / std::sqrt(qq * kk), -1.0, 1.0)) / std::numbers::pi;
    const double spread = p * (1.0 - p) / m;
    const auto times = [](double factor, LogNumber x) { return LogNumber{factor, 0.0} * x; };
    const LogNumber hyperbolic =
        times(p * p + spread, cosh_less_one(std::max(qq + kk + 2 * qk, 0.0)));
    const LogNumber trig =
        times((1 - p) * (1 - p) + spread, cosh_less_one(std::max(qq + kk - 2 * qk, 0.0)));
    const LogNumber shared{-2 * (p * (1 - p) - spread) * (1 - std::cos(qq - kk)), 0.0};
    Theory theory;
    theory.mean = {1.0, qk};
    theory.variance = times(1.0 / m, hyperbolic + trig + shared) * LogNumber{1.0, 2 * qk};
    return theory;
  }

  Index count_;
  Index rank_;
};

template <AngularFaults faults>
class Angular final : public FeatureMap {
 public:
  static void declare(Declarations& declarations) {
    declarations.integer("m", "number of ω, and of τ").at_least(1).at_most(64);
  }
  explicit Angular(const Parameters& parameters) : count_(parameters.integer("m")) {}

 private:
  Claims do_claims() const override {
    return {.random = true, .unbiased = true, .rotation_invariant = true};
  }
  Cost do_cost(Index) const override { return {4 * count_ * (count_ + 1), 2 * count_, 0.0}; }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override {
    return std::make_unique<PreparedAngular<faults>>(count_, problem.rank());
  }
  Index count_;
};

}  // namespace kapprox
