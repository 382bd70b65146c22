// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The largest logit of a block, or a bound of it. With of = box,
//
//   log|B| + Σ_l max(q_l lo_l, q_l hi_l),   lo_l and hi_l the least and largest coordinate l of a
//   key,
//
// which no logit of the block exceeds; Quest ranks pages by the sum: Tang et al., "Quest:
// query-aware sparsity for efficient long-context LLM inference", ICML 2024, section 3.2. With
// of = keys, log|B| + max_t q·k_t, for which all keys are kept. Both scores are at least S_B.
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

class KeysSummary final : public BlockSummary {
 public:
  using BlockSummary::BlockSummary;

 private:
  void do_add(std::span<const double> key) override {
    keys_.insert(keys_.end(), key.begin(), key.end());
  }
  double do_score(std::span<const double> query) const override {
    const std::size_t width = query.size();
    double largest = -infinity;
    for (std::size_t first = 0; first < keys_.size(); first += width)
      largest = std::max(largest, dot(query, std::span(keys_).subspan(first, width)));
    return std::log(static_cast<double>(size())) + largest;
  }

  std::vector<double> keys_;  // |B| × d
};

class Max final : public BlockScorer {
 public:
  static void declare(Declarations& declarations) {
    declarations.choice("of", "the box around the keys, or the keys themselves", {"box", "keys"});
  }
  explicit Max(const Parameters& parameters) : is_box_(parameters.choice("of") == "box") {}

 private:
  ScorerClaims do_claims() const override { return {.upper_bound = true}; }
  ScorerCost do_cost(Index keys, Index dim) const override {
    const double numbers = (is_box_ ? 2.0 : static_cast<double>(keys)) * static_cast<double>(dim);
    return {numbers, numbers, numbers};
  }
  BlockMaker do_prepare(const ScorerProblem& problem) const override {
    if (is_box_) return [dim = problem.dim] { return std::make_unique<BoxSummary>(dim); };
    return [dim = problem.dim] { return std::make_unique<KeysSummary>(dim); };
  }

  bool is_box_;
};

}  // namespace

void add_max(Registry& registry) {
  registry.add<Max>(
      "max", "log|B| + largest logit of the box around the keys, or of the keys: upper bound",
      "Tang et al., \"Quest: query-aware sparsity for efficient long-context LLM "
      "inference\", ICML 2024, section 3.2");
}

}  // namespace kapprox
