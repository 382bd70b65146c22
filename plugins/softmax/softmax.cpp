// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The soft maximum at temperature τ and its limit τ → 0:
//   softmax       w_j = exp(α_j/τ) / Σ_l exp(α_l/τ),   returns τ log Σ_l exp(α_l/τ)
//   hard          w_j = 1 at the largest α,             returns max α.
// And exp(α) cut to a polynomial p of even degree, which is above 0 for every real α:
//   taylor_ratio  w_j = p(α_j) / Σ_l p(α_l),        returns log Σ_l p(α_l),   p(x) = Σ_r x^r/r!.
// With n logits, τ log Σ exp(α/τ) − max α lies in [0, τ log n]. Where the largest is alone and Δ
// above the next, the total variation between both is at most (n − 1) exp(−Δ/τ).
#include <kapprox/plugin.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace kapprox {

namespace {

class Softmax final : public SoftmaxMethod {
 public:
  static void declare(Declarations& declarations) {
    declarations.real("temperature", "τ: logits are divided by it").above(0.0).otherwise(1.0);
  }

  explicit Softmax(const Parameters& parameters) : temperature_(parameters.real("temperature")) {}

 private:
  SoftmaxClaims do_claims() const override {
    return {.nonnegative = true, .sums_to_one = true, .shift_invariant = true, .equivariant = true};
  }

  double do_weights(std::span<const double> logits, std::span<double> out) const override {
    const double largest = max_value(logits);
    // Less the largest first: a difference divided by a small τ may be infinite, a logit may not.
    for (std::size_t j = 0; j < logits.size(); ++j) out[j] = (logits[j] - largest) / temperature_;
    const double mass = exp_and_sum(out, 0.0, out);
    for (double& weight : out) weight /= mass;
    return largest + temperature_ * std::log(mass);
  }

  double temperature_;
};

class Hard final : public SoftmaxMethod {
 public:
  static void declare(Declarations& declarations) {
    declarations.choice("ties", "which of equal largest logits take the weight",
                        {"first", "uniform"});
  }

  explicit Hard(const Parameters& parameters)
      : shares_ties_(parameters.choice("ties") == "uniform") {}

 private:
  SoftmaxClaims do_claims() const override {
    return {.nonnegative = true,
            .sums_to_one = true,
            .shift_invariant = true,
            .equivariant = shares_ties_};
  }

  double do_weights(std::span<const double> logits, std::span<double> out) const override {
    const double largest = max_value(logits);
    if (std::isnan(largest)) {
      std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
      return largest;
    }
    const auto winners =
        shares_ties_ ? std::count(logits.begin(), logits.end(), largest) : std::ptrdiff_t{1};
    std::ptrdiff_t left = winners;
    for (std::size_t j = 0; j < logits.size(); ++j) {
      const bool wins = logits[j] == largest && left > 0;
      if (wins) --left;
      out[j] = wins ? 1.0 / static_cast<double>(winners) : 0.0;
    }
    return largest;
  }

  bool shares_ties_;
};

// Arora et al., "Simple linear attention language models balance the recall-throughput tradeoff",
// ICML 2024 (Based), section 3: degree 2. The raw logit is expanded, so a common shift matters.
class Taylor final : public SoftmaxMethod {
 public:
  static void declare(Declarations& declarations) {
    declarations
        .integer("half_degree",
                 "the degree of the polynomial is twice this: sums of an odd degree may vanish")
        .at_least(0)
        .at_most(10)  // beyond degree 20 rounding could make the least values of p negative
        .otherwise(1);
  }

  explicit Taylor(const Parameters& parameters)
      : degree_(2 * static_cast<int>(parameters.integer("half_degree"))) {}

 private:
  SoftmaxClaims do_claims() const override {
    return {.nonnegative = true,
            .sums_to_one = true,
            .shift_invariant = false,  // the log-sum-exp of degree 0 is log n whatever the logits
            .equivariant = true};
  }

  double do_weights(std::span<const double> logits, std::span<double> out) const override {
    double largest = 0.0;
    for (const double x : logits) largest = std::max(largest, std::abs(x));
    int exponent = 0;  // |x| ≤ 2^exponent: powers of x/2^exponent do not overflow
    if (largest > 1.0 && std::isfinite(largest)) std::frexp(largest, &exponent);
    double mass = 0.0;
    for (std::size_t j = 0; j < logits.size(); ++j) {
      out[j] = scaled_polynomial(std::ldexp(logits[j], -exponent), exponent);
      mass += out[j];
    }
    for (double& weight : out) weight /= mass;
    return std::log(mass) + std::numbers::ln2 * static_cast<double>(exponent * degree_);
  }

  // p(z · 2^exponent) / 2^(exponent · degree).
  double scaled_polynomial(double z, int exponent) const {
    double sum = 0.0;
    for (int r = degree_; r > 0; --r)
      sum = (sum + std::ldexp(1.0, exponent * (r - degree_))) * z / static_cast<double>(r);
    return sum + std::ldexp(1.0, -exponent * degree_);
  }

  int degree_;
};

}  // namespace

}  // namespace kapprox

KAPPROX_PLUGIN("softmax", "1.0", registry) {
  registry.add<kapprox::Softmax>(
      "softmax", "exp(α/τ) over its sum, and τ log Σ exp(α/τ): the soft maximum at temperature τ",
      "Bridle, \"Probabilistic interpretation of feedforward classification network outputs\", "
      "1990; bounds: docs/methods/softmax.md");
  registry.add<kapprox::Hard>("hard", "all weight on the largest logit: softmax as τ goes to 0",
                              "limit of softmax, docs/methods/softmax.md");
  registry.add<kapprox::Taylor>(
      "taylor_ratio",
      "Taylor polynomial of exp(α), of even degree, over its sum: Based at degree 2",
      "Arora et al., \"Simple linear attention language models balance the recall-throughput "
      "tradeoff\", ICML 2024; docs/methods/softmax.md");
}
