// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The score itself, S_B = log Σ_t exp(q·k_t), from all keys: what the other scorers are held
// against.
#include "methods.hpp"

#include <kapprox/plugin.hpp>

#include <cmath>

namespace kapprox {

namespace {

class ExactSummary final : public BlockSummary {
 public:
  using BlockSummary::BlockSummary;

 private:
  void do_add(std::span<const double> key) override {
    keys_.insert(keys_.end(), key.begin(), key.end());
  }
  double do_score(std::span<const double> query) const override {
    std::vector<double> logits;
    logits.reserve(static_cast<std::size_t>(size()));
    for (std::size_t t = 0; t < keys_.size(); t += query.size())
      logits.push_back(dot(query, std::span(keys_).subspan(t, query.size())));
    const double largest = max_value(logits);
    return largest + std::log(exp_and_sum(logits, largest, logits));
  }

  std::vector<double> keys_;  // size() × d
};

class Exact final : public BlockScorer {
  ScorerClaims do_claims() const override {
    return {.exact = true, .lower_bound = true, .upper_bound = true};
  }
  ScorerCost do_cost(Index keys, Index dim) const override {
    const double numbers = static_cast<double>(keys) * static_cast<double>(dim);
    return {numbers, numbers, numbers};
  }
  BlockMaker do_prepare(const ScorerProblem& problem) const override {
    return [dim = problem.dim] { return std::make_unique<ExactSummary>(dim); };
  }
};

}  // namespace

void add_exact(Registry& registry) {
  registry.add<Exact>("exact", "log Σ exp(q·k) over the keys of a block, which are all kept",
                      "definition; docs/methods/block_sparse.md");
}

}  // namespace kapprox
