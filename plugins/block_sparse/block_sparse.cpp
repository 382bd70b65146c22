// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Block-sparse attention as a method: the parameters, and any scorer as the one that chooses. Lu et
// al., "MoBA: mixture of block attention for long-context LLMs", 2025, arXiv 2502.13189, section
// 2.2 (own_block = slot, weights = exact); weights = surrogate: "HiLS", 2026, arXiv 2607.02980;
// residual = linear: residual_attention.hpp.
#include "block_attention.hpp"
#include "methods.hpp"
#include "residual_attention.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace kapprox {

namespace {

// States that one query reads at most: all but `chosen` of the blocks as runs of 2^h.
double states_read(Index blocks, Index chosen) {
  const double left = static_cast<double>(blocks - chosen);
  const double levels = std::log2(static_cast<double>(blocks) / static_cast<double>(chosen));
  return std::min(left, static_cast<double>(chosen) * (1.0 + levels));
}

// One draw: of the map of the residual, where there is one.
class Sample final : public AttentionSample {
 public:
  Sample(std::shared_ptr<const BlockAttention> sparse, std::unique_ptr<const KernelSample> map)
      : sparse_(std::move(sparse)), map_(std::move(map)) {
    if (!map_) return;
    const auto* features = dynamic_cast<const FeatureSample*>(map_.get());
    if (features == nullptr)
      throw Error(
          "block_sparse: the sample of residual_map has no features, but must be a FeatureSample");
    residual_.emplace(*sparse_, *features);
  }

 private:
  AttentionOutput do_output() const override {
    return residual_ ? residual_->output() : sparse_->output();
  }
  Matrix do_weights() const override {
    return residual_ ? residual_->weights() : sparse_->weights();
  }

  std::shared_ptr<const BlockAttention> sparse_;
  std::unique_ptr<const KernelSample> map_;
  std::optional<ResidualAttention> residual_;
};

class Prepared final : public PreparedAttention {
 public:
  // map: null for no residual; fitted to the keys that anybody sees.
  Prepared(std::shared_ptr<const BlockAttention> sparse, const FeatureMap* map,
           const Problem& problem)
      : sparse_(std::move(sparse)) {
    if (map == nullptr || sparse_->visible().count() == 0) return;
    Problem fitted = problem;
    fitted.keys = sparse_->visible().keys();
    fitted.values = {};
    map_ = map->prepare(fitted);
  }

 private:
  std::unique_ptr<const AttentionSample> do_draw(const Stream& stream) const override {
    return std::make_unique<const Sample>(sparse_, map_ ? map_->draw(stream) : nullptr);
  }

  std::shared_ptr<const BlockAttention> sparse_;
  std::unique_ptr<const PreparedKernel> map_;
};

class BlockSparse final : public AttentionMethod {
 public:
  static void declare(Declarations& declarations) {
    declarations.method(Kind::scorer, "scorer", "what blocks are chosen by").otherwise("mean");
    declarations.integer("block", "keys in a block; the last one may be short")
        .at_least(1)
        .at_most(1 << 20)
        .otherwise(64);
    declarations.integer("top_k", "blocks that a query looks at")
        .at_least(1)
        .at_most(1 << 20)
        .otherwise(8);
    declarations.choice("own_block",
                        "the block at the query's position: takes one of the top_k slots, comes "
                        "beside them, or competes as any other",
                        {"slot", "extra", "none"});
    declarations.choice("weights",
                        "of chosen blocks: softmax over their keys, or between blocks by their "
                        "scores",
                        {"exact", "surrogate"});
    declarations.choice("residual",
                        "keys that were not chosen: left out, or in by linear attention, under one "
                        "normaliser with the chosen ones",
                        {"none", "linear"});
    declarations
        .method(Kind::kernel, "residual_map",
                "where residual is linear: a kernel method that has features; not read otherwise")
        .otherwise("none");
  }

