// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Access to the variables of a results file.
#include "results_view.hpp"

#include "base/text.hpp"
#include "config_names.hpp"
#include "study/results_schema.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace kapprox::app {

namespace {

// Along `case`, but about the file or the exact answer, not about where the case lies.
std::set<std::string> no_coordinates(const StudyKind* kind) {
  std::set<std::string> names{"case"};
  if (kind != nullptr)
    for (const ColumnText& fact : kind->texts().facts) names.insert(fact.name);
  return names;
}

// The position of a point in the row-major data of a variable.
std::size_t offset_of(const Variable& variable, Point point, Index case_count) {
  Index offset = 0;
  for (const std::string& dimension : variable.dimensions)
    offset = dimension == "config" ? point.config : offset * case_count + point.of_case;
  return static_cast<std::size_t>(offset);
}

bool along_points(const Variable& variable) {
  return std::all_of(variable.dimensions.begin(), variable.dimensions.end(),
                     [](const std::string& d) { return d == "config" || d == "case"; });
}

}  // namespace

ResultsView::ResultsView(const std::filesystem::path& path) {
  std::map<std::string, Group> groups = read_file(path);
  root_ = std::move(groups[""]);
  for (Variable& timed : groups["timing"].variables)  // of a kind that measures time
    if (along_points(timed) && root_.find(timed.name) == nullptr)
      root_.variables.push_back(std::move(timed));
  for (const auto& [name, length] : root_.dimensions) {
    if (name == "config") config_count_ = length;
    if (name == "case") case_count_ = length;
  }
  if (config_count_ == 0 || case_count_ == 0)
    throw InputError(
        fmt::format("{}: the dimensions config and case are missing, but a results file of kapprox "
                    "run must have them; name such a file.",
                    path.string()));
  names_ = make_names();
}

const Variable* ResultsView::variable(const std::string& name) const {
  const Variable* found = root_.find(name);
  return found != nullptr && along_points(*found) ? found : nullptr;
}

bool ResultsView::has(const std::string& column) const {
  return column == "config" || variable(column) != nullptr;
}

bool ResultsView::is_text(const std::string& column) const {
  const Variable* v = variable(column);
  return column == "config" ||
         (v != nullptr && std::holds_alternative<std::vector<std::string>>(v->data));
}

double ResultsView::number(const std::string& column, Point point) const {
  const Variable* v = variable(column);
  if (v == nullptr) return std::numeric_limits<double>::quiet_NaN();
  const std::size_t i = offset_of(*v, point, case_count_);
  if (const auto* reals = std::get_if<std::vector<double>>(&v->data)) return (*reals)[i];
  if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&v->data))
    return static_cast<double>((*integers)[i]);
  return std::numeric_limits<double>::quiet_NaN();
}

std::string ResultsView::text(const std::string& column, Point point) const {
  if (column == "config") return names_[static_cast<std::size_t>(point.config)];
  const Variable* v = variable(column);
  if (v == nullptr) return {};
  if (const auto* texts = std::get_if<std::vector<std::string>>(&v->data))
    return (*texts)[offset_of(*v, point, case_count_)];
  const double value = number(column, point);
  return std::isnan(value) ? std::string{} : shortest(value);
}

std::string ResultsView::attribute(const std::string& name) const {
  return root_.text_attribute(name).value_or("");
}

std::vector<std::string> ResultsView::columns() const {
  std::vector<std::string> all{"config"};
  for (const Variable& v : root_.variables)
    if (v.name != "config" && v.name != "case" && along_points(v)) all.push_back(v.name);
  return all;
}

std::vector<std::string> ResultsView::varying_coordinates() const {
  std::vector<std::string> varying;
  const std::set<std::string> others = no_coordinates(study_kind(attribute("kind")));
  std::set<std::vector<std::string>> seen;  // a coordinate that repeats another says nothing
  for (const Variable& v : root_.variables) {
    if (v.dimensions != std::vector<std::string>{"case"} || others.count(v.name) > 0) continue;
    std::vector<std::string> values;
    for (Index c = 0; c < case_count_; ++c) values.push_back(text(v.name, {0, c}));
    const bool constant = std::all_of(values.begin(), values.end(), [&](const std::string& value) {
      return value == values.front();
    });
    if (!constant && seen.insert(std::move(values)).second) varying.push_back(v.name);
  }
  return varying;
}

std::vector<std::string> ResultsView::make_names() const {
  std::vector<LabelledConfig> configs;
  const StudyKind* kind = study_kind(attribute("kind"));
  for (Index i = 0; i < config_count_; ++i) {
    LabelledConfig config{text("label", {i, 0}), {}};
    for (const Variable& v : root_.variables)
      if (v.dimensions == std::vector<std::string>{"config"} && v.name != "config" &&
          (kind == nullptr || !results_schema(*kind).has_name(v.name)))
        config.parameters.emplace_back(v.name, text(v.name, {i, 0}));
    configs.push_back(std::move(config));
  }
  return config_names(configs);
}

}  // namespace kapprox::app
