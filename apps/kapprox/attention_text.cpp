// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "attention_text.hpp"

#include "cells.hpp"
#include "points_table.hpp"
#include "stats/median.hpp"
#include "table.hpp"

#include <map>

namespace kapprox::app {

namespace {

using Columns = std::vector<std::pair<std::string, Align>>;

struct Summary {
  int points = 0;
  int measured = 0;
  int failed = 0;
  int collapsed = 0;
  int worse = 0;  // than averaging the values
  std::vector<double> errors;
  std::vector<double> averages;
  std::vector<double> distances;
  std::vector<double> negative_normalisers;
};

}  // namespace

std::string attention_summary_text(const ResultsView& results, const std::vector<Point>& points) {
  std::map<Index, Summary> summaries;
  for (const Point p : points) {
    Summary& s = summaries[p.config];
    const double error = results.number("error", p);
    const double average = results.number("average_error", p);
    ++s.points;
    if (is_measured(results, p)) ++s.measured;
    if (is_failed(results, p)) ++s.failed;
    if (results.text("status", p) == "collapsed") ++s.collapsed;
    if (error > average) ++s.worse;
    s.errors.push_back(error);
    s.averages.push_back(average);
    s.distances.push_back(results.number("total_variation", p));
    s.negative_normalisers.push_back(results.number("negative_normalisers", p));
  }
  Table table(Columns{{"config", Align::left},
                      {"D", Align::right},
                      {"points", Align::right},
                      {"measured", Align::right},
                      {"failed", Align::right},
                      {"median error", Align::right},
                      {"of averaging", Align::right},
                      {"worse than it", Align::right},
                      {"collapsed", Align::right},
                      {"median total variation", Align::right},
                      {"median negative rows", Align::right}});
  for (const auto& [config, s] : summaries)
    table.add_row({results.text("config", {config, 0}),
                   number_text(results.number("feature_dim", {config, 0})),
                   std::to_string(s.points), std::to_string(s.measured), std::to_string(s.failed),
                   scientific(median(s.errors)), scientific(median(s.averages)),
                   std::to_string(s.worse), std::to_string(s.collapsed),
                   scientific(median(s.distances)), scientific(median(s.negative_normalisers))});
  return table.text();
}

std::string attention_points_text(const ResultsView& results, const std::vector<Point>& points) {
  const auto own = [&results](Point p) {
    std::vector<std::string> cells;
    for (const char* name : {"error", "error_se", "average_error"})
      cells.push_back(scientific(results.number(name, p)));
    cells.push_back(signed_scientific(results.number("bias_squared", p)));
    for (const char* name : {"bias_squared_se", "variance", "variance_se", "theory_variance"})
      cells.push_back(scientific(results.number(name, p)));
    cells.push_back(z_text(results.number("z_variance", p)));
    for (const char* name : {"total_variation", "negative_mass", "negative_normalisers"})
      cells.push_back(scientific(results.number(name, p)));
    return cells;
  };
  return points_table(results, points,
                      {"error", "± se", "of averaging", "bias²", "± se", "variance", "± se",
                       "theory", "z variance", "total variation", "negative mass", "negative rows"},
                      own);
}

}  // namespace kapprox::app
