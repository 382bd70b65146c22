// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "check_tables.hpp"

#include "cells.hpp"
#include "study/kinds/blocks_reference.hpp"
#include "table.hpp"

#include <kapprox/block_scorer.hpp>
#include <kapprox/softmax_method.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace kapprox::app {

std::string radius_table(const Plan& plan, const std::vector<std::string>& names) {
  Table table({{"config", Align::left},
               {"converges below a spread of", Align::right},
               {"rows", Align::right},
               {"rows beyond", Align::right}});
  std::vector<double> spreads;
  for (const InputProblem& problem : plan.problems)
    for (const Case& one : problem.cases) {
      const std::span<const double> row = problem.queries.row(one.query);
      const auto [least, largest] = std::minmax_element(row.begin(), row.end());
      spreads.push_back(*largest - *least);
    }
  for (std::size_t i = 0; i < plan.configs.size(); ++i) {
    const double radius =
        static_cast<const SoftmaxMethod&>(plan.configs[i].method()).claims().converges_below;
    const auto beyond = std::count_if(spreads.begin(), spreads.end(),
                                      [radius](double spread) { return spread >= radius; });
    table.add_row({names[i], std::isfinite(radius) ? number_text(radius) : "-",
                   std::to_string(spreads.size()), std::to_string(beyond)});
  }
  return table.text();
}

std::string scorer_table(const Plan& plan, const std::vector<std::string>& names) {
  Table table({{"config", Align::left},
               {"dim", Align::right},
               {"block", Align::right},
               {"numbers per block", Align::right},
               {"multiply-adds per score", Align::right},
               {"of an exact score", Align::right}});
  std::set<std::pair<Index, Index>> shapes;  // width of keys, keys in a block
  for (const InputProblem& problem : plan.problems)
    for (const Case& one : problem.cases)
      shapes.insert({problem.ambient_dim, std::min(one.choice.block, problem.keys.rows())});
  for (std::size_t i = 0; i < plan.configs.size(); ++i)
    for (const auto& [dim, block] : shapes) {
      const ScorerCost cost =
          static_cast<const BlockScorer&>(plan.configs[i].method()).cost(block, dim);
      const double exact = static_cast<double>(dim) * static_cast<double>(block);
      table.add_row({names[i], std::to_string(dim), std::to_string(block),
                     number_text(cost.summary_numbers), number_text(cost.multiply_adds),
                     fmt::format("{:.1f} %", 100.0 * cost.multiply_adds / exact)});
    }
  return table.text();
}

std::string undefined_cases_text(const Plan& plan) {
  Index undefined = 0;
  for (const InputProblem& problem : plan.problems)
    for (const Case& one : problem.cases)
      if (!has_choice(problem, one)) ++undefined;
  if (undefined == 0) return "";
  return fmt::format(
      "\n{} of {} will be undefined, as no query has a free slot and more blocks than free slots; "
      "change block, top_k or own_block there.\n",
      undefined, count_text(plan.case_count, "case"));
}

}  // namespace kapprox::app
