// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Block-sparse attention as a method: the parameters, and any scorer as the one that chooses. Lu et
// al., "MoBA: mixture of block attention for long-context LLMs", 2025, arXiv 2502.13189, section
// 2.2 (own_block = slot, weights = exact); weights = surrogate: "HiLS", 2026, arXiv 2607.02980.
#include "block_attention.hpp"
#include "methods.hpp"

#include <algorithm>

namespace kapprox {

namespace {

class Sample final : public AttentionSample {
 public:
  explicit Sample(std::shared_ptr<const BlockAttention> attention)
      : attention_(std::move(attention)) {}

 private:
  AttentionOutput do_output() const override { return attention_->output(); }
  Matrix do_weights() const override { return attention_->weights(); }

  std::shared_ptr<const BlockAttention> attention_;
};

class Prepared final : public PreparedAttention {
 public:
  explicit Prepared(std::shared_ptr<const BlockAttention> attention)
      : attention_(std::move(attention)) {}

 private:
  std::unique_ptr<const AttentionSample> do_draw(const Stream&) const override {
    return std::make_unique<const Sample>(attention_);
  }

  std::shared_ptr<const BlockAttention> attention_;
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
  }

  explicit BlockSparse(const Parameters& parameters)
      : scorer_(parameters.method<BlockScorer>("scorer")) {
    choice_.block = static_cast<Index>(parameters.integer("block"));
    choice_.top_k = static_cast<Index>(parameters.integer("top_k"));
    choice_.surrogate = parameters.choice("weights") == "surrogate";
    const std::string& own = parameters.choice("own_block");
    choice_.own = own == "slot"    ? OwnBlock::slot
                  : own == "extra" ? OwnBlock::extra
                                   : OwnBlock::none;
    if (scorer_->claims().uses_calibration)
      throw InputError(
          "block_sparse: scorer uses calibration queries, but must do without here; choose another "
          "landmark, such as mean_key.");
    if (choice_.surrogate && !scorer_->claims().estimates_log_mass)
      throw InputError(
          "block_sparse: weights is surrogate, but must be exact where scorer only ranks blocks; "
          "change it, or choose a scorer that stands for the log-sum-exp.");
  }

 private:
  AttentionClaims do_claims() const override {
    AttentionClaims claims;
    claims.has_weights = true;
    claims.rows_sum_to_one = true;
    claims.nonnegative = true;
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
        static_cast<double>(blocks) * cost.summary_numbers +
        static_cast<double>(queries) *
            (static_cast<double>(blocks) * cost.multiply_adds +
             static_cast<double>(looked_at) * static_cast<double>(ambient_dim + value_dim));
    return total;
  }

  void do_check_problem(const Problem& problem) const override { scorer_->check_problem(problem); }

  std::unique_ptr<const PreparedAttention> do_prepare(const Problem& problem,
                                                      const Mask& mask) const override {
    return std::make_unique<const Prepared>(
        std::make_shared<const BlockAttention>(*scorer_, choice_, problem, mask));
  }

  std::shared_ptr<const BlockScorer> scorer_;
  BlockChoice choice_;
};

}  // namespace

void add_block_sparse(Registry& registry) {
  registry.add<BlockSparse>(
      "block_sparse", "softmax over the blocks of keys that a scorer chooses",
      "Lu et al., \"MoBA: mixture of block attention for long-context LLMs\", "
      "2025, arXiv 2502.13189, section 2.2");
}

}  // namespace kapprox
