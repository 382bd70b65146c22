// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/results_columns.hpp"

#include "base/text.hpp"
#include "study/canonical.hpp"
#include "study/results_schema.hpp"
#include "study/schedule.hpp"

#include <algorithm>
#include <limits>
#include <map>
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

// Of coordinates whose name does not tell all; docs/results.md says more.
std::string words_of(const std::string& coordinate) {
  static const std::map<std::string, std::string> words = {
      {"n", "number of keys, or of logits in the row"},
      {"n_queries", "number of queries"},
      {"hidden_keys", "number of keys that key_mask hides from every query"},
      {"query", "number of the query, from 0"},
      {"key", "number of the key, from 0"},
      {"block", "keys in a block, 0 for rows that are not cut"},
      {"first_key", "position at which the block of the row begins, from 0"},
      {"top_k", "blocks that a query looks at"},
      {"own_block", "what becomes of the block at the query's position"},
      {"calibration", "first queries that scorers may look at and nobody measures"},
      {"window", "distance below which keys are seen, 0 without a window"},
      {"logit_scale", "factor of q·k, over the temperature"}};
  const auto known = words.find(coordinate);
  return known == words.end() ? "input coordinate " + coordinate : known->second;
}

// A number of each config's cost: the same for every problem, or NaN.
template <class Of>
std::vector<double> per_config(const Plan& plan, const Of& of) {
  std::vector<double> values;
  for (const Config& config : plan.configs) {
    const auto at = [&](const InputProblem& problem) {
      return of(plan.kind->cost(config.method(), shape_of(problem)));
    };
    double common = at(plan.problems.front());
    for (const InputProblem& problem : plan.problems)
      if (at(problem) != common) common = absent;
    values.push_back(common);
  }
  return values;
}

}  // namespace

std::vector<CaseColumn> case_columns(const Plan& plan, const Grounds& grounds) {
  const bool fits_data = std::any_of(
      plan.configs.begin(), plan.configs.end(),
      [&plan](const Config& config) { return plan.kind->facts(config.method()).fits_data; });
  std::vector<CaseColumn> columns(static_cast<std::size_t>(plan.case_count));
  for (Index p = 0; p < grounds.size(); ++p) {
    const Ground& ground = grounds[p];
    const std::string digest = fits_data ? fit_digest(ground.ordered()) : std::string();
    for (const OrderedCase& one : ground.ordered().cases)
      columns[static_cast<std::size_t>(one.column)] = {p, one.source,
                                                       ground.reference().facts(one.place), digest};
  }
  return columns;
}

PointContext context_of(const Plan& plan, Index config, const CaseColumn& column) {
  const Config& one = plan.configs[static_cast<std::size_t>(config)];
  const InputProblem& problem = plan.problems[static_cast<std::size_t>(column.problem)];
  return {column.facts, plan.kind->facts(one.method()).random, trials_needed(plan, one),
          plan.kind->cost(one.method(), shape_of(problem))};
}

std::vector<Variable> config_variables(const Plan& plan) {
  const ResultsSchema& schema = results_schema(*plan.kind);
  std::vector<std::string> methods;
  std::vector<std::string> labels;
  std::vector<std::string> keys;
  for (const Config& config : plan.configs) {
    methods.push_back(config.built.entry->name);
    labels.push_back(config.label);
    keys.push_back(config.key);
  }
  std::vector<Variable> variables = {schema.described("", "method", methods),
                                     schema.described("", "label", labels),
                                     schema.described("", "config_key", keys)};
  for (const Column& column : parameter_columns(plan))
    variables.push_back({column.name(),
                         {"config"},
                         column.data(),
                         {{"units", "1"}, {"long_name", help_of(plan, column.name())}}});
  const auto add = [&](const char* name, const auto& of) {
    variables.push_back(schema.described("", name, per_config(plan, of)));
  };
  add("feature_dim", [](const MethodCost& c) { return static_cast<double>(c.feature_dim); });
  add("projections_per_token",
      [](const MethodCost& c) { return static_cast<double>(c.projections_per_token); });
  const std::vector<ColumnText>& costs = plan.kind->texts().costs;
  for (std::size_t i = 0; i < costs.size(); ++i)
    add(costs[i].name, [&](const MethodCost& c) { return plan.kind->costs(c)[i]; });
  return variables;
}

std::vector<Variable> case_variables(const Plan& plan, const std::vector<CaseColumn>& columns) {
  const ResultsSchema& schema = results_schema(*plan.kind);
  const std::vector<ColumnText>& texts = plan.kind->texts().facts;
  std::vector<std::string> sources;
  std::vector<std::vector<double>> facts(texts.size());
  std::vector<Column> coordinates;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    sources.push_back(plan.sources[static_cast<std::size_t>(columns[c].problem)]);
    for (std::size_t i = 0; i < texts.size(); ++i) facts[i].push_back(columns[c].facts[i]);
    for (const auto& coordinate : columns[c].source->coordinates)
      if (coordinate.first != "source")
        column_named(coordinates, coordinate.first, columns.size()).set(c, coordinate.second);
  }

  std::set<std::string> taken;
  for (const Column& column : parameter_columns(plan)) taken.insert(column.name());
  std::vector<Variable> variables = {schema.described("", "source", sources)};
  for (const Column& column : coordinates) {
    const bool collides = taken.count(column.name()) > 0 || schema.has_name(column.name());
    variables.push_back({(collides ? "input_" : "") + column.name(),
                         {"case"},
                         column.data(),
                         {{"units", column.name() == "angle" ? "rad" : "1"},
                          {"long_name", words_of(column.name())}}});
  }
  for (std::size_t i = 0; i < texts.size(); ++i)
    variables.push_back(schema.described("", texts[i].name, std::move(facts[i])));
  return variables;
}

}  // namespace kapprox
