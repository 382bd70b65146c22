// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/resume.hpp"

#include <kapprox/error.hpp>

#include "study/results_schema.hpp"
#include "study/resume_group.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr const char* start_over =
    "give another output file, or use --fresh to start over in this one";

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
  throw InputError(fmt::format("{}: {}; {}", file, what, start_over));
}

std::int64_t integer_attribute(const Group& group, const std::string& name,
                               const std::string& file) {
  for (const auto& attribute : group.attributes)
    if (attribute.first == name)
      if (const auto* value = std::get_if<std::int64_t>(&attribute.second)) return *value;
  refuse(file, fmt::format("the attribute {} is missing, but must be an integer", name));
}

const char* truth(std::int64_t value) { return value != 0 ? "true" : "false"; }

void check_same_study(const Study& study, const Group& root, const Group& resume,
                      const std::string& file) {
  if (root.text_attribute("schema") != results_schema_name)
    throw InputError(
        fmt::format("{}: the file is not a results file of kapprox, but must be one "
                    "to go on from; give another output file",
                    file));
  const std::string version = root.text_attribute("schema_version").value_or("unknown");
  if (version != results_schema_version)
    refuse(file, fmt::format("its schema version is {}, but must be {}", version,
                             results_schema_version));
  const auto differs = [&](const char* key, const std::string& now, const std::string& before) {
    if (now != before)
      refuse(file, fmt::format("{} is {} in the study but {} in the file", key, now, before));
  };
  const auto stored = [&](const Group& group, const char* key) {
    return integer_attribute(group, key, file);
  };
  differs("kind", study.kind, root.text_attribute("kind").value_or("unknown"));
  differs("seed", fmt::format("{}", study.seed), fmt::format("{}", stored(root, "seed")));
  differs("reduce", truth(study.reduce), truth(stored(resume, "reduce")));
  if (!study_kind(study.kind)->measures_time())  // there it grows with the trials
    differs("keep", fmt::format("{}", study.keep), fmt::format("{}", stored(resume, "keep")));
  const std::int64_t trials = stored(root, "trials_wanted");
  if (study.trials < trials)
    refuse(file, fmt::format("trials is {} in the study but {} in the file, and may only grow",
                             study.trials, trials));
}

// The keys of a section that the study gives another value, or no longer has.
[[noreturn]] void refuse_missing(const Study& study, const StoredRun& run,
                                 const std::string& section, const std::string& what,
                                 const std::string& file) {
  const std::map<std::string, std::string> now(study.flat.begin(), study.flat.end());
  std::string changes;
  for (const auto& entry : run.flat) {
    if (entry.first.rfind(section, 0) != 0) continue;
    const auto found = now.find(entry.first);
    if (found != now.end() && found->second == entry.second) continue;
    if (!changes.empty()) changes += ", ";
    changes += found == now.end() ? fmt::format("{} is gone from the study but {} in the file",
                                                entry.first, entry.second)
                                  : fmt::format("{} is {} in the study but {} in the file",
                                                entry.first, found->second, entry.second);
  }
  if (changes.empty()) changes = "the study reads the same, but no longer means the same";
  refuse(file, fmt::format("{}: {}", changes, what));
}

// Place of each stored key among the present ones.
std::vector<std::size_t> places_of(const std::vector<std::string>& stored,
                                   const std::map<std::string, std::size_t>& present,
                                   const Study& study, const StoredRun& run,
                                   const std::string& section, const std::string& file) {
  std::vector<std::size_t> places;
  for (const std::string& key : stored) {
    const auto found = present.find(key);
    if (found == present.end())
      refuse_missing(study, run, section,
                     fmt::format("the file has results of {}, which the study has not", key), file);
    places.push_back(found->second);
  }
  return places;
}

const std::vector<double>& numbers(const Group& group, const std::string& name,
                                   std::size_t expected, const std::string& file) {
  const Variable* variable = group.find(name);
  const auto* values =
      variable == nullptr ? nullptr : std::get_if<std::vector<double>>(&variable->data);
  if (values == nullptr || values->size() != expected)
    refuse(file, fmt::format("the variable {} is missing or has another shape, but must be as "
                             "kapprox writes it",
                             name));
  return *values;
}

// The same names must mean the same cases: an input file may have changed under its path.
void check_inputs(const Plan& plan, const Group& root, const std::vector<CaseColumn>& columns,
                  const std::vector<std::size_t>& places, const std::string& file) {
  constexpr double tolerance = 1e-9;  // another CPU or compiler may round differently
  const ColumnText& fact = plan.kind->texts().facts.front();
  const std::vector<double>& stored = numbers(root, fact.name, places.size(), file);
  for (std::size_t c = 0; c < places.size(); ++c) {
    const CaseColumn& column = columns[places[c]];
    const double now = column.facts.front();
    if (std::abs(stored[c] - now) > tolerance * std::max(1.0, std::abs(stored[c])))
      refuse(file, fmt::format("{} of {} is {} in the study but {} in the file: the inputs changed",
                               fact.long_name, column.source->key_text, now, stored[c]));
  }
}

// Place of each problem among the stored ones, −1 for a new one. Problems may share a key (two
// scales of one head): the first of the study is then the first of the file.
std::vector<std::ptrdiff_t> problem_places(const Plan& plan,
                                           const std::vector<std::string>& stored) {
  std::map<std::string, std::vector<std::string>::const_iterator> from;
  std::vector<std::ptrdiff_t> places;
  for (const InputProblem& problem : plan.problems) {
    auto& begin = from.try_emplace(problem.key, stored.begin()).first->second;
    const auto found = std::find(begin, stored.end(), problem.key);
    places.push_back(found == stored.end() ? -1 : found - stored.begin());
    begin = found == stored.end() ? found : found + 1;
  }
  return places;
}