  explicit BlockSparse(const Parameters& parameters)
      : scorer_(parameters.method<BlockScorer>("scorer")) {
    choice_.block = static_cast<Index>(parameters.integer("block"));
    choice_.top_k = static_cast<Index>(parameters.integer("top_k"));
    surrogate_ = parameters.choice("weights") == "surrogate";
    const std::string& own = parameters.choice("own_block");
    choice_.own = own == "slot"    ? OwnBlock::slot
                  : own == "extra" ? OwnBlock::extra
                                   : OwnBlock::none;
    if (scorer_->claims().uses_calibration)
      throw InputError(
          "block_sparse: scorer uses calibration queries, but must do without here; choose another "
          "landmark, such as mean_key.");
    if (surrogate_ && !scorer_->claims().estimates_log_mass)
      throw InputError(
          "block_sparse: weights is surrogate, but must be exact where scorer only ranks blocks; "
          "change it, or choose a scorer that stands for the log-sum-exp.");
    if (parameters.choice("residual") == "linear") take_residual(parameters);
  }

 private:
  void take_residual(const Parameters& parameters) {
    map_ = parameters.method<FeatureMap>("residual_map");
    if (!map_)
      throw InputError(
          parameters.method<KernelMethod>("residual_map")
              ? "block_sparse: residual_map estimates pairs and has no features, but must have "
                "them where residual is linear; choose positive, taylor or another feature map."
              : "block_sparse: residual is linear and residual_map is none, but must be a feature "
                "map then; choose positive, taylor or another one.");
    if (surrogate_)
      throw InputError(
          "block_sparse: weights is surrogate and residual is linear, but the residual stands "
          "beside the exact mass of chosen keys alone; change one of them.");
  }

  AttentionClaims do_claims() const override {
    const Claims map = map_ ? map_->claims() : Claims{.nonnegative = true};
    AttentionClaims claims;
    claims.random = map.random;
    claims.fits_data = map.fits_data;
    claims.has_weights = true;
    claims.rows_sum_to_one = true;
    claims.nonnegative = map.nonnegative;
    return claims;
  }

  AttentionCost do_cost(Index queries, Index keys, Index ambient_dim,
                        Index value_dim) const override {
    const Index size = std::max(std::min(choice_.block, keys), Index{1});
    const Index blocks = (keys + size - 1) / size;
    const Index looked_at =
        std::min(choice_.top_k + (choice_.own == OwnBlock::extra ? 1 : 0), blocks) * size;
    const ScorerCost cost = scorer_->cost(size, ambient_dim);
    AttentionCost total;
    total.multiply_adds =
        static_cast<double>(keys) * cost.multiply_adds_of_key +
        static_cast<double>(queries) *
            (static_cast<double>(blocks) * cost.multiply_adds +
             static_cast<double>(looked_at) * static_cast<double>(ambient_dim + value_dim));
    if (map_) {
      const Cost map = map_->cost(ambient_dim);
      total.feature_dim = map.feature_dim;
      total.projections_per_token = map.projections_per_token;
      total.multiply_adds +=
          static_cast<double>(queries + keys) * map.multiply_adds_per_token +
          (static_cast<double>(keys) +
           static_cast<double>(queries) * states_read(blocks, looked_at / size)) *
              static_cast<double>(map.feature_dim) * static_cast<double>(value_dim + 1);
    }
    return total;
  }

  std::string do_refusal(const Mask& mask) const override {
    if (!mask.causal || !map_ || !map_->claims().fits_data) return "";
    return "the mask is " + mask.words() +
           " and residual_map of block_sparse is fitted to all keys, later ones too, but must not "
           "see them; choose a map that does not look at data";
  }

  void do_check_problem(const Problem& problem) const override {
    scorer_->check_problem(problem);
    if (map_) map_->check_problem(problem);
  }

  std::unique_ptr<const PreparedAttention> do_prepare(const Problem& problem,
                                                      const Mask& mask) const override {
    return std::make_unique<const Prepared>(
        std::make_shared<const BlockAttention>(*scorer_, choice_, surrogate_, problem, mask),
        map_.get(), problem);
  }

  std::shared_ptr<const BlockScorer> scorer_;
  BlockChoice choice_;
  bool surrogate_ = false;
  std::shared_ptr<const FeatureMap> map_;  // of the residual; null for none
};

}  // namespace

void add_block_sparse(Registry& registry) {
  registry.add<BlockSparse>(
      "block_sparse", "softmax over the blocks of keys that a scorer chooses",
      "Lu et al., \"MoBA: mixture of block attention for long-context LLMs\", "
      "2025, arXiv 2502.13189, section 2.2");
}

}  // namespace kapprox
