// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Enrols positive random features as published code computes them, and holds their plain and their
// two-sided form:
//   positive    φ_i(x) = exp(ω_i·x − ‖x‖²/2) / √m
//   hyperbolic  φ(x) = exp(−‖x‖²/2) [exp(ω_i·x); exp(−ω_i·x)] / √(2m),  ω_i ~ N(0, I).
// Choromanski et al., "Rethinking Attention with Performers", ICLR 2021, Lemma 1.
#include "reference.hpp"

#include <algorithm>
#include <functional>

namespace kapprox {

namespace {

class Positive final : public RandomFeatureMap {
 public:
  using RandomFeatureMap::RandomFeatureMap;

 private:
  Claims do_map_claims() const override {
    return {.unbiased = true,
            .nonnegative = true,
            .rotation_invariant = true,
            .exact_at_opposite = true};
  }
  Index do_features_per_direction() const override { return 1; }
  std::optional<ExponentialForm> do_form() const override { return ExponentialForm::positive(); }

  void do_map(const Projections& projections, Side, Segment& out) const override {
    for (Index row = 0; row < projections.rows(); ++row)
      exp_shifted(projections.row(row), projections.half_squared_norm(row),
                  projections.directions(), feature_row(out, row));
  }
};

class Hyperbolic final : public RandomFeatureMap {
 public:
  using RandomFeatureMap::RandomFeatureMap;

 private:
  Claims do_map_claims() const override {
    return {.unbiased = true,
            .nonnegative = true,
            .rotation_invariant = true,
            .exact_at_opposite = true};
  }
  Index do_features_per_direction() const override { return 2; }
  std::optional<ExponentialForm> do_form() const override { return ExponentialForm::hyperbolic(); }

  void do_map(const Projections& projections, Side, Segment& out) const override {
    for (Index row = 0; row < projections.rows(); ++row) {
      const std::span<const double> products = projections.row(row);
      const FeatureRow features = feature_row(out, row);
      std::copy(products.begin(), products.end(), features.values.begin());
      std::transform(products.begin(), products.end(),
                     features.values.begin() + projections.directions(), std::negate<>());
      exp_shifted(features.values, projections.half_squared_norm(row), 2 * projections.directions(),
                  features);
    }
  }
};

}  // namespace

}  // namespace kapprox

KAPPROX_PLUGIN("performer", "1.0", registry) {
  const char* reference =
      "Choromanski et al., \"Rethinking Attention with Performers\", ICLR 2021, Lemma 1";
  registry.add<kapprox::Positive>(
      "positive", "positive random features (FAVOR+): unbiased, never negative, exact where q = -k",
      reference);
  registry.add<kapprox::Hyperbolic>(
      "hyperbolic", "two-sided positive features (FAVOR+ with both signs of each direction)",
      reference);
  registry.add<kapprox::Performer>(
      "performer", "positive features as the reference code computes them: biased where ε > 0",
      "Choromanski et al., \"Rethinking Attention with Performers\", ICLR 2021, and its JAX code; "
      "bias: docs/methods/performer.md");
}
