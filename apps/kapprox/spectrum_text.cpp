// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "spectrum_text.hpp"

#include "cells.hpp"
#include "points_table.hpp"
#include "stats/median.hpp"
#include "table.hpp"

#include <array>
#include <map>

namespace kapprox::app {

namespace {

using Columns = std::vector<std::pair<std::string, Align>>;

// Measures of a method, and of exact attention beside them.
constexpr std::array shown = {"numerical_rank", "effective_rank", "row_entropy",
                              "top_1",          "top_8",          "sparsity"};

}  // namespace

std::string spectrum_summary_text(const ResultsView& results, const std::vector<Point>& points) {
  std::map<Index, std::vector<Point>> by_config;
  for (const Point p : points) by_config[p.config].push_back(p);
  Columns columns{{"config", Align::left},
                  {"D", Align::right},
                  {"points", Align::right},
                  {"failed", Align::right}};
  for (const char* name : shown) {
    columns.emplace_back(std::string("median ") + name, Align::right);
    columns.emplace_back("exact", Align::right);
  }
  Table table(columns);
  for (const auto& [config, own] : by_config) {
    int failed = 0;
    for (const Point p : own) failed += is_failed(results, p) ? 1 : 0;
    std::vector<std::string> cells{results.text("config", own.front()),
                                   number_text(results.number("feature_dim", own.front())),
                                   std::to_string(own.size()), std::to_string(failed)};
    for (const char* name : shown)
      for (const std::string& variable : {std::string(name), std::string("exact_") + name}) {
        std::vector<double> values;
        for (const Point p : own) values.push_back(results.number(variable, p));
        cells.push_back(number_text(median(values)));
      }
    table.add_row(std::move(cells));
  }
  return table.text();
}

std::string spectrum_points_text(const ResultsView& results, const std::vector<Point>& points) {
  std::vector<std::string> headings;
  for (const char* name : shown) headings.insert(headings.end(), {name, "± se"});
  const auto own = [&results](Point p) {
    std::vector<std::string> cells;
    for (const char* name : shown) {
      cells.push_back(number_text(results.number(name, p)));
      cells.push_back(scientific(results.number(std::string(name) + "_se", p)));
    }
    return cells;
  };
  return points_table(results, points, headings, own);
}

}  // namespace kapprox::app