void read_times(const Plan& plan, const Group& timing,
                const std::vector<std::size_t>& config_places, const std::string& file,
                Resumed& resumed) {
  const Variable* keys = timing.find("problem_key");
  const auto* stored =
      keys == nullptr ? nullptr : std::get_if<std::vector<std::string>>(&keys->data);
  if (stored == nullptr) refuse(file, "its group timing has no problem_key, but must have one");
  const std::vector<double>& seconds =
      numbers(timing, "seconds", config_places.size() * stored->size(), file);
  const std::vector<std::ptrdiff_t> places = problem_places(plan, *stored);
  for (std::size_t c = 0; c < config_places.size(); ++c)
    for (std::size_t p = 0; p < places.size(); ++p)
      if (places[p] >= 0)
        resumed.state.seconds[config_places[c] * places.size() + p] =
            seconds[c * stored->size() + static_cast<std::size_t>(places[p])];
  for (const auto& attribute : timing.attributes)
    if (attribute.first == "total_seconds")
      if (const auto* total = std::get_if<double>(&attribute.second))
        resumed.total_seconds = *total;
}

const std::vector<double>& stored_draws(const Plan& plan, const Group& root, const Group& timing,
                                        std::size_t expected, const std::string& file) {
  static const std::vector<double> none;
  if (expected == 0) return none;
  return plan.kind->measures_time() ? numbers(timing, "round_seconds", expected, file)
                                    : numbers(root, "draws", expected, file);
}

// A text of the attribute, whatever its type.
std::string words_of(const Attributes& attributes, const std::string& name) {
  for (const auto& attribute : attributes) {
    if (attribute.first != name) continue;
    const auto* text = std::get_if<std::string>(&attribute.second);
    const auto* integer = std::get_if<std::int64_t>(&attribute.second);
    return text != nullptr ? *text : integer != nullptr ? fmt::format("{}", *integer) : "";
  }
  return "";
}

}  // namespace

void check_same_machine(const Attributes& before, const Attributes& provenance,
                        const std::filesystem::path& path) {
  for (const char* name : {"threads", "cpu_model", "compiler", "build_type"}) {
    const std::string now = words_of(provenance, name);
    const std::string then = words_of(before, name);
    if (now != then)
      refuse(path.string(), fmt::format("{} is {} now but {} in the file, and times of both cannot "
                                        "stand in one study",
                                        name, now, then));
  }
}

RunState empty_state(const Plan& plan) {
  const std::size_t points = plan.configs.size() * static_cast<std::size_t>(plan.case_count);
  RunState state;
  state.points.assign(points, PointState(plan.kind->scalars().size()));
  state.draws.assign(points * static_cast<std::size_t>(plan.study.keep),
                     std::numeric_limits<double>::quiet_NaN());
  state.seconds.assign(plan.configs.size() * plan.problems.size(), 0.0);
  return state;
}

Resumed resume_state(const Plan& plan, const std::vector<CaseColumn>& columns,
                     const std::filesystem::path& path) {
  const std::string file = path.string();
  std::map<std::string, Group> groups = read_file(path);
  if (groups.count("resume") == 0 || groups.count("timing") == 0)
    refuse(file, "the file is not a results file of kapprox, but must be one to go on from");
  const Group& root = groups.at("");
  const Group& resume = groups.at("resume");
  const Group& timing = groups.at("timing");
  check_same_study(plan.study, root, resume, file);
  const StoredRun run = read_resume_group(resume);

  std::map<std::string, std::size_t> configs;
  for (std::size_t c = 0; c < plan.configs.size(); ++c) configs[plan.configs[c].key] = c;
  std::map<std::string, std::size_t> cases;
  for (std::size_t c = 0; c < columns.size(); ++c) cases[columns[c].source->key_text] = c;
  const std::vector<std::size_t> config_places =
      places_of(run.config_keys, configs, plan.study, run, "methods", file);
  const std::vector<std::size_t> case_places =
      places_of(run.case_keys, cases, plan.study, run, "inputs", file);
  check_inputs(plan, root, columns, case_places, file);

  Resumed resumed;
  resumed.state = empty_state(plan);
  resumed.provenance = groups["provenance"].attributes;
  resumed.content_digest = root.text_attribute("content_digest").value_or("");
  const std::size_t keep = static_cast<std::size_t>(plan.study.keep);
  const std::size_t kept = static_cast<std::size_t>(integer_attribute(resume, "keep", file));
  const std::vector<double>& draws =
      stored_draws(plan, root, timing, run.points.size() * kept, file);
  for (std::size_t c = 0; c < config_places.size(); ++c) {
    const bool fits_data = plan.kind->facts(plan.configs[config_places[c]].method()).fits_data;
    for (std::size_t k = 0; k < case_places.size(); ++k) {
      // Fitted to other rows, the method is another one: its points begin anew.
      if (fits_data && run.fit_digests.at(k) != columns[case_places[k]].fit_digest) continue;
      const std::size_t from = c * case_places.size() + k;
      const std::size_t to = config_places[c] * columns.size() + case_places[k];
      resumed.state.points[to] = run.points[from];
      if (run.points[from].total().trials() > 0) ++resumed.resumed_points;
      std::copy_n(draws.begin() + static_cast<std::ptrdiff_t>(from * kept), kept,
                  resumed.state.draws.begin() + static_cast<std::ptrdiff_t>(to * keep));
    }
  }

  read_times(plan, timing, config_places, file, resumed);
  return resumed;
}

}  // namespace kapprox
