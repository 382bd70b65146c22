// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The power series of the log-sum-exp and the softmax around equal logits, as a method on rows of
// logits, as a score of blocks of keys and as an attention method. Formulas, convergence, traps:
// docs/methods/softmax_series.md.
#include "cumulant_series.hpp"
#include "series_attention.hpp"
#include "series_scorer.hpp"

#include <kapprox/plugin.hpp>

#include <cmath>
#include <limits>
#include <numbers>

namespace kapprox {

namespace {

class SeriesSoftmax final : public SoftmaxMethod {
 public:
  static void declare(Declarations& declarations) {
    declarations.integer("order", "highest power of the centred logits that is kept")
        .at_least(0)
        .at_most(64)
        .otherwise(2);
  }

  explicit SeriesSoftmax(const Parameters& parameters) : order_(parameters.integer("order")) {}

 private:
  // Order 0 is the mean over keys; from order 1 on, a logit far below the mean has a negative
  // weight, and the order must not grow where Σ_j exp(t y_j) may have a zero at |t| ≤ 1.
  SoftmaxClaims do_claims() const override {
    return {.nonnegative = order_ == 0,
            .sums_to_one = true,
            .shift_invariant = true,
            .equivariant = true,
            .converges_below =
                order_ == 0 ? std::numeric_limits<double>::infinity() : std::numbers::pi};
  }

  double do_weights(std::span<const double> logits, std::span<double> out) const override {
    return std::log(static_cast<double>(logits.size())) + expand_softmax(logits, {}, order_, out);
  }

  Index order_;
};

}  // namespace

}  // namespace kapprox

KAPPROX_PLUGIN("softmax_series", "1.0", registry) {
  const char* reference =
      "docs/methods/softmax_series.md; Su Jianlin, \"Taylor expansions of LogSumExp and Softmax\", "
      "kexue.fm/archives/11814 (orders up to 4, with slips), 2026";
  registry.add<kapprox::SeriesSoftmax>(
      "series", "power series of softmax around equal logits, any order: weights may be negative",
      reference);
  registry.add<kapprox::SeriesScorer>(
      "series", "log|B| + cumulants of q·k over a block of keys to an order, by joint moments",
      reference);
  registry.add<kapprox::SeriesAttention>(
      "series", "softmax series by joint moments of values and keys, without a denominator",
      reference);
}
