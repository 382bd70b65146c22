// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Hybrid random features: λ̂ Ŝ_1 + (1 − λ̂) Ŝ_2 with λ̂ independent of ω. As features, two tensor
// segments (weight) ⊗ (base); as an estimate, the coefficient of a pair times its two base
// estimates, which is exact where a coefficient is 0.
// Choromanski et al., "Hybrid Random Features", ICLR 2022.
#include "bases.hpp"
#include "methods.hpp"
#include "weight.hpp"

#include <cstdint>
#include <utility>

namespace kapprox {

namespace {

class HybridSample final : public FeatureSample {
 public:
  HybridSample(const FittedBases& bases, const Weight& weight, BaseDraws draws, Matrix tau)
      : bases_(bases), weight_(weight), draws_(std::move(draws)), tau_(std::move(tau)) {}

 private:
  FeatureBlock do_map(Side side, ConstMatrixView rows) const override {
    const Matrix traits = weight_.traits(tau_, rows);
    FeatureBlock block;
    block.segments.push_back(bases_.first_segment(draws_, side, rows));
    block.segments.back().weights = weight_.factors(Base::first, traits);
    block.segments.push_back(bases_.second_segment(draws_, side, rows));
    block.segments.back().weights = weight_.factors(Base::second, traits);
    return block;
  }

  void do_estimate(ConstMatrixView queries, ConstMatrixView keys, std::span<const Pair> pairs,
                   std::span<LogNumber> out) const override {
    std::vector<LogNumber> second(pairs.size());
    bases_.estimate(draws_, queries, keys, pairs, out, second);
    const Matrix query_traits = weight_.traits(tau_, queries);
    const Matrix key_traits = weight_.traits(tau_, keys);
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      const Coefficients coefficients =
          weight_.coefficients(query_traits.row(pairs[p].query), key_traits.row(pairs[p].key));
      out[p] = coefficients.first * out[p] + coefficients.second * second[p];
    }
  }

  const FittedBases& bases_;
  const Weight& weight_;
  BaseDraws draws_;
  Matrix tau_;
};

class PreparedHybrid final : public PreparedKernel {
 public:
  PreparedHybrid(const Bases& bases, const Weight& weight, const Problem& problem)
      : bases_(bases, problem),
        weight_(weight),
        ambient_dim_(problem.ambient_dim),
        rank_(problem.rank()),
        reduced_(problem.is_reduced()) {}

 private:
  // τ has an address of its own, as ω has: apart from ω, the same for every m and n.
  std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
    Matrix tau(weight_.random_vectors(), rank_);
    stream.at(Slot::tau)
        .at(static_cast<std::uint64_t>(ambient_dim_))
        .at(reduced_ ? "reduced" : "full")
        .fill_normals(tau);
    return std::make_unique<HybridSample>(bases_, weight_, bases_.draw(stream), std::move(tau));
  }

  std::optional<Theory> do_theory(std::span<const double> query,
                                  std::span<const double> key) const override {
    const std::optional<BaseMoments> bases = bases_.moments(query, key, true);
    if (!bases) return std::nullopt;
    return mixed_theory(*bases, weight_.law(query, key));
  }

  FittedBases bases_;
  const Weight& weight_;
  Index ambient_dim_;
  Index rank_;
  bool reduced_;
};

class Hybrid final : public FeatureMap {
 public:
  static void declare(Declarations& declarations) {
    declare_weight(declarations);
    Bases::declare(declarations);
  }

  explicit Hybrid(const Parameters& parameters)
      : bases_(parameters, "hybrid"), weight_(make_weight(parameters)) {}

 private:
  Claims do_claims() const override {
    Claims claims = bases_.claims();
    const WeightClaims weight = weight_->claims();
    claims.nonnegative = claims.nonnegative && weight.nonnegative;
    if (weight.first_vanishes_at_equal)
      claims.exact_at_equal = bases_.second->claims().exact_at_equal;
    if (weight.second_vanishes_at_opposite)
      claims.exact_at_opposite = bases_.first->claims().exact_at_opposite;
    return claims;
  }

  // D counts tensor segments multiplied out, in d dimensions. Multiply-adds are those of both bases
  // (each computes its own products ω·x), of τ·x, and of multiplying out.
  Cost do_cost(Index ambient_dim) const override {
    const Cost first = bases_.first->cost(ambient_dim);
    const Cost second = bases_.second->cost(ambient_dim);
    const Index n = weight_->random_vectors();
    Cost cost;
    cost.feature_dim = first.feature_dim * weight_->width(Base::first, ambient_dim) +
                       second.feature_dim * weight_->width(Base::second, ambient_dim);
    cost.projections_per_token = bases_.directions_per_token() + n;
    cost.multiply_adds_per_token = first.multiply_adds_per_token + second.multiply_adds_per_token +
                                   static_cast<double>(n) * static_cast<double>(ambient_dim) +
                                   static_cast<double>(cost.feature_dim);
    return cost;
  }

  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override {
    return std::make_unique<PreparedHybrid>(bases_, *weight_, problem);
  }

  Bases bases_;
  std::unique_ptr<const Weight> weight_;
};

}  // namespace

void enrol_hybrid(Registry& registry) {
  registry.add<Hybrid>("hybrid",
                       "two base maps mixed pair by pair: exact at both ends with angular weights",
                       "Choromanski et al., \"Hybrid Random Features\", ICLR 2022");
}

}  // namespace kapprox
