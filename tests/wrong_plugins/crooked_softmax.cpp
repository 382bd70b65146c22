// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Faults of softmax methods, one in each.
#include <kapprox/plugin.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>

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

// exp(α) cut to a polynomial, which takes α itself, not its distance to the others.
class Unshifted final : public Softmax {
  double do_weights(std::span<const double> logits, std::span<double> out) const override {
    double sum = 0.0;
    for (std::size_t j = 0; j < logits.size(); ++j)
      sum += (out[j] = 1.0 + logits[j] * (1.0 + 0.5 * logits[j]));
    for (double& weight : out) weight /= sum;
    return std::log(sum);
  }
};

// A logit counts a little less, the later it comes.
class ByPosition final : public Softmax {
  double do_weights(std::span<const double> logits, std::span<double> out) const override {
    std::vector<double> later(logits.begin(), logits.end());
    for (std::size_t j = 0; j < later.size(); ++j) later[j] -= 1e-6 * static_cast<double>(j);
    return softmax(later, out);
  }
};

// Forgets that it may write over what it reads.
class ClearsFirst final : public Softmax {
  double do_weights(std::span<const double> logits, std::span<double> out) const override {
    std::fill(out.begin(), out.end(), 0.0);
    return softmax(logits, out);
  }
};

// The log-sum-exp creeps up with every call.
class CountsCalls final : public Softmax {
  double do_weights(std::span<const double> logits, std::span<double> out) const override {
    return softmax(logits, out) + 1e-12 * static_cast<double>(++calls_);
  }

  mutable std::atomic<int> calls_ = 0;
};

// The first order of the softmax series, (1 + α − mean)/n: it converges below a spread of π.
class FirstOrder : public SoftmaxMethod {
  double do_weights(std::span<const double> logits, std::span<double> out) const override {
    const auto n = static_cast<double>(logits.size());
    double mean = 0.0;
    for (const double logit : logits) mean += logit / n;
    for (std::size_t j = 0; j < logits.size(); ++j) out[j] = (1.0 + logits[j] - mean) / n;
    return mean + std::log(n);
  }
};

// Below 0 where a logit is more than 1 below the mean.
class HidesNegative final : public FirstOrder {
  SoftmaxClaims do_claims() const override {
    return {.nonnegative = true,
            .sums_to_one = true,
            .shift_invariant = true,
            .equivariant = true,
            .converges_below = std::numbers::pi};
  }
};

class TooWide final : public FirstOrder {
  SoftmaxClaims do_claims() const override {
    return {.sums_to_one = true,
            .shift_invariant = true,
            .equivariant = true,
            .converges_below = 8.0 * std::numbers::pi};
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
  registry.add<Unshifted>("unshifted", "depends on a common shift", none);
  registry.add<ByPosition>("weights_by_position", "depends on the order", none);
  registry.add<ClearsFirst>("clears_first", "reads what it has overwritten", none);
  registry.add<CountsCalls>("counts_calls", "keeps a state", none);
  registry.add<HidesNegative>("hides_negative", "negative weights that are denied", none);
  registry.add<TooWide>("too_wide", "claims too large a radius of convergence", none);
}

}  // namespace kapprox
