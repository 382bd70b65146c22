// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The box around the keys: log|B| + Σ_l max(q_l lo_l, q_l hi_l), lo and hi the smallest and largest
// coordinate l of any key. No logit of the block is larger than the sum, so the score is at least
// S_B. Quest ranks pages by the sum: Tang et al., "Quest: query-aware sparsity for efficient
// long-context LLM inference", ICML 2024, section 3.2.
#include "methods.hpp"

#include <kapprox/plugin.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

class BoxSummary final : public BlockSummary {
 public:
  explicit BoxSummary(Index dim)
      : BlockSummary(dim),
        low_(static_cast<std::size_t>(dim), infinity),
        high_(static_cast<std::size_t>(dim), -infinity) {}

 private:
  void do_add(std::span<const double> key) override {
    for (std::size_t l = 0; l < key.size(); ++l) {
      low_[l] = std::min(low_[l], key[l]);
      high_[l] = std::max(high_[l], key[l]);
    }
  }
  double do_score(std::span<const double> query) const override {
    double largest = 0.0;
    for (std::size_t l = 0; l < query.size(); ++l)
      largest += std::max(query[l] * low_[l], query[l] * high_[l]);
    return std::log(static_cast<double>(size())) + largest;
  }

  std::vector<double> low_;
  std::vector<double> high_;
};

class Max final : public BlockScorer {
  ScorerClaims do_claims() const override { return {.upper_bound = true}; }
  ScorerCost do_cost(Index, Index dim) const override {
    const double numbers = 2.0 * static_cast<double>(dim);
    return {numbers, numbers, numbers};
  }
  BlockMaker do_prepare(const ScorerProblem& problem) const override {
    return [dim = problem.dim] { return std::make_unique<BoxSummary>(dim); };
  }
};

}  // namespace

void add_max(Registry& registry) {
  registry.add<Max>("max", "log|B| + the largest logit of the box around the keys: an upper bound",
                    "Tang et al., \"Quest: query-aware sparsity for efficient long-context LLM "
                    "inference\", ICML 2024, section 3.2");
}

}  // namespace kapprox
