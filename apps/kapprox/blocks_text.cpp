// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "blocks_text.hpp"

#include "cells.hpp"
#include "points_table.hpp"
#include "stats/median.hpp"
#include "table.hpp"

#include <array>
#include <map>

namespace kapprox::app {

namespace {

constexpr std::array medians = {"score_bias",   "score_error",        "kendall_tau",
                                "recall",       "captured_mass",      "exact_captured_mass",
                                "output_error", "exact_output_error", "scoring_multiply_adds"};

struct Summary {
  int points = 0;
  int failed = 0;
  std::array<std::vector<double>, medians.size()> columns;
};

std::string four_decimals(double value) { return formatted("{:.4f}", value); }

}  // namespace

std::string blocks_summary_text(const ResultsView& results, const std::vector<Point>& points) {
  std::map<Index, Summary> summaries;
  for (const Point p : points) {
    Summary& s = summaries[p.config];
    ++s.points;
    if (is_failed(results, p)) ++s.failed;
    for (std::size_t i = 0; i < medians.size(); ++i)
      s.columns[i].push_back(results.number(medians[i], p));
  }
  Table table(std::vector<std::pair<std::string, Align>>{{"config", Align::left},
                                                         {"points", Align::right},
                                                         {"failed", Align::right},
                                                         {"score bias", Align::right},
                                                         {"score error", Align::right},
                                                         {"tau", Align::right},
                                                         {"recall", Align::right},
                                                         {"mass", Align::right},
                                                         {"exact mass", Align::right},
                                                         {"output error", Align::right},
                                                         {"exact output error", Align::right},
                                                         {"multiply-adds", Align::right}});
  for (auto& [config, s] : summaries) {
    std::array<double, medians.size()> middle{};
    for (std::size_t i = 0; i < medians.size(); ++i) middle[i] = median(s.columns[i]);
    table.add_row({results.text("config", {config, 0}), std::to_string(s.points),
                   std::to_string(s.failed), signed_scientific(middle[0]), scientific(middle[1]),
                   four_decimals(middle[2]), four_decimals(middle[3]), four_decimals(middle[4]),
                   four_decimals(middle[5]), scientific(middle[6]), scientific(middle[7]),
                   scientific(middle[8])});
  }
  return table.text() +
         "Medians over the points that have the number; \"exact\" is what the exact scores "
         "reach.\n";
}

std::string blocks_points_text(const ResultsView& results, const std::vector<Point>& points) {
  const auto own = [&results](Point p) -> std::vector<std::string> {
    return {signed_scientific(results.number("score_bias", p)),
            scientific(results.number("score_error", p)),
            four_decimals(results.number("score_correlation", p)),
            four_decimals(results.number("kendall_tau", p)),
            four_decimals(results.number("recall", p)),
            four_decimals(results.number("captured_mass", p)),
            four_decimals(results.number("exact_captured_mass", p)),
            scientific(results.number("output_error", p)),
            scientific(results.number("exact_output_error", p))};
  };
  return points_table(results, points,
                      {"score bias", "score error", "correlation", "tau", "recall", "mass",
                       "exact mass", "output error", "exact output error"},
                      own);
}

}  // namespace kapprox::app
