// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "scaling_text.hpp"

#include "cells.hpp"
#include "points_table.hpp"
#include "table.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace kapprox::app {

namespace {

// Points of one config that differ in length alone: the shortest and the longest.
struct Ends {
  Point shortest;
  Point longest;
};

std::string length_text(double length) {
  if (length == 0.0) return "all";
  return std::isinf(length) ? "none" : formatted("{:.0f}", length);
}

}  // namespace

std::string scaling_summary_text(const ResultsView& results, const std::vector<Point>& points) {
  std::vector<std::string> coordinates = results.varying_coordinates();
  const std::set<std::string> lengths{"n", "n_queries"};
  coordinates.erase(
      std::remove_if(coordinates.begin(), coordinates.end(),
                     [&lengths](const std::string& name) { return lengths.count(name) > 0; }),
      coordinates.end());
  std::vector<std::pair<std::string, Align>> columns{{"config", Align::left}};
  for (const std::string& name : coordinates) columns.emplace_back(name, Align::left);
  for (const char* heading : {"ratio at shortest", "at longest", "faster from n", "low", "high"})
    columns.emplace_back(heading, Align::right);

  std::map<std::pair<Index, std::vector<std::string>>, Ends> series;
  for (const Point p : points) {
    std::vector<std::string> rest;
    rest.reserve(coordinates.size());
    for (const std::string& name : coordinates) rest.push_back(results.text(name, p));
    Ends& ends = series.try_emplace({p.config, rest}, Ends{p, p}).first->second;
    if (results.number("n", p) < results.number("n", ends.shortest)) ends.shortest = p;
    if (results.number("n", p) > results.number("n", ends.longest)) ends.longest = p;
  }
  Table table(columns);
  for (const auto& [key, ends] : series) {
    std::vector<std::string> cells{results.text("config", ends.shortest)};
    cells.insert(cells.end(), key.second.begin(), key.second.end());
    cells.push_back(formatted("{:.3g}", results.number("ratio", ends.shortest)));
    cells.push_back(formatted("{:.3g}", results.number("ratio", ends.longest)));
    for (const char* name : {"crossover", "crossover_low", "crossover_high"})
      cells.push_back(length_text(results.number(name, ends.shortest)));
    table.add_row(std::move(cells));
  }
  return table.text();
}

std::string scaling_points_text(const ResultsView& results, const std::vector<Point>& points) {
  const auto own = [&results](Point p) -> std::vector<std::string> {
    constexpr double bytes_per_megabyte = 1e6;
    return {scientific(results.number("round_seconds_median", p)),
            scientific(results.number("round_seconds_median_low", p)),
            scientific(results.number("round_seconds_median_high", p)),
            scientific(results.number("draw_seconds", p)),
            formatted("{:.3g}", results.number("ratio", p)),
            formatted("{:.1f}", results.number("peak_bytes", p) / bytes_per_megabyte),
            scientific(results.number("multiply_adds", p))};
  };
  return points_table(results, points,
                      {"seconds", "low", "high", "draw", "ratio", "peak MB", "multiply-adds"}, own);
}

}  // namespace kapprox::app
