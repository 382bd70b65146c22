// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "inputs/block_cases.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kapprox {

namespace {

constexpr std::int64_t most_in_double = std::int64_t{1} << 53;

struct Words {
  std::int64_t block;
  std::int64_t top_k;
  std::string own;
  std::int64_t calibration;
};

std::vector<Words> all_words(const Axes& axes) {
  static const std::vector<std::string> owns = {"slot", "extra", "none"};
  std::vector<std::string> chosen = {owns.front()};
  if (axes.has("own_block")) chosen = axes.choices("own_block", owns);
  std::vector<Words> all;
  for (const std::int64_t block : axes.integers("block", 1))
    for (const std::int64_t top_k : axes.integers("top_k", 1))
      for (const std::string& own : chosen)
        for (const std::int64_t calibration : axes.integers("calibration", 0, 0))
          all.push_back(
              {std::min(block, most_in_double), std::min(top_k, most_in_double), own, calibration});
  return all;
}

OwnBlock own_of(const std::string& word) {
  if (word == "slot") return OwnBlock::slot;
  return word == "extra" ? OwnBlock::extra : OwnBlock::none;
}

Case one_case(Case made, const Words& words) {
  made.choice = {static_cast<Index>(words.block), static_cast<Index>(words.top_k),
                 own_of(words.own)};
  made.calibration = static_cast<Index>(words.calibration);
  made.coordinates.emplace_back("block", static_cast<double>(words.block));
  made.coordinates.emplace_back("top_k", static_cast<double>(words.top_k));
  made.coordinates.emplace_back("own_block", words.own);
  made.coordinates.emplace_back("calibration", static_cast<double>(words.calibration));
  made.key_text += fmt::format("/block={}/top_k={}/own_block={}/calibration={}", words.block,
                               words.top_k, words.own, words.calibration);
  return made;
}

}  // namespace

std::vector<KeyHelp> block_keys() {
  return {
      {"block", "blocks: keys in a block, the last one may be short; axis", true, CaseUnit::blocks},
      {"top_k", "blocks: how many of them a query looks at; axis", true, CaseUnit::blocks},
      {"own_block",
       "blocks: the block at the query's position takes a slot, is extra, or none: competes; "
       "axis, default slot",
       false, CaseUnit::blocks},
      {"calibration",
       "blocks: this many first queries are for scorers to look at beforehand, and are not "
       "measured; axis, default 0",
       false, CaseUnit::blocks}};
}

void split_by_blocks(const Axes& axes, std::vector<InputProblem>& problems) {
  const std::vector<Words> all = all_words(axes);
  for (InputProblem& problem : problems) {
    for (const Words& words : all)
      if (words.calibration >= static_cast<std::int64_t>(problem.queries.rows()))
        axes.refuse(
            "calibration",
            fmt::format("is {} of {} queries", words.calibration, problem.queries.rows()),
            fmt::format("at most {}, so that some are measured", problem.queries.rows() - 1),
            "lower it");
    std::vector<Case> cases;
    cases.reserve(problem.cases.size() * all.size());
    for (const Case& one : problem.cases)
      for (const Words& words : all) cases.push_back(one_case(one, words));
    problem.cases = std::move(cases);
  }
}

}  // namespace kapprox
