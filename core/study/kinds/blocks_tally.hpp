// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a study of blocks measures: means over the queries that choose, which are those with a free
// slot and more blocks than free slots. The others look at the same blocks whatever the scorer
// says.
#pragma once

#include "study/kinds/query_blocks.hpp"

#include <span>

namespace kapprox {

// NaN where no query has the value, and output_error where ‖o‖ is 0 or its square beyond double.
struct BlockMeasures {
  double queries = 0.0;      // that choose
  double candidates = 0.0;   // blocks that compete for free slots, mean
  double score_bias = 0.0;   // mean of s − S over all candidates of all queries
  double score_error = 0.0;  // √ of the mean of (s − S)²
  double correlation = 0.0;  // means of ScoreAgreement
  double kendall_tau = 0.0;
  double recall = 0.0;         // share of the exact choice that is chosen; forced blocks left out
  double captured_mass = 0.0;  // of exact attention on what is chosen, forced blocks included
  double output_error = 0.0;   // ‖out − o‖ / ‖o‖, Frobenius, over these queries
  double chance_recall = 0.0;  // of a choice at random
  double chance_mass = 0.0;
  double score_std = 0.0;         // √ of the mean variance of s over candidates
  double exact_score_std = 0.0;   // likewise of S
  double within_block_std = 0.0;  // √ of the mean variance of q·k within blocks
};

class BlocksTally {
 public:
  explicit BlocksTally(const BlockChoice& choice) : choice_(choice) {}

  // exact_row: d_v, exact attention of the query.
  void add(QueryBlocks& query, std::span<const double> exact_row);

  BlockMeasures measures() const;

 private:
  // Over the queries that choose.
  struct Sums {
    double queries = 0.0;     // 1
    double candidates = 0.0;  // blocks that compete
    double score_errors = 0.0;
    double squared_score_errors = 0.0;
    double correlations = 0.0;
    double correlated = 0.0;  // queries with a correlation
    double kendall_taus = 0.0;
    double ranked = 0.0;  // and with a τ
    double score_variances = 0.0;
    double exact_variances = 0.0;
    double variances_within = 0.0;
    double recalls = 0.0;
    double captured_masses = 0.0;
    double chance_recalls = 0.0;
    double chance_masses = 0.0;
    double squared_output_errors = 0.0;
    double squared_outputs = 0.0;
  };

  void add_scores(QueryBlocks& query);

  BlockChoice choice_;
  Sums sums_;
};

}  // namespace kapprox
