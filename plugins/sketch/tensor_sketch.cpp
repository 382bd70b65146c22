// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Degree p of the Taylor polynomial, t^p/p!, is estimated by the sketch of x^{⊗p}: the circular
// convolution of p count sketches of x, each with hashes and signs of its own. Pham, Pagh, "Fast
// and scalable polynomial kernels via explicit feature maps", KDD 2013; here with fully random
// hashes and the convolution as a sum over the coordinates, exact and of cost B·d. Degrees are
// independent, so that their variances add.
#include "tensor_sketch.hpp"

#include <kapprox/log_factorials.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kapprox::sketch {

namespace {

// One factor: coordinate l goes to bucket[l] with sign[l].
struct CountSketch {
  std::vector<Index> bucket;
  std::vector<double> sign;

  CountSketch(const Stream& stream, Index row, Index dim, Index buckets) {
    std::vector<std::uint32_t> words(2 * static_cast<std::size_t>(dim));
    stream.fill_words(row, words);
    for (std::size_t l = 0; l < words.size(); l += 2) {
      const std::uint64_t scaled = std::uint64_t{words[l]} * static_cast<std::uint64_t>(buckets);
      bucket.push_back(static_cast<Index>(scaled >> 32));
      sign.push_back((words[l + 1] >> 31) != 0U ? 1.0 : -1.0);
    }
  }

  // out += in, convolved with the count sketch of x. in, out: B numbers that do not overlap.
  void convolve(std::span<const double> x, std::span<const double> in,
                std::span<double> out) const {
    for (std::size_t l = 0; l < x.size(); ++l) {
      const double value = sign[l] * x[l];
      const auto shift = static_cast<std::size_t>(bucket[l]);
      const std::size_t wraps = in.size() - shift;
      for (std::size_t b = 0; b < wraps; ++b) out[shift + b] += value * in[b];
      for (std::size_t b = wraps; b < in.size(); ++b) out[b - wraps] += value * in[b];
    }
  }
};

// Σ_{i<p} (x + h)^i x^{p−1−i} · h = (x + h)^p − x^p.
double power_difference(double x, double h, Index p) {
  double sum = 0.0;
  double power = 1.0;
  for (Index i = 0; i < p; ++i) {
    sum = sum * x + power;
    power *= x + h;
  }
  return h * sum;
}

// The exact variance for p ≥ 1, fully random hashes: docs/methods/sketch.md. Relative to
// (‖x‖²‖y‖²)^p; square = t², overlap = Σ x_l² y_l², both relative to ‖x‖²‖y‖².
double relative_variance(double square, double overlap, Index p, Index buckets) {
  const double b = 1.0 - overlap;
  const double g = square - overlap;
  const double kappa = buckets % 2 == 0 ? 2.0 : 1.0;
  const double once = power_difference(square, b, p);
  const double first = once + power_difference(square, g, p);
  const double second = power_difference(square + g, b, p) - once;
  const auto count = static_cast<double>(buckets);
  return std::max(0.0, (first + kappa * second / count) / count);
}

class TensorSample final : public FeatureSample {
 public:
  // factors[p]: the p count sketches of degree p.
  TensorSample(std::vector<std::vector<CountSketch>> factors,
               const std::vector<double>& log_factorial, Index buckets)
      : factors_(std::move(factors)), log_factorial_(log_factorial), buckets_(buckets) {}

 private:
  FeatureBlock do_map(Side, ConstMatrixView rows) const override {
    FeatureBlock block;
    for (std::size_t p = 0; p < factors_.size(); ++p)
      block.segments.push_back(Segment::zeros(rows.rows, p == 0 ? 1 : buckets_));
    for (Index row = 0; row < rows.rows; ++row) {
      std::vector<double> unit(rows.row(row).begin(), rows.row(row).end());
      const double norm = std::sqrt(dot(unit, unit));
      if (norm > 0.0)
        for (double& x : unit) x /= norm;
      for (std::size_t p = 0; p < factors_.size(); ++p) {
        const FeatureRow out = feature_row(block.segments[p], row);
        out.log_scale = sketch(factors_[p], unit, out.values) - 0.5 * log_factorial_[p];
        if (norm > 0.0) out.log_scale += static_cast<double>(p) * std::log(norm);
      }
    }
    return block;
  }

