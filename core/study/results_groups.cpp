// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/results_groups.hpp"

#include "base/hash.hpp"
#include "study/round_times.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace kapprox {

namespace {

std::int64_t size_of(const std::vector<Config>& configs) {
  return static_cast<std::int64_t>(configs.size());
}

template <class Key>
std::vector<Index> sorted_by(std::size_t count, const Key& key) {
  std::vector<Index> order(count);
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&key](Index a, Index b) { return key(a) < key(b); });
  return order;
}

// Every numeric variable in file order; integers as doubles.
std::string file_digest(const Group& root) {
  Digest digest;
  for (const Variable& variable : root.variables) {
    if (const auto* numbers = std::get_if<std::vector<double>>(&variable.data)) {
      digest.add(variable.name);
      digest.add(*numbers);
    } else if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&variable.data)) {
      digest.add(variable.name);
      digest.add(std::vector<double>(integers->begin(), integers->end()));
    }
  }
  return digest.hex();
}

}  // namespace

ResultsGroups::ResultsGroups(const Plan& plan, const Grounds& grounds)
    : plan_(plan),
      schema_(results_schema(*plan.kind)),
      columns_(case_columns(plan, grounds)),
      config_variables_(config_variables(plan)),
      case_variables_(case_variables(plan, columns_)) {
  for (const auto* variables : {&config_variables_, &case_variables_})
    for (const Variable& variable : *variables)
      coordinates_ += (coordinates_.empty() ? "" : " ") + variable.name;
  sorted_configs_ = sorted_by(plan.configs.size(), [&plan](Index i) -> const std::string& {
    return plan.configs[static_cast<std::size_t>(i)].key;
  });
  sorted_columns_ = sorted_by(columns_.size(), [this](Index i) -> const std::string& {
    return columns_[static_cast<std::size_t>(i)].source->key_text;
  });
}

Group ResultsGroups::root(const RunState& state) const {
  Group root;
  root.dimensions = {{"config", size_of(plan_.configs)}, {"case", plan_.case_count}};
  const bool keeps_draws = plan_.study.keep > 0 && !plan_.kind->measures_time();
  if (keeps_draws) root.dimensions.emplace_back("trial", plan_.study.keep);
  root.variables = config_variables_;
  root.variables.insert(root.variables.end(), case_variables_.begin(), case_variables_.end());

  const std::vector<ColumnText>& texts = plan_.kind->texts().measures;
  std::vector<std::vector<double>> measures(texts.size());
  for (std::vector<double>& values : measures) values.reserve(state.points.size());
  std::vector<std::int64_t> trials;
  std::vector<std::int64_t> failed;
  std::vector<std::string> status;
  std::vector<std::string> message;
  for (std::size_t p = 0; p < state.points.size(); ++p) {
    const PointState& point = state.points[p];
    const Index config = static_cast<Index>(p) / plan_.case_count;
    const PointContext context =
        context_of(plan_, config, columns_[p % static_cast<std::size_t>(plan_.case_count)]);
    const std::vector<double> values = plan_.kind->measure(point, context);
    for (std::size_t i = 0; i < values.size(); ++i) measures[i].push_back(values[i]);
    const Tally total = point.total();
    trials.push_back(total.trials());
    failed.push_back(total.failed);
    PointStatus words = plan_.kind->status(point, context, values);
    status.push_back(std::move(words.word));
    message.push_back(std::move(words.message));
  }
  for (std::size_t i = 0; i < texts.size(); ++i)
    root.variables.push_back(schema_.described("", texts[i].name, std::move(measures[i])));
  root.variables.push_back(schema_.described("", "trials", std::move(trials)));
  root.variables.push_back(schema_.described("", "failed", std::move(failed)));
  root.variables.push_back(schema_.described("", "status", std::move(status)));
  root.variables.push_back(schema_.described("", "message", std::move(message)));
  if (keeps_draws) root.variables.push_back(schema_.described("", "draws", state.draws));
  // xarray then carries the columns along as coordinates: ds["variance"].plot(x="angle") works.
  for (Variable& variable : root.variables)
    if (variable.dimensions.size() > 1)
      variable.attributes.emplace_back("coordinates", coordinates_);

  const Study& study = plan_.study;
  root.attributes = {{"schema", results_schema_name},
                     {"schema_version", results_schema_version},
                     {"title", fmt::format("kapprox {} study: {}", study.kind, study.name)},
                     {"study_name", study.name},
                     {"kind", study.kind},
                     {"seed", static_cast<std::int64_t>(study.seed)},
                     {"trials_wanted", study.trials},
                     {"content_digest", content_digest(root)},
                     {"file_digest", file_digest(root)}};
  return root;
}

std::string ResultsGroups::content_digest(const Group& root) const {
  std::vector<const std::vector<double>*> measured;
  for (const ColumnText& measure : plan_.kind->texts().measures)
    measured.push_back(&std::get<std::vector<double>>(root.find(measure.name)->data));
  const auto& trials = std::get<std::vector<std::int64_t>>(root.find("trials")->data);
  const auto& failed = std::get<std::vector<std::int64_t>>(root.find("failed")->data);
  Digest digest;
  std::vector<double> numbers;
  for (const Index config : sorted_configs_) {
    digest.add(plan_.configs[static_cast<std::size_t>(config)].key);
    for (const Index column : sorted_columns_) {
      const std::size_t point = static_cast<std::size_t>(config * plan_.case_count + column);
      digest.add(columns_[static_cast<std::size_t>(column)].source->key_text);
      numbers.clear();
      for (const auto* values : measured) numbers.push_back((*values)[point]);
      numbers.push_back(static_cast<double>(trials[point]));
      numbers.push_back(static_cast<double>(failed[point]));
      digest.add(numbers);
    }
  }
  return digest.hex();
}

Group ResultsGroups::timing(const RunState& state, double total_seconds) const {
  Group group;
  group.name = "timing";
  group.dimensions = {{"config", size_of(plan_.configs)},
                      {"problem", static_cast<std::int64_t>(plan_.problems.size())}};
  std::vector<std::string> keys;
  for (const InputProblem& problem : plan_.problems) keys.push_back(problem.key);
  group.variables = {schema_.described("timing", "seconds", state.seconds),
                     schema_.described("timing", "problem_key", keys)};
  group.attributes = {{"total_seconds", total_seconds}};
  if (!plan_.kind->measures_time()) return group;
  group.dimensions.emplace_back("case", plan_.case_count);
  group.dimensions.emplace_back("round", plan_.study.keep);
  for (Variable& variable : round_time_variables(plan_, columns_, state.points, state.draws))
    group.variables.push_back(std::move(variable));
  group.attributes.emplace_back("baseline", baseline_key(plan_));
  return group;
}

}  // namespace kapprox
