// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The table that every kind of study has: a line per point, its config and varying coordinates
// first, trials and status last, the kind's own columns between.
#pragma once

#include "results_view.hpp"
#include "table.hpp"

#include <functional>
#include <string>
#include <vector>

namespace kapprox::app {

// `own` gives the cells of a point under `headings`, one each.
inline std::string points_table(const ResultsView& results, const std::vector<Point>& points,
                                const std::vector<std::string>& headings,
                                const std::function<std::vector<std::string>(Point)>& own) {
  const std::vector<std::string> coordinates = results.varying_coordinates();
  std::vector<std::pair<std::string, Align>> columns{{"config", Align::left}};
  for (const std::string& name : coordinates)
    columns.emplace_back(name, results.is_text(name) ? Align::left : Align::right);
  for (const std::string& heading : headings) columns.emplace_back(heading, Align::right);
  columns.emplace_back("trials", Align::right);
  columns.emplace_back("status", Align::left);
  Table table(columns);
  for (const Point p : points) {
    std::vector<std::string> cells{results.text("config", p)};
    for (const std::string& name : coordinates)
      cells.push_back(results.is_text(name) ? results.text(name, p)
                                            : number_text(results.number(name, p)));
    for (std::string& cell : own(p)) cells.push_back(std::move(cell));
    cells.push_back(results.text("trials", p));
    cells.push_back(results.text("status", p));
    table.add_row(std::move(cells));
  }
  return table.text();
}

}  // namespace kapprox::app
