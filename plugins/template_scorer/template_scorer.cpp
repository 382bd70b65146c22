// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The mean key of a block, which may forget its first keys: score log|B| + q·c, where
//   c ← c + s (k − c) with each key k,   s = max(1/t, share) for key number t.
// share = 0 gives the mean key k̄; then the score is at most S_B, because exp is convex (Jensen).
// The mean key scores blocks in Lu et al., "MoBA: mixture of block attention for long-context
// LLMs", 2025, arXiv 2502.13189, section 2.2.
#include <kapprox/plugin.hpp>

#include <algorithm>
#include <cmath>

namespace kapprox {
namespace {

// What is kept of one block: c. Keys come one at a time; size() counts those before.
class TemplateSummary final : public BlockSummary {
 public:
  TemplateSummary(Index dim, double share)
      : BlockSummary(dim), share_(share), centre_(static_cast<std::size_t>(dim)) {}

 private:
  void do_add(std::span<const double> key) override {
    const double share = std::max(1.0 / static_cast<double>(size() + 1), share_);
    for (std::size_t l = 0; l < key.size(); ++l) centre_[l] += share * (key[l] - centre_[l]);
  }

  // Stands for S_B = log Σ exp(q·k) over the keys of the block.
  double do_score(std::span<const double> query) const override {
    return std::log(static_cast<double>(size())) + dot(query, centre_);
  }

  double share_;
  std::vector<double> centre_;
};

class TemplateScorer final : public BlockScorer {
 public:
  // Every parameter takes one line.
  static void declare(Declarations& declarations) {
    declarations.real("share", "of a new key in the centre, at least; 0: the mean of all keys")
        .at_least(0.0)
        .at_most(1.0)
        .otherwise(0.0);
  }

  explicit TemplateScorer(const Parameters& parameters) : share_(parameters.real("share")) {}

 private:
  // What holds, for these parameters. `kapprox verify` tries every claim.
  ScorerClaims do_claims() const override {
    return {.lower_bound = share_ == 0.0, .key_equivariant = share_ == 0.0};
  }

  // Numbers kept of a full block, numbers held while it grows, multiply-adds of one score and of
  // one key that is added.
  ScorerCost do_cost(Index, Index dim) const override {
    const auto d = static_cast<double>(dim);
    return {d, d, d, d};
  }

  // Makes an empty block whenever it is called.
  BlockMaker do_prepare(const ScorerProblem& problem) const override {
    return [dim = problem.dim, share = share_] {
      return std::make_unique<TemplateSummary>(dim, share);
    };
  }

  double share_;
};

}  // namespace
}  // namespace kapprox

KAPPROX_PLUGIN("template_scorer", "1.0", registry) {
  registry.add<kapprox::TemplateScorer>(
      "template_mean", "log|B| + q·(mean key), in which the first keys may be forgotten",
      "after Lu et al., \"MoBA: mixture of block attention for long-context LLMs\", 2025, "
      "arXiv 2502.13189, section 2.2");
}
