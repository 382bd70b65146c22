// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/blocks_task.hpp"

#include <kapprox/error.hpp>

#include "study/kinds/scalar_measures.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr Index queries_together = 128;

// Of squares; what is NaN has a reason that results.md gives.
void check_range(const BlockMeasures& measures, bool is_mass) {
  const std::pair<const char*, double> wanted[] = {
      {"block_score_std", measures.exact_score_std},
      {"within_block_std", measures.within_block_std},
      {"the standard deviation of scores over blocks", measures.score_std},
      {"score_bias", is_mass ? measures.score_bias : 0.0},
      {"score_error", is_mass ? measures.score_error : 0.0}};
  if (measures.queries == 0.0) return;
  for (const auto& [name, value] : wanted)
    if (!std::isfinite(value))
      throw Error(
          fmt::format("{} leaves the range of double, but must stay within it; scale "
                      "queries and keys down, or raise the temperature",
                      name));
}

void add_query(BlocksTally& tally, QueryBlocks& query, std::span<const double> exact_row,
               Index number) {
  try {
    tally.add(query, exact_row);
  } catch (const Error& error) {
    throw Error(fmt::format("query {}: {}", number, error.what()));
  }
}

}  // namespace

const std::vector<std::string>& blocks_scalar_names() {
  static const std::vector<std::string> names = {
      "score_bias",    "score_error",  "score_correlation", "kendall_tau",          "recall",
      "captured_mass", "output_error", "summary_numbers",   "scoring_multiply_adds"};
  return names;
}

std::vector<BlocksTask::Group> BlocksTask::groups_of(const CaseSet& set,
                                                     const BlocksReference& reference) {
  std::vector<Group> groups;
  for (std::size_t c = 0; c < set.cases.size(); ++c) {
    const OrderedCase& one = set.cases[c];
    const auto known = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      const OrderedCase& other = set.cases[group.front()];
      return &reference.cut(other.place) == &reference.cut(one.place) &&
             other.source->calibration == one.source->calibration;
    });
    if (known == groups.end())
      groups.push_back({c});
    else
      known->push_back(c);
  }
  return groups;
}

std::vector<double> BlocksTask::scalars_of(const BlockMeasures& measures, Index block) const {
  const bool is_mass = scorer_.claims().estimates_log_mass;
  const ScorerCost cost =
      scorer_.cost(std::min(block, problem_.keys.rows()), problem_.source->ambient_dim);
  return {is_mass ? measures.score_bias : undefined,
          is_mass ? measures.score_error : undefined,
          measures.correlation,
          measures.kendall_tau,
          measures.recall,
          measures.captured_mass,
          measures.output_error,
          cost.summary_numbers,
          measures.candidates * cost.multiply_adds};
}

void BlocksTask::run_group(const CaseSet& set, const Group& group, Outcomes& outcomes) const {
  const OrderedCase& first = set.cases[group.front()];
  const BlocksReference::Cut& cut = reference_.cut(first.place);
  const ConstMatrixView queries = problem_.queries;
  const Index calibration = first.source->calibration;
  const PreparedScorer prepared =
      scorer_.prepare({problem_.source->ambient_dim, queries.rows_from(0, calibration)});
  const ScoredBlocks scored(prepared, cut.blocks);
  std::vector<BlocksTally> tallies;
  OwnBlock own = OwnBlock::slot;  // none: some case needs the scores of all blocks
  for (const std::size_t c : group) {
    const BlockChoice& choice = set.cases[c].source->choice;
    if (choice.own == OwnBlock::none) own = OwnBlock::none;
    tallies.emplace_back(choice);
  }
  std::vector<std::exception_ptr> thrown(group.size());  // a case fails or not whatever others do
  for (Index begin = calibration; begin < queries.rows; begin += queries_together) {
    const KeyRange range = {begin, std::min(begin + queries_together, queries.rows)};
    std::vector<std::vector<SeenBlock>> seen = scored.seen(range, own);
    for (Index i = range.first; i < range.last; ++i) {
      std::vector<SeenBlock>& blocks = seen[static_cast<std::size_t>(i - range.first)];
      if (blocks.empty()) continue;
      QueryBlocks query(std::move(blocks), cut.visible, queries.row(i));
      for (std::size_t g = 0; g < group.size(); ++g)
        if (!thrown[g])
          thrown[g] = caught([&] { add_query(tallies[g], query, cut.exact_rows.row(i), i); });
    }
  }
  for (std::size_t g = 0; g < group.size(); ++g) {
    const BlockMeasures measures = tallies[g].measures();
    if (!thrown[g])
      thrown[g] = caught([&] { check_range(measures, scorer_.claims().estimates_log_mass); });
    if (thrown[g]) {
      outcomes.faults[group[g]].thrown = thrown[g];
      continue;
    }
    const std::vector<double> values = scalars_of(measures, first.source->choice.block);
    std::copy(values.begin(), values.end(),
              outcomes.scalars.row(static_cast<Index>(group[g])).begin());
    outcomes.kept[group[g]] = measures.recall;
  }
}

void BlocksTask::run_trial(const CaseSet& set, std::int64_t, Outcomes& outcomes) const {
  for (const Group& group : groups_of(set, reference_))
    if (const std::exception_ptr thrown = caught([&] { run_group(set, group, outcomes); }))
      for (const std::size_t c : group) outcomes.faults[c].thrown = thrown;
}

std::string BlocksTask::trial_words(const OrderedCase& one, std::int64_t) const {
  return fmt::format(", case {}", one.source->key_text);
}

}  // namespace kapprox
