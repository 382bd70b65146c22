// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "series_text.hpp"

#include "cells.hpp"
#include "points_table.hpp"
#include "stats/median.hpp"
#include "table.hpp"

#include <cmath>
#include <limits>
#include <map>

namespace kapprox::app {

namespace {

struct Summary {
  int failed = 0;
  int beyond = 0;  // beyond the radius of convergence
  int diverging = 0;
  std::vector<double> log_errors;
  std::vector<double> uniform_log_errors;
  std::vector<double> errors;
  std::vector<double> uniform_errors;
  double largest_negative_mass = std::numeric_limits<double>::quiet_NaN();
};

std::map<Index, Summary> summaries_of(const ResultsView& results,
                                      const std::vector<Point>& points) {
  std::map<Index, Summary> summaries;
  for (const Point p : points) {
    Summary& s = summaries[p.config];
    if (is_failed(results, p)) ++s.failed;
    if (results.number("beyond_radius", p) == 1.0) ++s.beyond;
    if (results.text("status", p) == "diverging") ++s.diverging;
    s.log_errors.push_back(std::abs(results.number("log_sum_exp_error", p)));
    s.uniform_log_errors.push_back(std::abs(results.number("uniform_log_sum_exp_error", p)));
    s.errors.push_back(results.number("weight_error", p));
    s.uniform_errors.push_back(results.number("uniform_error", p));
    s.largest_negative_mass =  // fmax passes over NaN
        std::fmax(s.largest_negative_mass, results.number("negative_mass", p));
  }
  return summaries;
}

}  // namespace

std::string series_summary_text(const ResultsView& results, const std::vector<Point>& points) {
  const std::map<Index, Summary> summaries = summaries_of(results, points);
  Table table(std::vector<std::pair<std::string, Align>>{{"config", Align::left},
                                                         {"points", Align::right},
                                                         {"failed", Align::right},
                                                         {"beyond radius", Align::right},
                                                         {"diverging", Align::right},
                                                         {"median |LSE error|", Align::right},
                                                         {"uniform", Align::right},
                                                         {"median weight error", Align::right},
                                                         {"uniform", Align::right},
                                                         {"max negative mass", Align::right}});
  for (const auto& [config, s] : summaries)
    table.add_row({results.text("config", {config, 0}), std::to_string(s.errors.size()),
                   std::to_string(s.failed), std::to_string(s.beyond), std::to_string(s.diverging),
                   scientific(median(s.log_errors)), scientific(median(s.uniform_log_errors)),
                   scientific(median(s.errors)), scientific(median(s.uniform_errors)),
                   scientific(s.largest_negative_mass)});
  return table.text();
}

std::string series_points_text(const ResultsView& results, const std::vector<Point>& points) {
  const auto own = [&results](Point p) -> std::vector<std::string> {
    return {number_text(results.number("logit_spread", p)),
            number_text(results.number("logit_std", p)),
            signed_scientific(results.number("log_sum_exp_error", p)),
            scientific(results.number("weight_error", p)),
            scientific(results.number("uniform_error", p)),
            scientific(results.number("negative_mass", p)),
            signed_scientific(results.number("row_sum_defect", p))};
  };
  return points_table(
      results, points,
      {"spread", "std", "LSE error", "weight error", "uniform", "negative mass", "sum − 1"}, own);
}

}  // namespace kapprox::app
