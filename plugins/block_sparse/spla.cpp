// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// SPLA: q·k̄ + log(1 + ½ qᵀΣq), the logarithm of a mean over keys of exp(q·k) to second order. It
// agrees with second_order without log|B| to second order in q, but grows with the logarithm of the
// spread where that grows with the spread: another ranking. "SPLA", 2026, arXiv 2601.22379, known
// to us through others' notes.
#include "key_moments.hpp"
#include "methods.hpp"

#include <kapprox/plugin.hpp>

#include <algorithm>
#include <cmath>

namespace kapprox {

namespace {

class SplaSummary final : public BlockSummary {
 public:
  explicit SplaSummary(Index dim) : BlockSummary(dim), moments_(dim, Covariance::full) {}

 private:
  void do_add(std::span<const double> key) override { moments_.add(key); }
  void do_finish() override { moments_.finish(); }
  double do_score(std::span<const double> query) const override {
    return score_of(query, moments_.quadratic(query));
  }
  void do_scores(ConstMatrixView queries, std::span<double> out) const override {
    moments_.quadratics(queries, out);
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = score_of(queries.row(static_cast<Index>(i)), out[i]);
  }
  // The quadratic form is a variance: below 0 by rounding alone.
  double score_of(std::span<const double> query, double quadratic) const {
    return dot(query, moments_.mean()) + std::log1p(0.5 * std::max(quadratic, 0.0));
  }

  KeyMoments moments_;
};

class Spla final : public BlockScorer {
  ScorerClaims do_claims() const override { return {.estimates_log_mass = false}; }
  ScorerCost do_cost(Index, Index dim) const override {
    const double numbers = moment_numbers(dim, Covariance::full);
    const auto d = static_cast<double>(dim);
    return {numbers, numbers + d, numbers + d, numbers};
  }
  BlockMaker do_prepare(const ScorerProblem& problem) const override {
    return [dim = problem.dim] { return std::make_unique<SplaSummary>(dim); };
  }
};

}  // namespace

void add_spla(Registry& registry) {
  registry.add<Spla>("spla",
                     "q·(mean key) + log(1 + qᵀΣq/2): rewards spread less than second order",
                     "\"SPLA\", 2026, arXiv 2601.22379, second-hand; docs/methods/block_sparse.md");
}

}  // namespace kapprox
