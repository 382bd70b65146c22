// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Softmax of capped logits:
//   w_j = exp(β_j) / Σ_l exp(β_l),   β = cap · tanh(α/cap),   returns log Σ_l exp(β_l).
// No weight exceeds another by more than exp(2 cap), however far apart the logits are; a large cap
// gives softmax. Gemma Team, "Gemma 2: improving open language models at a practical size", 2024,
// arXiv 2408.00118, section 2 (logit soft-capping).
#include <kapprox/plugin.hpp>

#include <cmath>

namespace kapprox {
namespace {

class TemplateSoftmax final : public SoftmaxMethod {
 public:
  // Every parameter takes one line.
  static void declare(Declarations& declarations) {
    declarations.real("cap", "no capped logit is larger in size")
        .at_least(0.01)
        .at_most(1000.0)
        .otherwise(50.0);
  }

  explicit TemplateSoftmax(const Parameters& parameters) : cap_(parameters.real("cap")) {}

 private:
  // What holds for every row of logits. `kapprox verify` tries every claim. A constant added to all
  // logits changes these weights, so shift_invariant is left out.
  SoftmaxClaims do_claims() const override {
    return {.nonnegative = true, .sums_to_one = true, .equivariant = true};
  }

  // `out` may be `logits`: what is read of one element is read before it is written. The largest
  // capped logit is taken off first, so that no exponential overflows.
  double do_weights(std::span<const double> logits, std::span<double> out) const override {
    for (std::size_t j = 0; j < logits.size(); ++j) out[j] = cap_ * std::tanh(logits[j] / cap_);
    const double largest = max_value(out);
    const double mass = exp_and_sum(out, largest, out);
    for (double& weight : out) weight /= mass;
    return largest + std::log(mass);
  }

  double cap_;
};

}  // namespace
}  // namespace kapprox

KAPPROX_PLUGIN("template_softmax", "1.0", registry) {
  registry.add<kapprox::TemplateSoftmax>(
      "template_softcap", "softmax of capped logits, cap · tanh(α/cap)",
      "Gemma Team, \"Gemma 2: improving open language models at a practical size\", 2024, "
      "arXiv 2408.00118, section 2");
}
