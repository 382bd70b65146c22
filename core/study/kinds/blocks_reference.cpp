// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/blocks_reference.hpp"

#include "study/kinds/scalar_measures.hpp"

#include <kapprox/exact_attention.hpp>

#include <algorithm>

namespace kapprox {

bool has_choice(const InputProblem& problem, const Case& one) {
  const Problem whole{problem.queries, problem.keys, problem.values, problem.ambient_dim};
  const VisibleKeys visible(whole, one.mask);
  const BlockCut blocks(one.choice.block, visible, problem.queries, problem.keys.rows());
  for (Index i = problem.queries.rows() - 1; i >= one.calibration; --i)
    if (competition_of(blocks.seen(i), one.choice).is_open()) return true;
  return false;
}

BlocksReference::Cut::Cut(const Problem& problem, const Mask& under, Index keys_in_block,
                          const Matrix& exact)
    : mask(under),
      block(keys_in_block),
      visible(problem, under),
      blocks(keys_in_block, visible, problem.queries, problem.keys.rows),
      exact_rows(exact) {}

BlocksReference::BlocksReference(const OrderedProblem& problem) {
  const Problem full{problem.queries, problem.keys, problem.values, problem.source->ambient_dim};
  for (const OrderedCase& one : problem.cases) add_cut(full, *one.source);
  measure(problem);
}

const Matrix& BlocksReference::exact_rows(const Problem& problem, const Mask& mask) {
  for (const Output& known : outputs_)
    if (*known.mask == mask) return known.rows;
  return outputs_.emplace_back(Output{&mask, exact_attention(problem, mask).rows}).rows;
}

void BlocksReference::add_cut(const Problem& problem, const Case& one) {
  const auto known = std::find_if(cuts_.begin(), cuts_.end(), [&](const Cut& cut) {
    return cut.block == one.choice.block && cut.mask == one.mask;
  });
  if (known == cuts_.end())
    cut_of_.push_back(
        &cuts_.emplace_back(problem, one.mask, one.choice.block, exact_rows(problem, one.mask)));
  else
    cut_of_.push_back(&*known);
}

void BlocksReference::measure(const OrderedProblem& problem) {
  const std::size_t cases = problem.cases.size();
  std::vector<BlocksTally> tallies;
  for (const OrderedCase& one : problem.cases) tallies.emplace_back(one.source->choice);
  std::vector<double> logs(cases);
  std::vector<double> counts(cases);
  for (const Cut& cut : cuts_)
    for (Index i = 0; i < problem.queries.rows(); ++i) {
      std::vector<SeenBlock> seen = cut.blocks.seen(i);
      if (seen.empty()) continue;
      QueryBlocks query(std::move(seen), cut.visible, problem.queries.row(i));
      query.score_exactly();
      for (std::size_t c = 0; c < cases; ++c) {
        if (cut_of_[c] != &cut || i < problem.cases[c].source->calibration) continue;
        tallies[c].add(query, cut.exact_rows.row(i));
        logs[c] += query.log_total();
        ++counts[c];
      }
    }
  for (std::size_t c = 0; c < cases; ++c) {
    best_.push_back(tallies[c].measures());
    log_sum_exp_.push_back(logs[c] / counts[c]);
  }
}

std::vector<double> BlocksReference::facts(Index place) const {
  const auto c = static_cast<std::size_t>(place);
  const BlockMeasures& best = best_[c];
  std::vector<double> values = {log_sum_exp_[c],      best.queries,          best.candidates,
                                best.exact_score_std, best.within_block_std, best.chance_recall,
                                best.chance_mass,     best.captured_mass,    best.output_error};
  for (double& value : values) value = number_or_nan(value);
  return values;
}

}  // namespace kapprox
