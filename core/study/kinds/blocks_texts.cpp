// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The facts and measures of a study of blocks in the order of the results file, with their words.
#include "study/kinds/blocks_kind.hpp"
#include "study/kinds/blocks_reference.hpp"

namespace kapprox {

const std::vector<ColumnText>& BlocksReference::texts() {
  static const std::vector<ColumnText> texts = {
      {"mean_log_sum_exp", "mean of log Σ exp(q·k)",
       "over the measured queries that see a key, of all keys they see"},
      {"choosing_queries", "queries that choose",
       "they have a free slot and more blocks than free slots; all measures are over them alone"},
      {"candidate_blocks", "blocks that compete", "mean over choosing queries"},
      {"block_score_std", "standard deviation of exact scores",
       "√ of the mean over queries of the variance of S over the competing blocks"},
      {"within_block_std", "standard deviation of logits within blocks",
       "√ of the mean over queries and blocks of the variance of q·k: what the second order is of"},
      {"chance_recall", "recall of a choice at random", "free slots / competing blocks, mean"},
      {"chance_mass", "captured mass of a choice at random",
       "forced blocks, and of the rest the share chance_recall"},
      {"exact_captured_mass", "captured mass of exact scores", "the most that can be captured"},
      {"exact_output_error", "output error of exact scores",
       "‖out − o‖ / ‖o‖ where the blocks of largest exact score are looked at"}};
  return texts;
}

const KindTexts& BlocksKind::texts() const {
  static const KindTexts texts = {
      {},
      BlocksReference::texts(),
      {{"score_bias", "bias of the score",
        "mean of s − S over the competing blocks of all choosing queries, S = log Σ exp(q·k) over "
        "what the query sees of the block; NaN of scorers that only rank"},
       {"score_error", "error of the score", "√ of the mean of (s − S)²; NaN likewise"},
       {"score_correlation", "correlation of scores with exact ones",
        "Pearson, over the competing blocks of a query; mean over queries"},
       {"kendall_tau", "Kendall's τ of scores and exact ones", "τ_b; mean over queries"},
       {"recall", "recall of the exact choice",
        "share of the free slots' exact blocks that are chosen; mean over queries"},
       {"captured_mass", "captured attention mass",
        "of exact attention on the blocks that are looked at, forced ones included; mean over "
        "queries"},
       {"output_error", "relative error of the output",
        "‖out − o‖ / ‖o‖, Frobenius, out the softmax over the keys that are looked at"},
       {"summary_numbers", "numbers per block", "that are kept of a full block, as claimed"},
       {"scoring_multiply_adds", "multiply-adds of scoring per query",
        "candidate_blocks scores, as claimed"}},
      "recall of single trials"};
  return texts;
}

}  // namespace kapprox
