// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What the wrong scorers share: a summary that keeps all keys, and a scorer that makes summaries.
#pragma once

#include <kapprox/plugin.hpp>

#include <cmath>

namespace kapprox {

// Keeps all keys.
class Keys : public BlockSummary {
 public:
  using BlockSummary::BlockSummary;

 protected:
  ConstMatrixView keys() const { return {keys_.data(), size(), dim(), dim()}; }
  std::vector<double> logits(std::span<const double> query) const {
    std::vector<double> result;
    for (Index t = 0; t < size(); ++t) result.push_back(dot(keys().row(t), query));
    return result;
  }
  double log_size() const { return std::log(static_cast<double>(size())); }

 private:
  void do_add(std::span<const double> key) override {
    keys_.insert(keys_.end(), key.begin(), key.end());
  }

  std::vector<double> keys_;
};

// What Summary is, it claims itself.
template <class Summary>
class PlainScorer : public BlockScorer {
  ScorerClaims do_claims() const override { return Summary::claims(); }
  ScorerCost do_cost(Index keys, Index dim) const override {
    const auto numbers = static_cast<double>(keys * dim);
    return {numbers, numbers, numbers};
  }
  BlockMaker do_prepare(const ScorerProblem& problem) const override {
    return [dim = problem.dim] { return std::make_unique<Summary>(dim); };
  }
};

}  // namespace kapprox
