// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Faults of theory alone, about positive features that are right: a variance without the 1/m, a
// mean that contradicts the claim, a variance that reads a coordinate.
#include "gaussian_features.hpp"

#include <cmath>

namespace kapprox {
namespace {

class Sample final : public FeatureSample {
 public:
  Sample(const Stream& stream, Index rank)
      : directions_(normal_directions(stream, few_directions, rank)) {}

 private:
  FeatureBlock do_map(Side, ConstMatrixView rows) const override {
    return positive_features(rows, directions_);
  }
  Matrix directions_;
};

enum class Fault { variance, mean, coordinate };

template <Fault fault>
class Prepared final : public PreparedKernel {
 public:
  explicit Prepared(Index rank) : rank_(rank) {}

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
    return std::make_unique<Sample>(stream, rank_);
  }

  // relVar = (exp(‖q + k‖²) − 1)/m, with m = 6.
  std::optional<Theory> do_theory(std::span<const double> q,
                                  std::span<const double> k) const override {
    const double product = dot(q, k);
    const double square = dot(q, q) + dot(k, k) + 2.0 * product;
    const double bias = fault == Fault::mean ? 0.1 : 0.0;
    const double factor = fault == Fault::coordinate && q[0] > 0.0 ? 1.001 : 1.0;
    const double count = fault == Fault::variance ? 1.0 : few_directions;
    Theory theory;
    theory.mean = {1.0 + bias, product};
    theory.variance = {-std::expm1(-square) / count * factor, 2.0 * product + square};
    return theory;
  }
  Index rank_;
};

template <Fault fault>
class Positive final : public FeatureMap {
  Claims do_claims() const override {
    return {.random = true, .unbiased = true, .nonnegative = true, .rotation_invariant = true};
  }
  Cost do_cost(Index) const override { return {few_directions, few_directions, 0.0}; }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override {
    return std::make_unique<Prepared<fault>>(problem.rank());
  }
};

}  // namespace
}  // namespace kapprox

KAPPROX_PLUGIN("false_theory", "1.0", registry) {
  using namespace kapprox;
  const char* reference = "Choromanski et al., ICLR 2021, Lemma 1";
  registry.add<Positive<Fault::variance>>("false_variance", "theory without 1/m", reference);
  registry.add<Positive<Fault::mean>>("false_mean", "theory with a bias", reference);
  registry.add<Positive<Fault::coordinate>>("false_coordinate", "theory of a coordinate",
                                            reference);
}
