// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Positive random features that stretch queries by a and shrink keys by it,
//   φ_i(q) = exp(a ω_i·q − a²‖q‖²/2) / √m,   ϕ_i(k) = exp(ω_i·k/a − ‖k‖²/(2a²)) / √m,   ω_i ~ N(0,
//   I).
// The estimate Σ φ_i(q) ϕ_i(k) has mean exp(q·k) for every a, and a = √(‖k‖/‖q‖) makes its variance
// smallest where q and k point the same way. a = 1 gives the features of
// Choromanski et al., "Rethinking Attention with Performers", ICLR 2021, Lemma 1.
#include <kapprox/plugin.hpp>

namespace kapprox {
namespace {

class TemplateFeatures final : public RandomFeatureMap {
 public:
  // m and directions are declared by the base; every further parameter takes one line.
  static void declare(Declarations& declarations) {
    RandomFeatureMap::declare(declarations);
    declarations.real("stretch", "a: queries times a, keys divided by it")
        .at_least(0.01)
        .at_most(100.0)
        .otherwise(1.0);
  }

  explicit TemplateFeatures(const Parameters& parameters)
      : RandomFeatureMap(parameters), stretch_(parameters.real("stretch")) {}

 private:
  // What holds for ω ~ N(0, I). `kapprox verify` tries every claim.
  Claims do_map_claims() const override {
    return {.unbiased = true, .nonnegative = true, .rotation_invariant = true};
  }
  Index do_features_per_direction() const override { return 1; }

  // exp(ω·(a q + k / a) − …): core derives mean, variance and covariances from this one number.
  std::optional<ExponentialForm> do_form() const override { return ExponentialForm{{stretch_}}; }

  // One row of features per row of projections ω·x, in the log domain: exp_shifted never overflows.
  void do_map(const Projections& projections, Side side, Segment& out) const override {
    const double scale = side == Side::query ? stretch_ : 1.0 / stretch_;
    std::vector<double> exponents;
    for (Index row = 0; row < projections.rows(); ++row) {
      exponents.clear();
      for (const double product : projections.row(row)) exponents.push_back(scale * product);
      exp_shifted(exponents, scale * scale * projections.half_squared_norm(row),
                  projections.directions(), feature_row(out, row));
    }
  }

  double stretch_;
};

}  // namespace
}  // namespace kapprox

KAPPROX_PLUGIN("template", "1.0", registry) {
  registry.add<kapprox::TemplateFeatures>(
      "template_positive", "positive random features with queries stretched and keys shrunk",
      "after Choromanski et al., \"Rethinking Attention with Performers\", ICLR 2021, Lemma 1");
}
