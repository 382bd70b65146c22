// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// exp(ω·x) is exp(‖x‖²/2) times the positive feature exp(ω·x − ‖x‖²/2), draw by draw. So the map
// holds positive features (Choromanski et al., "Rethinking Attention with Performers", ICLR 2021,
// Lemma 1), gives their rows the factor, and its theory is theirs times a power of
// exp(‖q‖²/2 + ‖k‖²/2), under every law of directions that they know.
#include "exp.hpp"

#include "activation.hpp"

namespace kapprox::elementwise {

namespace {

double log_exp(double u) { return u; }

double half_squared_norm(std::span<const double> x) { return 0.5 * dot(x, x); }

class PositiveFeatures final : public RandomFeatureMap {
 public:
  using RandomFeatureMap::RandomFeatureMap;

 private:
  Claims do_map_claims() const override {
    return {.unbiased = true, .nonnegative = true, .rotation_invariant = true};
  }
  Index do_features_per_direction() const override { return 1; }
  std::optional<ExponentialForm> do_form() const override { return ExponentialForm::positive(); }

  void do_map(const Projections& projections, Side, Segment& out) const override {
    for (Index row = 0; row < projections.rows(); ++row)
      exp_shifted(projections.row(row), projections.half_squared_norm(row),
                  projections.directions(), feature_row(out, row));
  }
};

class ExpSample final : public FeatureSample {
 public:
  explicit ExpSample(std::unique_ptr<const KernelSample> positive)
      : positive_(std::move(positive)) {}

 private:
  FeatureBlock do_map(Side side, ConstMatrixView rows) const override {
    FeatureBlock block = dynamic_cast<const FeatureSample&>(*positive_).map(side, rows);
    for (Segment& segment : block.segments)
      for (Index i = 0; i < rows.rows; ++i)
        segment.log_scale[static_cast<std::size_t>(i)] += half_squared_norm(rows.row(i));
    return block;
  }

  std::unique_ptr<const KernelSample> positive_;
};

class PreparedExp final : public PreparedKernel {
 public:
  explicit PreparedExp(std::unique_ptr<const PreparedKernel> positive)
      : positive_(std::move(positive)) {}

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
    return std::make_unique<ExpSample>(positive_->draw(stream));
  }

  std::optional<Theory> do_theory(std::span<const double> query,
                                  std::span<const double> key) const override {
    std::optional<Theory> theory = positive_->theory(query, key);
    if (!theory) return std::nullopt;
    const double norms = half_squared_norm(query) + half_squared_norm(key);
    theory->mean.log_scale += norms;
    theory->variance.log_scale += 2.0 * norms;
    if (theory->fourth) theory->fourth->log_scale += 4.0 * norms;
    return theory;
  }

  std::unique_ptr<const PreparedKernel> positive_;
};

Parameters of_positive_features(const Parameters& parameters) {
  Parameters result;
  result.set("m", parameters.integer("m"));
  result.set("directions",
             std::shared_ptr<const Method>(parameters.method<Directions>("directions")));
  result.set("centre", std::string("none"));
  return result;
}

}  // namespace

void Exp::declare(Declarations& declarations) {
  declarations.integer("m", "number of random directions; 0: the coordinates themselves")
      .at_least(0)
      .at_most(most_directions)
      .otherwise(0);
  declarations.method(Kind::directions, "directions", "law of the random directions, where m > 0")
      .otherwise("iid");
}

Exp::Exp(const Parameters& parameters) {
  if (parameters.integer("m") > 0)
    positive_ = std::make_shared<PositiveFeatures>(of_positive_features(parameters));
}

Claims Exp::do_claims() const {
  if (!positive_) return {.nonnegative = true};
  Claims claims = positive_->claims();
  claims.unbiased = false;
  return claims;
}

Cost Exp::do_cost(Index ambient_dim) const {
  return positive_ ? positive_->cost(ambient_dim) : activation_cost(ambient_dim);
}

std::unique_ptr<const PreparedKernel> Exp::do_prepare(const Problem& problem) const {
  if (!positive_) return std::make_unique<PreparedActivation>(log_exp);
  return std::make_unique<PreparedExp>(positive_->prepare(problem));
}

}  // namespace kapprox::elementwise
