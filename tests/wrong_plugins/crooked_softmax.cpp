// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Faults of softmax methods, one in each.
#include <kapprox/plugin.hpp>

#include <algorithm>
#include <cmath>

namespace kapprox {
namespace {

double softmax(std::span<const double> logits, std::span<double> out) {
  const double maximum = max_value(logits);
  double sum = 0.0;
  for (std::size_t j = 0; j < logits.size(); ++j) sum += (out[j] = std::exp(logits[j] - maximum));
  for (double& weight : out) weight /= sum;
  return maximum + std::log(sum);
}

class Softmax : public SoftmaxMethod {
  SoftmaxClaims do_claims() const override {
    return {.nonnegative = true, .sums_to_one = true, .shift_invariant = true, .equivariant = true};
  }
};

// Without the largest logit taken off first.
class Overflowing final : public Softmax {
  double do_weights(std::span<const double> logits, std::span<double> out) const override {
    double sum = 0.0;
    for (std::size_t j = 0; j < logits.size(); ++j) sum += (out[j] = std::exp(logits[j]));
    for (double& weight : out) weight /= sum;
    return std::log(sum);
  }
};

// A denominator with an ε that the reader of a formula does not see.
class Epsilon final : public Softmax {
  double do_weights(std::span<const double> logits, std::span<double> out) const override {
    const double value = softmax(logits, out);
    for (double& weight : out) weight /= 1.0 + 1e-6;
    return value;
  }
};

// The log-sum-exp forgets the maximum.
class ForgetsMaximum final : public Softmax {
  double do_weights(std::span<const double> logits, std::span<double> out) const override {
    const double maximum = max_value(logits);
    return softmax(logits, out) - maximum;
  }
};

// The first of equal logits takes their weight.
class FirstOfEquals final : public Softmax {
  double do_weights(std::span<const double> logits, std::span<double> out) const override {
    const std::size_t best =
        static_cast<std::size_t>(std::max_element(logits.begin(), logits.end()) - logits.begin());
    const double maximum = logits[best];
    std::fill(out.begin(), out.end(), 0.0);
    out[best] = 1.0;
    return maximum;
  }
};

// Equal weights under the name of a series: no order of it comes nearer.
class NoSeries final : public SoftmaxMethod {
  SoftmaxClaims do_claims() const override { return {.sums_to_one = true, .converges_below = 3.0}; }
  double do_weights(std::span<const double> logits, std::span<double> out) const override {
    std::fill(out.begin(), out.end(), 1.0 / static_cast<double>(logits.size()));
    return std::log(static_cast<double>(logits.size()));
  }
};

}  // namespace

KAPPROX_PLUGIN("crooked_softmax", "1.0", registry) {
  const char* none = "none: wrong on purpose";
  registry.add<Overflowing>("overflowing", "plain exponentials", none);
  registry.add<Epsilon>("epsilon", "a hidden ε", none);
  registry.add<ForgetsMaximum>("forgets_maximum", "a wrong log-sum-exp", none);
  registry.add<NoSeries>("no_series", "equal weights that claim a radius of convergence", none);
  registry.add<FirstOfEquals>("first_of_equals", "depends on the order", none);
}

}  // namespace kapprox
