// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/results_columns.hpp"

#include <kapprox/vector_math.hpp>

#include "base/text.hpp"
#include "study/canonical.hpp"
#include "study/results_schema.hpp"
#include "study/schedule.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace kapprox {

namespace {

using Value = std::variant<double, std::string>;

constexpr double absent = std::numeric_limits<double>::quiet_NaN();

// A column whose rows may be number, text or nothing: numbers throughout, or text throughout.
class Column {
 public:
  Column(std::string name, std::size_t rows) : name_(std::move(name)), values_(rows) {}

  const std::string& name() const { return name_; }
  void set(std::size_t row, const Value& value) { values_[row] = value; }

  VariableData data() const {
    const bool text = std::any_of(values_.begin(), values_.end(), [](const auto& value) {
      return value && std::holds_alternative<std::string>(*value);
    });
    if (text) return texts();
    std::vector<double> numbers;
    for (const auto& value : values_) numbers.push_back(value ? std::get<double>(*value) : absent);
    return numbers;
  }

 private:
  std::vector<std::string> texts() const {
    std::vector<std::string> result;
    for (const auto& value : values_) {
      if (!value)
        result.emplace_back();
      else if (const auto* word = std::get_if<std::string>(&*value))
        result.push_back(*word);
      else
        result.push_back(shortest(std::get<double>(*value)));
    }
    return result;
  }

  std::string name_;
  std::vector<std::optional<Value>> values_;
};

Column& column_named(std::vector<Column>& columns, const std::string& name, std::size_t rows) {
  for (Column& column : columns)
    if (column.name() == name) return column;
  return columns.emplace_back(name, rows);
}

std::vector<Column> parameter_columns(const Plan& plan) {
  std::vector<Column> columns;
  for (std::size_t c = 0; c < plan.configs.size(); ++c)
    for (const ParameterColumn& parameter : plan.configs[c].built.columns)
      column_named(columns, parameter.name, plan.configs.size()).set(c, parameter.value);
  return columns;
}

// The help a plugin declares for the parameter, or its name.
std::string help_of(const Plan& plan, const std::string& parameter) {
  for (const Config& config : plan.configs)
    if (const Declaration* declared = config.built.entry->declarations.find(parameter))
      return declared->help;
  return parameter;
}

// The same number for every problem, or NaN.
template <class Of>
std::vector<double> per_config(const Plan& plan, const Of& of) {
  std::vector<double> values;
  for (const Config& config : plan.configs) {
    double common = of(config.kernel().cost(plan.problems.front().ambient_dim));
    for (const InputProblem& problem : plan.problems)
      if (of(config.kernel().cost(problem.ambient_dim)) != common) common = absent;
    values.push_back(common);
  }
  return values;
}

}  // namespace

std::vector<CaseColumn> case_columns(const Plan& plan) {
  const bool fits_data =
      std::any_of(plan.configs.begin(), plan.configs.end(),
                  [](const Config& config) { return config.kernel().claims().fits_data; });
  std::vector<CaseColumn> columns;
  for (std::size_t p = 0; p < plan.problems.size(); ++p) {
    const InputProblem& problem = plan.problems[p];
    const std::string digest = fits_data ? fit_digest(problem) : std::string();
    for (const Case& one : problem.cases)
      columns.push_back({static_cast<Index>(p), &one,
                         dot(problem.queries.row(one.query), problem.keys.row(one.key)), digest});
  }
  return columns;
}

PointContext context_of(const Plan& plan, Index config, const CaseColumn& column) {
  const Config& one = plan.configs[static_cast<std::size_t>(config)];
  const Index d = plan.problems[static_cast<std::size_t>(column.problem)].ambient_dim;
  return {column.log_exact, one.kernel().claims().random, trials_needed(plan, one),
          static_cast<double>(one.kernel().cost(d).feature_dim)};
}

std::vector<Variable> config_variables(const Plan& plan) {
  std::vector<std::string> methods;
  std::vector<std::string> labels;
  std::vector<std::string> keys;
  for (const Config& config : plan.configs) {
    methods.push_back(config.built.entry->name);
    labels.push_back(config.label);
    keys.push_back(config.key);
  }
  std::vector<Variable> variables = {described("", "method", methods),
                                     described("", "label", labels),
                                     described("", "config_key", keys)};
  for (const Column& column : parameter_columns(plan))
    variables.push_back({column.name(),
                         {"config"},
                         column.data(),
                         {{"units", "1"}, {"long_name", help_of(plan, column.name())}}});
  variables.push_back(described("", "feature_dim", per_config(plan, [](const Cost& cost) {
                                  return static_cast<double>(cost.feature_dim);
                                })));
  variables.push_back(described("", "projections_per_token", per_config(plan, [](const Cost& cost) {
                                  return static_cast<double>(cost.projections_per_token);
                                })));
  variables.push_back(
      described("", "multiply_adds_per_token",
                per_config(plan, [](const Cost& cost) { return cost.multiply_adds_per_token; })));
  return variables;
}

std::vector<Variable> case_variables(const Plan& plan, const std::vector<CaseColumn>& columns) {
  std::vector<std::string> sources;
  std::vector<double> logs;
  std::vector<double> exacts;
  std::vector<Column> coordinates;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    sources.push_back(plan.sources[static_cast<std::size_t>(columns[c].problem)]);
    logs.push_back(columns[c].log_exact);
    exacts.push_back(exact_or_nan(columns[c].log_exact));
    for (const auto& coordinate : columns[c].source->coordinates)
      if (coordinate.first != "source")
        column_named(coordinates, coordinate.first, columns.size()).set(c, coordinate.second);
  }

  std::set<std::string> taken;
  for (const Column& column : parameter_columns(plan)) taken.insert(column.name());
  std::vector<Variable> variables = {described("", "source", sources)};
  for (const Column& column : coordinates) {
    const bool collides = taken.count(column.name()) > 0 || is_schema_name(column.name());
    variables.push_back({(collides ? "input_" : "") + column.name(),
                         {"case"},
                         column.data(),
                         {{"units", column.name() == "angle" ? "rad" : "1"},
                          {"long_name", "input coordinate " + column.name()}}});
  }
  variables.push_back(described("", "log_exact", logs));
  variables.push_back(described("", "exact", exacts));
  return variables;
}

}  // namespace kapprox
