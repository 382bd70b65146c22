// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// kapprox show: a results file as tables on the terminal, theory beside measurement. Works on a
// file that a run still writes: each checkpoint replaces it whole, and readers take no lock.
#include "options.hpp"
#include "results_text.hpp"
#include "results_view.hpp"
#include "subcommand.hpp"

#include "base/text.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>

#include <fmt/format.h>

namespace kapprox::app {

namespace po = boost::program_options;

namespace {

constexpr int default_limit = 20;  // rows: a screenful

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts;
  std::istringstream stream(list);
  for (std::string part; std::getline(stream, part, ',');)
    if (!part.empty()) parts.push_back(part);
  return parts;
}

void check_column(const ResultsView& results, const std::string& option,
                  const std::string& column) {
  if (results.has(column)) return;
  const std::vector<std::string> all = results.columns();
  const std::string near = nearest(column, all);
  throw InputError(
      fmt::format("show: {} is '{}', but must be {}; {}", option, column, list_of(all),
                  near.empty() ? "choose one of them." : fmt::format("did you mean '{}'?", near)));
}

std::vector<Point> points_of(const ResultsView& results, const std::string& label) {
  std::vector<Point> points;
  std::vector<std::string> labels;
  for (Index config = 0; config < results.config_count(); ++config) {
    const std::string own = results.text("label", {config, 0});
    if (std::find(labels.begin(), labels.end(), own) == labels.end()) labels.push_back(own);
    if (!label.empty() && own != label) continue;
    for (Index c = 0; c < results.case_count(); ++c) points.push_back({config, c});
  }
  if (!points.empty()) return points;
  const std::string near = nearest(label, labels);
  throw InputError(
      fmt::format("show: --method is '{}', but must be {}; {}", label, list_of(labels),
                  near.empty() ? "choose one of them." : fmt::format("did you mean '{}'?", near)));
}

// Numbers by size, largest first and NaN last; text from A to Z; equal ones keep their order.
void sort_points(const ResultsView& results, const std::string& column,
                 std::vector<Point>& points) {
  const bool by_text = results.is_text(column);
  std::stable_sort(points.begin(), points.end(), [&](Point a, Point b) {
    if (by_text) return results.text(column, a) < results.text(column, b);
    const double x = std::abs(results.number(column, a));
    const double y = std::abs(results.number(column, b));
    return std::isnan(y) ? !std::isnan(x) : x > y;
  });
}

ExitStatus show(const Options& options) {
  const ResultsView results(text(options, "RESULTS.h5"));
  const std::string label = text(options, "method");
  const std::string sort = text(options, "sort");
  const std::vector<std::string> columns = split(text(options, "columns"));
  const int limit = options["limit"].as<int>();
  if (limit < 0)
    throw InputError(
        fmt::format("show: --limit is {}, but must be at least 0; 0 shows every row.", limit));
  if (!sort.empty()) check_column(results, "--sort", sort);
  for (const std::string& column : columns) check_column(results, "--columns", column);
  std::vector<Point> points = points_of(results, label);
  if (!sort.empty()) sort_points(results, sort, points);

  fmt::print("{}\n", heading_text(results));
  const std::size_t rows = limit == 0 ? points.size() : static_cast<std::size_t>(limit);
  const bool all_fit = points.size() <= rows;
  const bool summarise = !all_fit || is_summary_the_answer(results);
  if (summarise && columns.empty()) fmt::print("{}\n", summary_text(results, points));
  const std::vector<Point> first(
      points.begin(), points.begin() + static_cast<std::ptrdiff_t>(std::min(rows, points.size())));
  fmt::print("{}",
             columns.empty() ? points_text(results, first) : columns_text(results, first, columns));
  if (!all_fit)
    fmt::print("{} more rows: --limit 0 shows all, --method LABEL those of one label.\n",
               points.size() - rows);
  fmt::print("{}", failures_text(results, points));
  return ExitStatus::complete;
}

}  // namespace

Subcommand show_subcommand() {
  Subcommand s;
  s.name = "show";
  s.summary = "a results file as a table";
  s.usage = "kapprox show RESULTS.h5 [options]";
  s.details =
      "Prints the points of a results file, theory beside measurement; where there are many, "
      "first\n"
      "a line per config. Bias and variance are relative: the exact kernel value is 1. The file "
      "may\n"
      "be partial, and a run may be writing it.";
  s.positionals = {"RESULTS.h5"};
  s.options.add_options()("method", po::value<std::string>()->value_name("LABEL"),
                          "only configs of this label");
  s.options.add_options()("sort", po::value<std::string>()->value_name("COLUMN"),
                          "numbers by size, largest first; text from A to Z");
  s.options.add_options()("limit", po::value<int>()->default_value(default_limit)->value_name("N"),
                          "rows to print; 0: all");
  s.options.add_options()("columns", po::value<std::string>()->value_name("A,B,C"),
                          "these variables of the file, as they are stored");
  s.run = show;
  return s;
}

}  // namespace kapprox::app
