// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Faults: claims that do not hold, one for each claim there is.
#include "gaussian_features.hpp"

#include <cmath>

namespace kapprox {
namespace {

// Trigonometric features can make a negative estimate.
class Nonnegative final : public RandomFeatureMap {
 public:
  using RandomFeatureMap::RandomFeatureMap;

 private:
  Claims do_map_claims() const override { return {.unbiased = true, .nonnegative = true}; }
  Index do_features_per_direction() const override { return 2; }
  void do_map(const Projections& projections, Side, Segment& out) const override {
    const auto m = static_cast<std::size_t>(projections.directions());
    for (Index row = 0; row < projections.rows(); ++row) {
      const FeatureRow features = feature_row(out, row);
      vector_sin_cos(projections.row(row), features.values.first(m), features.values.last(m));
      features.log_scale =
          projections.half_squared_norm(row) - 0.5 * std::log(static_cast<double>(m));
    }
  }
};

// Positive features; keys without their ‖k‖²/2 estimate exp(q·k + ‖k‖²/2).
template <bool keys_keep_norm>
class Positive : public RandomFeatureMap {
 public:
  using RandomFeatureMap::RandomFeatureMap;

 private:
  Index do_features_per_direction() const override { return 1; }
  void do_map(const Projections& projections, Side side, Segment& out) const override {
    const bool keeps = side == Side::query || keys_keep_norm;
    for (Index row = 0; row < projections.rows(); ++row)
      exp_shifted(projections.row(row), keeps ? projections.half_squared_norm(row) : 0.0,
                  projections.directions(), feature_row(out, row));
  }
};

class Unbiased final : public Positive<false> {
  using Positive::Positive;
  Claims do_map_claims() const override { return {.unbiased = true}; }
};

class Exact final : public Positive<true> {
  using Positive::Positive;
  Claims do_map_claims() const override {
    return {.unbiased = true, .exact_at_equal = true, .exact_at_zero = true};
  }
};

// A sample of positive features of directions given from outside.
class Given final : public FeatureSample {
 public:
  explicit Given(Matrix directions) : directions_(std::move(directions)) {}

 private:
  FeatureBlock do_map(Side, ConstMatrixView rows) const override {
    return positive_features(rows, directions_);
  }
  Matrix directions_;
};

enum class Lie { random, deterministic, invariant, looks_away };

template <Lie lie>
class Prepared final : public PreparedKernel {
 public:
  explicit Prepared(const Problem& problem) : rank_(problem.rank()) {
    if constexpr (lie == Lie::looks_away) stretch_ += problem.keys(0, 0);
  }

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
    Matrix directions =
        normal_directions(lie == Lie::random ? Stream(7) : stream, few_directions, rank_);
    for (double& x : directions.values()) {
      if constexpr (lie == Lie::invariant) x = x < 0.0 ? -1.0 : 1.0;
      x *= stretch_;
    }
    return std::make_unique<Given>(std::move(directions));
  }
  Index rank_;
  double stretch_ = 1.0;
};

template <Lie lie>
class Liar final : public FeatureMap {
  Claims do_claims() const override {
    return {.random = lie != Lie::deterministic, .rotation_invariant = lie == Lie::invariant};
  }
  Cost do_cost(Index) const override { return {few_directions, few_directions, 0.0}; }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override {
    return std::make_unique<Prepared<lie>>(problem);
  }
};

}  // namespace
}  // namespace kapprox

KAPPROX_PLUGIN("lying", "1.0", registry) {
  using namespace kapprox;
  registry.add<Nonnegative>("lies_nonnegative", "trigonometric features", "Rahimi, Recht, 2007");
  registry.add<Unbiased>("lies_unbiased", "positive features, keys without their norm",
                         "Choromanski et al., ICLR 2021");
  registry.add<Exact>("lies_exact", "positive features, exact where q = k", "none");
  registry.add<Liar<Lie::random>>("lies_random", "one fixed draw", "none");
  registry.add<Liar<Lie::deterministic>>("lies_deterministic", "positive features", "none");
  registry.add<Liar<Lie::invariant>>("lies_invariant", "directions of ±1", "none");
  registry.add<Liar<Lie::looks_away>>("lies_about_data", "directions stretched by a key", "none");
}
