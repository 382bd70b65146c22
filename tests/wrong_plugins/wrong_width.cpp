// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Fault: trigonometric features of √2 ω, which estimate another kernel; the width of the well-known
// report that a loose test hid for years.
#include <kapprox/plugin.hpp>

#include <cmath>
#include <numbers>

namespace kapprox {
namespace {

class WrongWidth final : public RandomFeatureMap {
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
    std::vector<double> products(count);
    for (Index row = 0; row < projections.rows(); ++row) {
      for (std::size_t i = 0; i < count; ++i)
        products[i] = std::numbers::sqrt2 * projections.row(row)[i];
      const FeatureRow features = feature_row(out, row);
      vector_sin_cos(products, features.values.first(count), features.values.last(count));
      features.log_scale =
          projections.half_squared_norm(row) - 0.5 * std::log(static_cast<double>(count));
    }
  }
};

}  // namespace
}  // namespace kapprox

KAPPROX_PLUGIN("wrong_width", "1.0", registry) {
  registry.add<kapprox::WrongWidth>("wrong_width", "trigonometric features of a kernel too narrow",
                                    "after Rahimi, Recht, NIPS 2007");
}
