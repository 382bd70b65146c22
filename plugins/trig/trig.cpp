// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Trigonometric random features: φ(x) = exp(‖x‖²/2) [sin ω_i·x; cos ω_i·x] / √m, ω_i ~ N(0, I).
// Rahimi, Recht, "Random features for large-scale kernel machines", NIPS 2007.
#include <kapprox/plugin.hpp>

#include <cmath>

namespace kapprox {

namespace {

class Trig final : public RandomFeatureMap {
 public:
  using RandomFeatureMap::RandomFeatureMap;

 private:
  Claims do_map_claims() const override {
    return {.unbiased = true, .rotation_invariant = true, .exact_at_equal = true};
  }
  Index do_features_per_direction() const override { return 2; }
  std::optional<ExponentialForm> do_form() const override {
    return ExponentialForm::trigonometric();
  }

  void do_map(const Projections& projections, Side, Segment& out) const override {
    const auto count = static_cast<std::size_t>(projections.directions());
    const double log_count = std::log(static_cast<double>(count));
    for (Index row = 0; row < projections.rows(); ++row) {
      const FeatureRow features = feature_row(out, row);
      vector_sin_cos(projections.row(row), features.values.first(count),
                     features.values.last(count));
      features.log_scale = projections.half_squared_norm(row) - 0.5 * log_count;
    }
  }
};

}  // namespace

}  // namespace kapprox

KAPPROX_PLUGIN("trig", "1.0", registry) {
  registry.add<kapprox::Trig>(
      "trig", "trigonometric random features: unbiased, can be negative, exact where q = k",
      "Rahimi, Recht, \"Random features for large-scale kernel machines\", NIPS 2007");
}
