// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The mean key: score log|B| + q·k̄, the first order of the log-sum-exp. By Jensen's inequality it
// is at most S_B. MoBA leaves log|B| out, which ranks blocks of one size alike, and short ones
// wrong. Lu et al., "MoBA: mixture of block attention for long-context LLMs", 2025,
// arXiv 2502.13189, section 2.2.
#include "key_moments.hpp"
#include "methods.hpp"

#include <kapprox/plugin.hpp>

#include <cmath>

namespace kapprox {

namespace {

class MeanSummary final : public BlockSummary {
 public:
  MeanSummary(Index dim, bool log_size)
      : BlockSummary(dim), log_size_(log_size), moments_(dim, Covariance::none) {}

 private:
  void do_add(std::span<const double> key) override { moments_.add(key); }
  void do_finish() override { moments_.finish(); }
  double do_score(std::span<const double> query) const override {
    const double logit = dot(query, moments_.mean());
    return log_size_ ? std::log(static_cast<double>(size())) + logit : logit;
  }

  bool log_size_;
  KeyMoments moments_;
};

class Mean final : public BlockScorer {
 public:
  static void declare(Declarations& declarations) {
    declarations.boolean("log_size", "add the logarithm of the block's size; false: as MoBA does")
        .otherwise(true);
  }

  explicit Mean(const Parameters& parameters) : log_size_(parameters.boolean("log_size")) {}

 private:
  ScorerClaims do_claims() const override {
    return {.lower_bound = true, .estimates_log_mass = log_size_};
  }
  ScorerCost do_cost(Index, Index dim) const override {
    const double numbers = moment_numbers(dim, Covariance::none);
    const auto d = static_cast<double>(dim);
    return {numbers, numbers + d, d, d};
  }
  BlockMaker do_prepare(const ScorerProblem& problem) const override {
    return [dim = problem.dim, log_size = log_size_] {
      return std::make_unique<MeanSummary>(dim, log_size);
    };
  }

  bool log_size_;
};

}  // namespace

void add_mean(Registry& registry) {
  registry.add<Mean>("mean", "log|B| + q·(mean key) of a block of keys, as in MoBA",
                     "Lu et al., \"MoBA: mixture of block attention for long-context LLMs\", 2025, "
                     "arXiv 2502.13189, section 2.2");
}

}  // namespace kapprox
