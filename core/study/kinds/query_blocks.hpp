// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One query of a study of blocks: what a scorer says of the blocks it sees, beside what they are
// worth in exact attention.
#pragma once

#include <kapprox/block_choice.hpp>

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace kapprox {

// Scores s against exact ones S over the blocks of one query that are not forced.
struct ScoreAgreement {
  double blocks = 0.0;
  double error = 0.0;          // Σ (s − S)
  double squared_error = 0.0;  // Σ (s − S)²
  double correlation = 0.0;    // Pearson; NaN where either is constant within rounding
  double kendall_tau = 0.0;    // τ_b, ties being equal to the bit; NaN where either is constant so
  double variance = 0.0;       // of s
  double exact_variance = 0.0;  // of S
};

// What a query chooses among under `choice`; not at all where nothing hangs on scores.
struct Competition {
  Index slots = 0;       // free ones
  Index candidates = 0;  // blocks that are not forced

  bool is_open() const { return slots >= 1 && candidates > slots; }
};

Competition competition_of(std::span<const SeenBlock> seen, const BlockChoice& choice);

ScoreAgreement agreement_of(std::span<const double> scores, std::span<const double> exact);

class QueryBlocks {
 public:
  // `visible`, whose rows the blocks name, must outlive it. Without a block there is no query.
  QueryBlocks(std::vector<SeenBlock> seen, const VisibleKeys& visible,
              std::span<const double> query);

  // Scores become the exact ones: log Σ exp(q·k) over what the query sees of a block.
  void score_exactly();

  std::span<const SeenBlock> seen() const { return seen_; }
  std::span<const SeenBlock> seen_exactly() const { return exact_; }
  const VisibleKeys& visible() const { return visible_; }
  double log_total() const { return log_total_; }  // log Σ exp(q·k) over all keys it sees
  double share(std::size_t b) const;               // of block `b` in exact attention
  // Mean over the blocks of the variance of q·k within them.
  double variance_within() const { return variance_within_; }

  // Of the blocks that are not forced under `own`; computed once.
  const ScoreAgreement& agreement(OwnBlock own);

  // out (d_v) = exact softmax attention over the keys of these blocks.
  void output(std::span<const std::size_t> chosen, std::span<double> out);

 private:
  const std::vector<double>& block_mean(std::size_t b);

  const VisibleKeys& visible_;
  std::vector<SeenBlock> seen_;
  std::vector<SeenBlock> exact_;              // the same with exact scores
  std::vector<std::vector<double>> weights_;  // within each block; their sum is 1
  std::vector<std::vector<double>> means_;    // of the values by them; empty: not computed yet
  double log_total_ = 0.0;
  double variance_within_ = 0.0;
  std::array<std::optional<ScoreAgreement>, 2> agreements_;  // none forced, own forced
};

}  // namespace kapprox
