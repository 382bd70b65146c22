// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Faults against the contracts of parameters, features and range, one in each method.
#include "gaussian_features.hpp"

#include <cmath>

namespace kapprox {
namespace {

class Base : public RandomFeatureMap {
 public:
  using RandomFeatureMap::RandomFeatureMap;

 private:
  Claims do_map_claims() const override { return {.unbiased = true, .nonnegative = true}; }
  Index do_features_per_direction() const override { return 1; }
  void do_map(const Projections& projections, Side, Segment& out) const override {
    for (Index row = 0; row < projections.rows(); ++row)
      exp_shifted(projections.row(row), projections.half_squared_norm(row),
                  projections.directions(), feature_row(out, row));
  }
};

// A number that can be anything, with a help that says nothing.
class OpenRange final : public Base {
 public:
  static void declare(Declarations& declarations) {
    Base::declare(declarations);
    declarations.real("shift", "shift").otherwise(0.0);
  }
  using Base::Base;
};

// exp(ω·x − ‖x‖²/2) as it stands: 0 or infinite for long vectors, and larger than 1.
class NoLogDomain final : public Base {
  using Base::Base;
  void do_map(const Projections& projections, Side, Segment& out) const override {
    for (Index row = 0; row < projections.rows(); ++row) {
      const FeatureRow features = feature_row(out, row);
      const double scale = 1.0 / std::sqrt(static_cast<double>(projections.directions()));
      for (std::size_t i = 0; i < features.values.size(); ++i)
        features.values[i] = scale * std::exp(projections.row(row)[i]) *
                             std::exp(-projections.half_squared_norm(row));
    }
  }
};

// The cost says another number of features than there are.
class WrongCost final : public Base {
  using Base::Base;
  Cost do_cost(Index) const override { return {1, 1, 1.0}; }
};

// Estimates by a shortcut that forgets a half.
class ShortcutSample final : public FeatureSample {
 public:
  ShortcutSample(const Stream& stream, Index rank)
      : directions_(normal_directions(stream, few_directions, rank)) {}

 private:
  FeatureBlock do_map(Side, ConstMatrixView rows) const override {
    return positive_features(rows, directions_);
  }
  void do_estimate(ConstMatrixView queries, ConstMatrixView keys, std::span<const Pair> pairs,
                   std::span<LogNumber> out) const override {
    estimate_from_features(map(Side::query, queries), map(Side::key, keys), pairs, out);
    for (LogNumber& estimate : out) estimate.value *= 0.5;
  }
  Matrix directions_;
};

}  // namespace
}  // namespace kapprox

KAPPROX_PLUGIN("careless", "1.0", registry) {
  using namespace kapprox;
  const char* reference = "after Choromanski et al., ICLR 2021";
  registry.add<OpenRange>("open_range", "positive features with a shift", reference);
  registry.add<NoLogDomain>("no_log_domain", "positive features as they stand", reference);
  registry.add<WrongCost>("wrong_cost", "positive features of unknown number", reference);
  registry.add<PositiveMethod<ShortcutSample>>("shortcut", "positive features, halved", reference);
}
