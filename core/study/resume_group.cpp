// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The group `resume`: points as they are, number by number.
#include "study/resume_group.hpp"

#include <kapprox/error.hpp>

#include "study/results_groups.hpp"
#include "study/results_schema.hpp"

#include <fmt/format.h>

namespace kapprox {

namespace {

using Integers = std::vector<std::int64_t>;
using Numbers = std::vector<double>;

constexpr std::int64_t theory_not_asked = 0;
constexpr std::int64_t theory_unknown = 1;
constexpr std::int64_t theory_known = 2;
constexpr std::int64_t theory_with_fourth = 3;

template <class Of>
auto values_of(const std::vector<PointState>& points, const Of& of) {
  std::vector<std::decay_t<decltype(of(points.front()))>> values;
  values.reserve(points.size());
  for (const PointState& point : points) values.push_back(of(point));
  return values;
}

// The values of every scalar of every point.
template <class Of>
auto scalars_of(const std::vector<PointState>& points, Tally PointState::*member, const Of& of) {
  std::vector<std::decay_t<decltype(of(Moments{}))>> values;
  for (const PointState& point : points)
    for (const Moments& moments : (point.*member).moments) values.push_back(of(moments));
  return values;
}

void write_tally(Group& group, const ResultsSchema& schema, const std::vector<PointState>& points,
                 const std::string& part, Tally PointState::*member) {
  const auto add = [&](const char* name, VariableData data) {
    group.variables.push_back(schema.described("resume", part + "_" + name, std::move(data)));
  };
  const auto add_scalars = [&](const char* name, const auto& of) {
    add(name, scalars_of(points, member, of));
  };
  add_scalars("count", [](const Moments& m) { return static_cast<std::int64_t>(m.count); });
  add_scalars("mean", [](const Moments& m) { return m.mean; });
  add_scalars("mean_rest", [](const Moments& m) { return m.mean_rest; });
  add_scalars("sum2", [](const Moments& m) { return m.sum2; });
  add_scalars("sum3", [](const Moments& m) { return m.sum3; });
  add_scalars("sum4", [](const Moments& m) { return m.sum4; });
  add_scalars("minimum", [](const Moments& m) { return m.minimum; });
  add_scalars("maximum", [](const Moments& m) { return m.maximum; });
  add("done", values_of(points, [&](const PointState& p) { return (p.*member).done; }));
  add("failed", values_of(points, [&](const PointState& p) { return (p.*member).failed; }));
}

std::int64_t theory_state(const PointState& point) {
  if (!point.theory_done) return theory_not_asked;
  if (!point.theory.known) return theory_unknown;
  return point.theory.kurtosis_is_exact ? theory_with_fourth : theory_known;
}

template <class T>
const std::vector<T>& column(const Group& group, const std::string& name) {
  const Variable* variable = group.find(name);
  const auto* values = variable == nullptr ? nullptr : std::get_if<std::vector<T>>(&variable->data);
  if (values == nullptr)
    throw InputError(
        fmt::format("results file: {} of the group resume is missing or has another "
                    "type, but must be as kapprox writes it; use --fresh to start over",
                    name));
  return *values;
}

void read_tally(const Group& group, std::vector<PointState>& points, const std::string& part,
                Tally PointState::*member) {
  const Integers& count = column<std::int64_t>(group, part + "_count");
  const Numbers& mean = column<double>(group, part + "_mean");
  const Numbers& mean_rest = column<double>(group, part + "_mean_rest");
  const Numbers& sum2 = column<double>(group, part + "_sum2");
  const Numbers& sum3 = column<double>(group, part + "_sum3");
  const Numbers& sum4 = column<double>(group, part + "_sum4");
  const Numbers& minimum = column<double>(group, part + "_minimum");
  const Numbers& maximum = column<double>(group, part + "_maximum");
  const Integers& done = column<std::int64_t>(group, part + "_done");
  const Integers& failed = column<std::int64_t>(group, part + "_failed");
  std::size_t i = 0;
  for (std::size_t p = 0; p < points.size(); ++p) {
    Tally& tally = points[p].*member;
    for (Moments& moments : tally.moments) {
      moments = {static_cast<Index>(count.at(i)),
                 mean.at(i),
                 mean_rest.at(i),
                 sum2.at(i),
                 sum3.at(i),
                 sum4.at(i),
                 minimum.at(i),
                 maximum.at(i)};
      ++i;
    }
    tally.done = done.at(p);
    tally.failed = failed.at(p);
  }
}

}  // namespace

Group ResultsGroups::resume(const RunState& state) const {
  const std::vector<PointState>& points = state.points;
  Group group;
  group.name = "resume";
  group.dimensions = {{"config", static_cast<std::int64_t>(plan_.configs.size())},
                      {"case", plan_.case_count},
                      {"scalar", static_cast<std::int64_t>(plan_.kind->scalars().size())},
                      {"entry", static_cast<std::int64_t>(plan_.study.flat.size())}};
  const auto add = [&](const char* name, VariableData data) {
    group.variables.push_back(schema_.described("resume", name, std::move(data)));
  };
  std::vector<std::string> config_keys;
  for (const Config& config : plan_.configs) config_keys.push_back(config.key);
  std::vector<std::string> case_keys;
  std::vector<std::string> fit_digests;
  for (const CaseColumn& one : columns_) {
    case_keys.push_back(one.source->key_text);
    fit_digests.push_back(one.fit_digest);
  }
  std::vector<std::string> study_keys;
  std::vector<std::string> study_values;
  for (const auto& entry : plan_.study.flat) {
    study_keys.push_back(entry.first);
    study_values.push_back(entry.second);
  }
  add("config_key", config_keys);
  add("case_key", case_keys);
  add("fit_digest", fit_digests);
  add("scalar_name", plan_.kind->scalars());
  add("chunk_length", values_of(points, [](const PointState& p) { return p.chunk_length; }));
  add("generation", values_of(points, [](const PointState& p) { return p.generation; }));
  add("folded_chunks", values_of(points, [](const PointState& p) { return p.folded_chunks; }));
  write_tally(group, schema_, points, "fold", &PointState::fold);
  write_tally(group, schema_, points, "tail", &PointState::tail);
  add("failure_trial",
      values_of(points, [](const PointState& p) { return p.first_failure.trial; }));
  add("failure_message",
      values_of(points, [](const PointState& p) { return p.first_failure.message; }));
  add("theory_state", values_of(points, theory_state));
  add("theory_bias", values_of(points, [](const PointState& p) { return p.theory.bias; }));
  add("theory_variance", values_of(points, [](const PointState& p) { return p.theory.variance; }));
  add("theory_kurtosis", values_of(points, [](const PointState& p) { return p.theory.kurtosis; }));
  add("theory_normaliser_variance",
      values_of(points, [](const PointState& p) { return p.theory.normaliser_variance; }));
  add("theory_note", values_of(points, [](const PointState& p) { return p.theory.note; }));
  add("study_key", study_keys);
  add("study_value", study_values);
  group.attributes = {{"reduce", std::int64_t{plan_.study.reduce}}, {"keep", plan_.study.keep}};
  return group;
}

StoredRun read_resume_group(const Group& group) {
  StoredRun run;
  run.config_keys = column<std::string>(group, "config_key");
  run.case_keys = column<std::string>(group, "case_key");
  run.fit_digests = column<std::string>(group, "fit_digest");
  const auto& study_keys = column<std::string>(group, "study_key");
  const auto& study_values = column<std::string>(group, "study_value");
  for (std::size_t i = 0; i < study_keys.size(); ++i)
    run.flat.emplace_back(study_keys[i], study_values.at(i));

  const std::size_t scalars = column<std::string>(group, "scalar_name").size();
  run.points.assign(run.config_keys.size() * run.case_keys.size(), PointState(scalars));
  read_tally(group, run.points, "fold", &PointState::fold);
  read_tally(group, run.points, "tail", &PointState::tail);
  const Integers& chunk_length = column<std::int64_t>(group, "chunk_length");
  const Integers& generation = column<std::int64_t>(group, "generation");
  const Integers& folded_chunks = column<std::int64_t>(group, "folded_chunks");
  const Integers& failure_trial = column<std::int64_t>(group, "failure_trial");
  const auto& failure_message = column<std::string>(group, "failure_message");
  const Integers& state = column<std::int64_t>(group, "theory_state");
  const Numbers& bias = column<double>(group, "theory_bias");
  const Numbers& variance = column<double>(group, "theory_variance");
  const Numbers& kurtosis = column<double>(group, "theory_kurtosis");
  const Numbers& normaliser = column<double>(group, "theory_normaliser_variance");
  const auto& note = column<std::string>(group, "theory_note");
  for (std::size_t p = 0; p < run.points.size(); ++p) {
    PointState& point = run.points[p];
    point.chunk_length = chunk_length.at(p);
    point.generation = generation.at(p);
    point.folded_chunks = folded_chunks.at(p);
    point.first_failure = {failure_trial.at(p), failure_message.at(p)};
    point.theory_done = state.at(p) != theory_not_asked;
    point.theory = {
        state.at(p) >= theory_known,       bias.at(p),       variance.at(p), kurtosis.at(p),
        state.at(p) == theory_with_fourth, normaliser.at(p), note.at(p)};
  }
  return run;
}

}  // namespace kapprox
