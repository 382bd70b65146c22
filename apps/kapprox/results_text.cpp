// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Wording and layout of results.
#include "results_text.hpp"

#include "attention_text.hpp"
#include "blocks_text.hpp"
#include "cells.hpp"
#include "scaling_text.hpp"
#include "series_text.hpp"
#include "spectrum_text.hpp"

#include "points_table.hpp"
#include "stats/median.hpp"
#include "table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

namespace kapprox::app {

namespace {

using Columns = std::vector<std::pair<std::string, Align>>;

struct ConfigSummary {
  int points = 0;
  int measured = 0;  // have trials
  int failed = 0;
  int heavy_tailed = 0;
  std::vector<double> deviations;
  std::vector<double> theory_deviations;
  double largest_z_mean = std::numeric_limits<double>::quiet_NaN();
  double largest_z_variance = std::numeric_limits<double>::quiet_NaN();
};

constexpr std::size_t most_reasons = 5;

std::string kernel_summary_text(const ResultsView& results, const std::vector<Point>& points) {
  std::map<Index, ConfigSummary> summaries;
  for (const Point p : points) {
    ConfigSummary& s = summaries[p.config];
    ++s.points;
    if (is_measured(results, p)) ++s.measured;
    if (is_failed(results, p)) ++s.failed;
    s.deviations.push_back(std::sqrt(results.number("relative_variance", p)));
    s.theory_deviations.push_back(std::sqrt(results.number("theory_relative_variance", p)));
    // fmax passes over NaN
    s.largest_z_mean = std::fmax(s.largest_z_mean, std::abs(results.number("z_mean", p)));
    if (results.text("status", p) == "heavy_tail")
      ++s.heavy_tailed;  // its sample variance, and so its z-score, means nothing
    else
      s.largest_z_variance =
          std::fmax(s.largest_z_variance, std::abs(results.number("z_variance", p)));
  }
  Table table(Columns{{"config", Align::left},
                      {"D", Align::right},
                      {"points", Align::right},
                      {"measured", Align::right},
                      {"failed", Align::right},
                      {"heavy-tailed", Align::right},
                      {"median rel. sd", Align::right},
                      {"theory", Align::right},
                      {"max |z mean|", Align::right},
                      {"max |z variance|", Align::right}});
  for (const auto& [config, s] : summaries)
    table.add_row({results.text("config", {config, 0}),
                   number_text(results.number("feature_dim", {config, 0})),
                   std::to_string(s.points), std::to_string(s.measured), std::to_string(s.failed),
                   std::to_string(s.heavy_tailed), scientific(median(s.deviations)),
                   scientific(median(s.theory_deviations)), number_text(s.largest_z_mean),
                   number_text(s.largest_z_variance)});
  return table.text();
}

std::string kernel_points_text(const ResultsView& results, const std::vector<Point>& points) {
  const auto own = [&results](Point p) -> std::vector<std::string> {
    return {signed_scientific(results.number("relative_bias", p)),
            scientific(results.number("relative_bias_se", p)),
            signed_scientific(results.number("theory_relative_bias", p)),
            scientific(results.number("relative_variance", p)),
            scientific(results.number("relative_variance_se", p)),
            scientific(results.number("theory_relative_variance", p)),
            z_text(results.number("z_mean", p)),
            z_text(results.number("z_variance", p))};
  };
  return points_table(
      results, points,
      {"rel. bias", "± se", "theory", "rel. variance", "± se", "theory", "z mean", "z variance"},
      own);
}

using Text = std::string (*)(const ResultsView&, const std::vector<Point>&);

struct Tables {
  const char* kind;
  Text summary;
  Text points;
  bool summary_is_the_answer = false;
};

// Those of kernel studies where no kind is named.
const Tables& tables_of(const ResultsView& results) {
  static constexpr std::array<Tables, 6> kinds = {{
      {"kernel", kernel_summary_text, kernel_points_text},
      {"attention", attention_summary_text, attention_points_text},
      {"spectrum", spectrum_summary_text, spectrum_points_text},
      {"scaling", scaling_summary_text, scaling_points_text, true},
      {"series", series_summary_text, series_points_text},
      {"blocks", blocks_summary_text, blocks_points_text},
  }};
  const std::string kind = results.attribute("kind");
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&kind](const Tables& tables) { return tables.kind == kind; });
  return found == kinds.end() ? kinds.front() : *found;
}

}  // namespace

std::string heading_text(const ResultsView& results) {
  const Index points = results.config_count() * results.case_count();
  Index measured = 0;
  for (Index config = 0; config < results.config_count(); ++config)
    for (Index c = 0; c < results.case_count(); ++c)
      if (is_measured(results, {config, c})) ++measured;
  std::string text =
      fmt::format("{} ({}): {} on {}, {}", results.attribute("study_name"),
                  results.attribute("kind"), count_text(results.config_count(), "config"),
                  count_text(results.case_count(), "case"), count_text(points, "point"));
  if (measured < points) text += fmt::format(", {} of them measured so far", measured);
  return text + '\n';
}

std::string summary_text(const ResultsView& results, const std::vector<Point>& points) {
  return tables_of(results).summary(results, points);
}

bool is_summary_the_answer(const ResultsView& results) {
  return tables_of(results).summary_is_the_answer;
}

std::string points_text(const ResultsView& results, const std::vector<Point>& points) {
  return tables_of(results).points(results, points);
}

std::string columns_text(const ResultsView& results, const std::vector<Point>& points,
                         const std::vector<std::string>& columns) {
  Columns headings;
  for (const std::string& name : columns)
    headings.emplace_back(name, results.is_text(name) ? Align::left : Align::right);
  Table table(headings);
  for (const Point p : points) {
    std::vector<std::string> cells;
    for (const std::string& name : columns) {
      const std::string cell = results.text(name, p);
      cells.push_back(cell.empty() ? "-" : cell);
    }
    table.add_row(std::move(cells));
  }
  return table.text();
}

std::string failures_text(const ResultsView& results, const std::vector<Point>& points) {
  std::size_t failed = 0;
  std::string reasons;
  for (const Point p : points) {
    if (!is_failed(results, p)) continue;
    if (failed++ < most_reasons)
      reasons += fmt::format("  {}: {}\n", results.text("config", p), results.text("message", p));
  }
  if (failed == 0) return {};
  if (failed > most_reasons)
    reasons += fmt::format("  and {} more: --columns config,message\n", failed - most_reasons);
  return fmt::format("\n{} failed\n{}", count_text(static_cast<std::int64_t>(failed), "point"),
                     reasons);
}

}  // namespace kapprox::app
