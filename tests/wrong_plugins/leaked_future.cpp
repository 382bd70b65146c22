// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Fault: positive features with a small constant added after the largest exponent of all rows was
// taken away, so what a row is depends on rows after it. (Without the constant the largest exponent
// would cancel.)
#include <kapprox/plugin.hpp>

#include <algorithm>
#include <cmath>

namespace kapprox {
namespace {

constexpr double constant = 1e-4;

class LeakedFuture final : public RandomFeatureMap {
 public:
  using RandomFeatureMap::RandomFeatureMap;

 private:
  Claims do_map_claims() const override { return {.nonnegative = true}; }
  Index do_features_per_direction() const override { return 1; }

  void do_map(const Projections& projections, Side, Segment& out) const override {
    double largest = max_value(projections.row(0));
    for (Index row = 1; row < projections.rows(); ++row)
      largest = std::max(largest, max_value(projections.row(row)));
    for (Index row = 0; row < projections.rows(); ++row) {
      const FeatureRow features = feature_row(out, row);
      const double half = projections.half_squared_norm(row);
      double top = 0.0;
      for (std::size_t i = 0; i < features.values.size(); ++i) {
        features.values[i] = std::exp(projections.row(row)[i] - half - largest) + constant;
        top = std::max(top, features.values[i]);
      }
      for (double& value : features.values) value /= top;
      features.log_scale =
          std::log(top) + largest - 0.5 * std::log(static_cast<double>(projections.directions()));
    }
  }
};

}  // namespace
}  // namespace kapprox

KAPPROX_PLUGIN("leaked_future", "1.0", registry) {
  registry.add<kapprox::LeakedFuture>("leaked_future", "positive features of a batch",
                                      "the Performer's reference code, with its constant");
}
