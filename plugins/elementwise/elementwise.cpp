// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Activations that stand in for softmax in linear attention. elu1: φ(u) = 1 + elu(u) on every
// coordinate, D = d. Katharopoulos et al., "Transformers are RNNs", ICML 2020, equation 7. Its
// estimate Σ_l φ(q_l) φ(k_l) approximates no exponential of q·k: README.md.
#include "activation.hpp"
#include "exp.hpp"

namespace kapprox::elementwise {

namespace {

// φ(u) = u + 1 above 0 and e^u below.
double log_elu1(double u) { return u > 0.0 ? std::log1p(u) : u; }

class Elu1 final : public FeatureMap {
  Claims do_claims() const override { return {.nonnegative = true}; }
  Cost do_cost(Index ambient_dim) const override { return activation_cost(ambient_dim); }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem&) const override {
    return std::make_unique<PreparedActivation>(log_elu1);
  }
};

}  // namespace

}  // namespace kapprox::elementwise

KAPPROX_PLUGIN("elementwise", "1.0", registry) {
  registry.add<kapprox::elementwise::Elu1>(
      "elu1", "1 + elu of every coordinate: deterministic, of rank d, no estimate of exp(q·k)",
      "Katharopoulos et al., \"Transformers are RNNs: fast autoregressive transformers with linear "
      "attention\", ICML 2020, equation 7");
  registry.add<kapprox::elementwise::Exp>(
      "exp", "exponentials of coordinates or random projections, norms left out: biased",
      "after Choromanski et al., \"Rethinking Attention with Performers\", ICLR 2021, Lemma 1; "
      "docs/methods/elementwise.md");
}
