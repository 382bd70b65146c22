// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Second order: log|B| + q·k̄ + ½ qᵀΣq with the covariance Σ of the keys of the block, whole, its
// diagonal, or its largest eigenvalues. For keys from a normal law with that covariance it is the
// logarithm of the expected mass. The second cumulant of the log-sum-exp series: Su Jianlin,
// "Taylor expansions of LogSumExp and Softmax" (in Chinese), kexue.fm/archives/11814, 2026; on
// blocks: "COBS: cumulant order block sparse attention", 2026, arXiv 2607.09052, second-hand.
#include "key_moments.hpp"
#include "methods.hpp"

#include <kapprox/plugin.hpp>

#include <algorithm>
#include <cmath>

namespace kapprox {

namespace {

class SecondOrderSummary final : public BlockSummary {
 public:
  SecondOrderSummary(Index dim, Covariance covariance)
      : BlockSummary(dim), moments_(dim, covariance) {}

 private:
  void do_add(std::span<const double> key) override { moments_.add(key); }
  void do_finish() override { moments_.finish(); }
  double do_score(std::span<const double> query) const override {
    return std::log(static_cast<double>(size())) + dot(query, moments_.mean()) +
           0.5 * moments_.quadratic(query);
  }
  void do_scores(ConstMatrixView queries, std::span<double> out) const override {
    moments_.quadratics(queries, out);
    const double log_size = std::log(static_cast<double>(size()));
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = log_size + dot(queries.row(static_cast<Index>(i)), moments_.mean()) + 0.5 * out[i];
  }

  KeyMoments moments_;
};

// Σ ≈ FᵀF, whose rows are the eigenvectors of the largest eigenvalues times their roots.
class LowRankSummary final : public BlockSummary {
 public:
  LowRankSummary(Index dim, Index rank)
      : BlockSummary(dim), moments_(dim, Covariance::full), factor_(std::min(rank, dim), dim) {}

 private:
  void do_add(std::span<const double> key) override { moments_.add(key); }

  void do_settle() override {
    Matrix vectors(dim(), dim());
    std::vector<double> values(static_cast<std::size_t>(dim()));
    for (Index l = 0; l < dim(); ++l)
      for (Index u = l; u < dim(); ++u) vectors(l, u) = vectors(u, l) = moments_.covariance(l, u);
    symmetric_eigen(vectors, values);
    for (Index r = 0; r < factor_.rows(); ++r) {
      const double root = std::sqrt(std::max(values[static_cast<std::size_t>(r)], 0.0));
      for (Index l = 0; l < dim(); ++l) factor_(r, l) = root * vectors(r, l);
    }
  }

  void do_finish() override {
    moments_.finish();
    moments_.forget_covariance();
  }

  double do_score(std::span<const double> query) const override {
    double quadratic = 0.0;
    for (Index r = 0; r < factor_.rows(); ++r) {
      const double product = dot(query, factor_.row(r));
      quadratic += product * product;
    }
    return std::log(static_cast<double>(size())) + dot(query, moments_.mean()) + 0.5 * quadratic;
  }

  KeyMoments moments_;  // of a full block the mean alone
  Matrix factor_;       // rank × d
};

class SecondOrder final : public BlockScorer {
 public:
  static void declare(Declarations& declarations) {
    declarations.choice("covariance", "what is kept of the covariance of the keys",
                        {"full", "diagonal", "low_rank"});
    declarations
        .integer("rank", "of a low_rank covariance: eigenvalues kept, at most d; no other reads it")
        .at_least(1)
        .at_most(4096)
        .otherwise(4);
  }

  explicit SecondOrder(const Parameters& parameters)
      : low_rank_(parameters.choice("covariance") == "low_rank"),
        covariance_(parameters.choice("covariance") == "diagonal" ? Covariance::diagonal
                                                                  : Covariance::full),
        rank_(static_cast<Index>(parameters.integer("rank"))) {}

 private:
  ScorerClaims do_claims() const override { return {}; }

  ScorerCost do_cost(Index keys, Index dim) const override {
    const auto d = static_cast<double>(dim);
    const double numbers = moment_numbers(dim, covariance_);
    if (low_rank_) {
      const auto rank = static_cast<double>(std::min(rank_, dim));
      // A block is decomposed once, in some 30 d³ operations.
      const double share = 30.0 * d * d * d / static_cast<double>(std::max(keys, Index{1}));
      return {d + rank * d, numbers + d + rank * d, d + rank * (d + 1.0), numbers + share};
    }
    // One for each number of the covariance, one for each coordinate of what that leaves.
    return {numbers, numbers + d, numbers + d, numbers};
  }

  BlockMaker do_prepare(const ScorerProblem& problem) const override {
    if (low_rank_)
      return
          [dim = problem.dim, rank = rank_] { return std::make_unique<LowRankSummary>(dim, rank); };
    return [dim = problem.dim, covariance = covariance_] {
      return std::make_unique<SecondOrderSummary>(dim, covariance);
    };
  }

  bool low_rank_;
  Covariance covariance_;  // of what is summed while keys come
  Index rank_;
};

}  // namespace

void add_second_order(Registry& registry) {
  registry.add<SecondOrder>(
      "second_order", "log|B| + q·(mean key) + qᵀΣq/2, Σ the covariance of the keys of a block",
      "Su Jianlin, \"Taylor expansions of LogSumExp and Softmax\", kexue.fm/archives/11814, 2026; "
      "docs/methods/block_sparse.md");
}

}  // namespace kapprox
