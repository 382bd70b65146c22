// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/blocks_tally.hpp"

#include "study/kinds/attention_measures.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace kapprox {

namespace {

void check_scores(const QueryBlocks& query, OwnBlock own) {
  for (const SeenBlock& one : query.seen())
    if (!is_forced(one, own) && !std::isfinite(one.score))
      throw Error(fmt::format(
          "the score of keys {} … {} is beyond the range of double or NaN, but must be "
          "finite; scale queries and keys down, or tell the author of the scorer",
          query.visible().original(one.rows.first), query.visible().original(one.rows.last - 1)));
}

}  // namespace

void BlocksTally::add_scores(QueryBlocks& query) {
  const ScoreAgreement& scores = query.agreement(choice_.own);
  sums_.candidates += scores.blocks;
  sums_.score_errors += scores.error;
  sums_.squared_score_errors += scores.squared_error;
  sums_.score_variances += scores.variance;
  sums_.exact_variances += scores.exact_variance;
  if (!std::isnan(scores.correlation)) {
    sums_.correlations += scores.correlation;
    ++sums_.correlated;
  }
  if (!std::isnan(scores.kendall_tau)) {
    sums_.kendall_taus += scores.kendall_tau;
    ++sums_.ranked;
  }
}

void BlocksTally::add(QueryBlocks& query, std::span<const double> exact_row) {
  const std::span<const SeenBlock> seen = query.seen();
  const Competition among = competition_of(seen, choice_);
  if (!among.is_open()) return;
  check_scores(query, choice_.own);
  double forced_mass = 0.0;
  for (std::size_t b = 0; b < seen.size(); ++b)
    if (is_forced(seen[b], choice_.own)) forced_mass += query.share(b);

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
    sums_.squared_output_errors += (out[c] - exact_row[c]) * (out[c] - exact_row[c]);
    sums_.squared_outputs += exact_row[c] * exact_row[c];
  }
  const double share = static_cast<double>(among.slots) / static_cast<double>(among.candidates);
  ++sums_.queries;
  sums_.recalls += hits / static_cast<double>(among.slots);
  sums_.captured_masses += mass;
  sums_.chance_recalls += share;
  sums_.chance_masses += forced_mass + share * (1.0 - forced_mass);
  sums_.variances_within += query.variance_within();
  add_scores(query);
}

BlockMeasures BlocksTally::measures() const {
  const Sums& s = sums_;
  BlockMeasures m;
  m.queries = s.queries;
  m.candidates = s.candidates / s.queries;
  m.score_bias = s.score_errors / s.candidates;
  m.score_error = std::sqrt(s.squared_score_errors / s.candidates);
  m.correlation = s.correlations / s.correlated;
  m.kendall_tau = s.kendall_taus / s.ranked;
  m.recall = s.recalls / s.queries;
  m.captured_mass = s.captured_masses / s.queries;
  const double norm = std::sqrt(s.squared_outputs);
  m.output_error = has_unit(norm) ? std::sqrt(s.squared_output_errors / s.squared_outputs)
                                  : std::numeric_limits<double>::quiet_NaN();
  m.chance_recall = s.chance_recalls / s.queries;
  m.chance_mass = s.chance_masses / s.queries;
  m.score_std = std::sqrt(s.score_variances / s.queries);
  m.exact_score_std = std::sqrt(s.exact_variances / s.queries);
  m.within_block_std = std::sqrt(s.variances_within / s.queries);
  return m;
}

}  // namespace kapprox