  // Values of size ≤ 1 and the logarithm of their scale. Every factor is rebased: 256 of them would
  // leave the range of double.
  static double sketch(const std::vector<CountSketch>& factors, std::span<const double> unit,
                       std::span<double> values) {
    std::fill(values.begin(), values.end(), 0.0);
    values.front() = 1.0;
    std::vector<double> before(values.size());
    double log_scale = 0.0;
    for (const CountSketch& factor : factors) {
      std::copy(values.begin(), values.end(), before.begin());
      std::fill(values.begin(), values.end(), 0.0);
      factor.convolve(unit, before, values);
      double largest = 0.0;
      for (const double value : values) largest = std::max(largest, std::abs(value));
      if (largest == 0.0) break;
      for (double& value : values) value /= largest;
      log_scale += std::log(largest);
    }
    return log_scale;
  }

  std::vector<std::vector<CountSketch>> factors_;
  const std::vector<double>& log_factorial_;
  Index buckets_;
};

class PreparedTensorSketch final : public PreparedKernel {
 public:
  PreparedTensorSketch(Index degree, Index buckets, Index dim)
      : log_factorial_(log_factorials(degree)), buckets_(buckets), dim_(dim) {}

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
    const Stream address =
        stream.at(Slot::omega).at("tensor_sketch").at(static_cast<std::uint64_t>(dim_));
    std::vector<std::vector<CountSketch>> factors(log_factorial_.size());
    for (std::size_t p = 1; p < factors.size(); ++p)
      for (std::size_t j = 0; j < p; ++j)
        factors[p].emplace_back(address.at(p), static_cast<Index>(j), dim_, buckets_);
    return std::make_unique<TensorSample>(std::move(factors), log_factorial_, buckets_);
  }

  // The mean of T_n is added term by term: its rounding is relative to T_n(|t|), far below the
  // standard deviation of a sketch.
  std::optional<Theory> do_theory(std::span<const double> query,
                                  std::span<const double> key) const override {
    const double product = dot(query, key);
    const double squares = dot(query, query) * dot(key, key);
    double overlap = 0.0;
    for (std::size_t l = 0; l < query.size(); ++l)
      overlap += (query[l] * key[l]) * (query[l] * key[l]);
    Theory theory;
    theory.mean = {1.0, 0.0};
    LogNumber power{1.0, 0.0};  // t^p
    for (std::size_t p = 1; p < log_factorial_.size(); ++p) {
      power = rebased(power * LogNumber{product, 0.0});
      theory.mean = theory.mean + power * LogNumber{1.0, -log_factorial_[p]};
      if (squares == 0.0) continue;
      const double relative = relative_variance(product * product / squares, overlap / squares,
                                                static_cast<Index>(p), buckets_);
      theory.variance =
          theory.variance +
          LogNumber{relative, static_cast<double>(p) * std::log(squares) - 2.0 * log_factorial_[p]};
    }
    return theory;
  }

  static LogNumber rebased(LogNumber x) {
    return x.value == 0.0 ? x : LogNumber{x.value < 0.0 ? -1.0 : 1.0, x.log_abs()};
  }

  std::vector<double> log_factorial_;
  Index buckets_;
  Index dim_;
};

}  // namespace

void TensorSketch::declare(Declarations& declarations) {
  declarations.integer("degree", "highest power of q·k that is kept").at_least(0).at_most(256);
  declarations.integer("buckets", "features of each degree beyond 0")
      .at_least(1)
      .at_most(1'048'576.0);
}

TensorSketch::TensorSketch(const Parameters& parameters)
    : degree_(parameters.integer("degree")), buckets_(parameters.integer("buckets")) {}

Claims TensorSketch::do_claims() const { return {.random = degree_ > 0, .exact_at_zero = true}; }

Cost TensorSketch::do_cost(Index ambient_dim) const {
  const auto n = static_cast<double>(degree_);
  Cost cost;
  cost.feature_dim = 1 + degree_ * buckets_;
  cost.multiply_adds_per_token =
      0.5 * n * (n + 1.0) * static_cast<double>(ambient_dim) * static_cast<double>(buckets_);
  return cost;
}

std::unique_ptr<const PreparedKernel> TensorSketch::do_prepare(const Problem& problem) const {
  return std::make_unique<PreparedTensorSketch>(degree_, buckets_, problem.ambient_dim);
}

}  // namespace kapprox::sketch
