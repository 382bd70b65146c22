// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/blocks_tally.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kapprox {

namespace {

void check_scores(std::span<const SeenBlock> seen, OwnBlock own) {
  for (const SeenBlock& one : seen)
    if (!is_forced(one, own) && !std::isfinite(one.score))
      throw Error(fmt::format(
          "the score of block {}, of {} keys, is {}, but must be finite; tell the author of the "
          "scorer, or scale queries and keys down",
          one.place, one.rows.size(), one.score));
}

}  // namespace

void BlocksTally::add_scores(QueryBlocks& query) {
  const ScoreAgreement& scores = query.agreement(choice_.own);
  blocks_ += scores.blocks;
  sums_.score_bias += scores.error;
  sums_.score_error += scores.squared_error;
  sums_.exact_score_std += scores.exact_variance;
  if (!std::isnan(scores.correlation)) {
    sums_.correlation += scores.correlation;
    ++correlated_;
  }
  if (!std::isnan(scores.kendall_tau)) {
    sums_.kendall_tau += scores.kendall_tau;
    ++ranked_;
  }
}

void BlocksTally::add(QueryBlocks& query, std::span<const double> exact_row) {
  const std::span<const SeenBlock> seen = query.seen();
  const Index slots = free_slots(seen, choice_);
  double forced_mass = 0.0;
  Index candidates = 0;
  for (std::size_t b = 0; b < seen.size(); ++b)
    if (is_forced(seen[b], choice_.own))
      forced_mass += query.share(b);
    else
      ++candidates;
  if (slots < 1 || candidates <= slots) return;
  check_scores(seen, choice_.own);

  const std::vector<std::size_t> chosen = chosen_blocks(seen, choice_);
  const std::vector<std::size_t> best = chosen_blocks(query.seen_exactly(), choice_);
  double hits = 0.0;
  double mass = 0.0;
  for (const std::size_t b : chosen) {
    mass += query.share(b);
    if (!is_forced(seen[b], choice_.own) && std::binary_search(best.begin(), best.end(), b)) ++hits;
  }
  std::vector<double> out(exact_row.size());
  query.output(chosen, out);
  for (std::size_t c = 0; c < out.size(); ++c) {
    sums_.output_error += (out[c] - exact_row[c]) * (out[c] - exact_row[c]);
    squared_output_ += exact_row[c] * exact_row[c];
  }
  const double share = static_cast<double>(slots) / static_cast<double>(candidates);
  ++sums_.queries;
  sums_.candidates += static_cast<double>(candidates);
  sums_.recall += hits / static_cast<double>(slots);
  sums_.captured_mass += mass;
  sums_.chance_recall += share;
  sums_.chance_mass += forced_mass + share * (1.0 - forced_mass);
  sums_.within_block_std += query.variance_within();
  add_scores(query);
}

BlockMeasures BlocksTally::measures() const {
  BlockMeasures means = sums_;
  for (double* sum : {&means.candidates, &means.recall, &means.captured_mass, &means.chance_recall,
                      &means.chance_mass, &means.exact_score_std, &means.within_block_std})
    *sum /= sums_.queries;
  means.score_bias /= blocks_;
  means.score_error = std::sqrt(sums_.score_error / blocks_);
  means.correlation /= correlated_;
  means.kendall_tau /= ranked_;
  means.output_error = std::sqrt(sums_.output_error / squared_output_);
  means.exact_score_std = std::sqrt(means.exact_score_std);
  means.within_block_std = std::sqrt(means.within_block_std);
  return means;
}

}  // namespace kapprox
