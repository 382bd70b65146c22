// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Fault: features carry 1/m in place of 1/√m, so the estimate is m times too small.
#include <kapprox/plugin.hpp>

namespace kapprox {
namespace {

class MissingRoot final : public RandomFeatureMap {
 public:
  using RandomFeatureMap::RandomFeatureMap;

 private:
  Claims do_map_claims() const override {
    return {.unbiased = true, .nonnegative = true, .rotation_invariant = true};
  }
  Index do_features_per_direction() const override { return 1; }
  std::optional<ExponentialForm> do_form() const override { return ExponentialForm::positive(); }

  void do_map(const Projections& projections, Side, Segment& out) const override {
    const Index m = projections.directions();
    for (Index row = 0; row < projections.rows(); ++row)
      exp_shifted(projections.row(row), projections.half_squared_norm(row), m * m,
                  feature_row(out, row));
  }
};

}  // namespace
}  // namespace kapprox

KAPPROX_PLUGIN("missing_root", "1.0", registry) {
  registry.add<kapprox::MissingRoot>("missing_root", "positive features without the root of m",
                                     "methods page, errata");
}
