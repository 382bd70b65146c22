// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/results_schema.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace kapprox {

namespace {

using Specs = std::vector<VariableSpec>;
using Names = std::vector<std::string>;

const Names per_config = {"config"};
const Names per_case = {"case"};
const Names per_point = {"config", "case"};
const Names per_scalar = {"config", "case", "scalar"};
const Names attribute = {};
const Names per_round = {"config", "case", "round"};

void add_kind_columns(Specs& t, const StudyKind& kind, const std::vector<ColumnText>& columns,
                      const Names& dimensions, bool are_measures) {
  for (const ColumnText& column : columns)
    t.push_back({"", column.name, dimensions, "1", column.long_name, column.meaning, kind.name(),
                 are_measures});
}

void add_root_columns(Specs& t, const StudyKind& kind) {
  t.insert(t.end(),
           {{"", "method", per_config, "1", "method", "name of the method"},
            {"", "label", per_config, "1", "label", "label of its [[methods]] table"},
            {"", "config_key", per_config, "1", "config key",
             "label, method and every parameter, defaults included: names the config for good"},
            {"", "feature_dim", per_config, "1", "real feature dimension D",
             "D; NaN where it depends on d: see case_feature_dim"},
            {"", "projections_per_token", per_config, "1", "projections per token",
             "inner products with random directions per query or key; NaN where it depends on d"}});
  add_kind_columns(t, kind, kind.texts().costs, per_config, false);
  t.push_back(
      {"", "source", per_case, "1", "input source", "the word of the study: plane, file, …"});
  add_kind_columns(t, kind, kind.texts().facts, per_case, false);
}

void add_counts(Specs& t, const StudyKind& kind) {
  t.insert(t.end(),
           {{"", "trials", per_point, "1", "trials done", "failed ones included"},
            {"", "failed", per_point, "1", "trials failed",
             "trials that threw or gave no finite number; left out of every measure"},
            {"", "status", per_point, "1", "status",
             "not_computed, incomplete, failed, … or ok; the first that applies"},
            {"", "message", per_point, "1", "message",
             "what the status means here, with the address of the first failed trial, and what the "
             "method's theory notes of the point"}});
  if (!kind.measures_time())
    t.push_back({"",
                 "draws",
                 {"config", "case", "trial"},
                 "1",
                 kind.texts().kept,
                 "the first `keep` trials; NaN where a trial failed or is not done"});
}

void add_root_attributes(Specs& t) {
  t.insert(t.end(),
           {{"", "schema", attribute, "", "", "\"kapprox-results\""},
            {"", "schema_version", attribute, "", "", "\"1.0\""},
            {"", "title", attribute, "", "", "kind and name of the study, for plots"},
            {"", "study_name", attribute, "", "", "name of the study"},
            {"", "kind", attribute, "", "", "kind of the study"},
            {"", "seed", attribute, "", "", "seed of every random draw"},
            {"", "trials_wanted", attribute, "", "", "trials the study asks for"},
            {"", "content_digest", attribute, "", "",
             "hash of all numeric measures by config and case key: equal for any order of listing, "
             "any number of threads, any interruption"},
            {"", "file_digest", attribute, "", "",
             "hash of the root's numeric variables in file order"}});
}

void add_provenance(Specs& t) {
  const auto add = [&t](const char* name, const char* meaning) {
    t.push_back({"provenance", name, attribute, "", "", meaning});
  };
  add("program_version", "version of kapprox that wrote the file last");
  add("study_file", "name of the study file");
  add("study_text", "the study verbatim, --set changes after it as comments");
  add("plugins", "plugins loaded for the last run, with their versions");
  add("compiler", "compiler of the core library");
  add("build_type", "build type of the core library");
  add("blas_config", "configuration of the BLAS library");
  add("blas_core", "kernel set of the BLAS library");
  add("blas_parallel", "threading of the BLAS library");
  add("hdf5_header", "HDF5 version compiled against");
  add("hdf5_library", "HDF5 version in use");
  add("cpu_model", "processor");
  add("threads", "worker threads of the last run");
  add("processors", "numbers of the processors that threads were bound to for timing, or empty");
  add("started", "start of the last run, ISO 8601, UTC");
  add("written", "when the file was written, ISO 8601, UTC");
}

void add_timing(Specs& t) {
  t.insert(t.end(), {{"timing",
                      "seconds",
                      {"config", "problem"},
                      "s",
                      "time in trials",
                      "of all threads and all runs together"},
                     {"timing",
                      "problem_key",
                      {"problem"},
                      "1",
                      "problem",
                      "content name of the problem, part of its random address"},
                     {"timing", "total_seconds", attribute, "", "",
                      "wall-clock time of all runs together, in s"}});
}

// Of a kind that measures time.
void add_rounds(Specs& t, const StudyKind& kind) {
  const auto add = [&](const char* name, const char* units, const char* what, const char* meaning,
                       const Names& along = per_point) {
    t.push_back({"timing", name, along, units, what, meaning, kind.name()});
  };
  const auto add_interval = [&](const std::string& name, const char* units, const std::string& what,
                                const char* meaning) {
    add(name.c_str(), units, what.c_str(), meaning);
    add((name + "_low").c_str(), units, ("lower end of " + name).c_str(),
        "of an interval that holds the median at 95 % or more, from 6 rounds on");
    add((name + "_high").c_str(), units, ("upper end of " + name).c_str(), "of the same interval");
  };
  add_interval("round_seconds_median", "s", "seconds of a call",
               "median over rounds of prepare and output; the draw of directions is apart");
  add("draw_seconds", "s", "seconds of a draw",
      "the least of the rounds; a model draws once and uses it for long");
  add("peak_bytes", "B", "memory at its peak",
      "what one call held beyond the inputs at most, output included: resident pages of the "
      "process in the first round, so that less than a megabyte is coarse");
  add_interval("ratio", "1", "seconds relative to the baseline",
               "median over rounds of seconds over those of the baseline in the same round");
  add_interval("crossover", "1", "crossover length",
               "from this n on the method is faster than the baseline: median over rounds; 0 where "
               "it is so at every length of the study, infinite where not at the longest; the same "
               "at all cases that differ in n alone, NaN of the baseline itself");
  add("round_seconds", "s", "seconds of single rounds",
      "mean of as many calls as last 20 ms together; NaN where a round failed or is not done",
      per_round);
  t.push_back({"timing", "baseline", attribute, "", "",
               "config key of the method that ratios are relative to: the first exact one",
               kind.name()});
}

void add_tally(Specs& t, const std::string& part, const std::string& of) {
  const auto add = [&](const char* name, const Names& dimensions, const char* what) {
    t.push_back({"resume", part + "_" + name, dimensions, "1", part + " " + what,
                 fmt::format("{} of {}", what, of)});
  };
  add("count", per_scalar, "count of finite values");
  add("mean", per_scalar, "mean");
  add("mean_rest", per_scalar, "rounding error of that mean");
  add("sum2", per_scalar, "sum of squared deviations");
  add("sum3", per_scalar, "sum of cubed deviations");
  add("sum4", per_scalar, "sum of fourth powers of deviations");
  add("minimum", per_scalar, "minimum");
  add("maximum", per_scalar, "maximum");
  add("done", per_point, "trials that did not fail");
  add("failed", per_point, "failed trials");
}

void add_resume(Specs& t) {
  const auto add = [&t](const char* name, const Names& dimensions, const char* meaning) {
    t.push_back({"resume", name, dimensions, "1", meaning, meaning});
  };
  add("config_key", per_config, "as in the root");
  add("case_key", per_case, "canonical name of the case");
  add("fit_digest", per_case, "content that data-dependent methods were fitted to, or empty");
  add("scalar_name", {"scalar"}, "what a trial gives, by name");
  add("chunk_length", per_point, "trials per chunk");
  add("generation", per_point, "which extension brought the point");
  add("folded_chunks", per_point, "complete chunks in the fold");
  add_tally(t, "fold", "the complete chunks, merged in order");
  add_tally(t, "tail", "the short last chunk");
  add("failure_trial", per_point, "first failed trial, or −1");
  add("failure_message", per_point, "what it said, with its address");
  add("theory_state", per_point, "0 not asked yet, 1 unknown, 2 known, 3 fourth moment exact");
  add("theory_bias", per_point, "relative bias by theory");
  add("theory_variance", per_point, "relative variance by theory");
  add("theory_kurtosis", per_point, "kurtosis by theory");
  add("theory_normaliser_variance", per_point, "largest relative variance of a row's normaliser");
  add("theory_note", per_point, "what theory notes of the point, for its message");
  add("study_key", {"entry"}, "keys of the study, flattened");
  add("study_value", {"entry"}, "their values as text");
  add("reduce", attribute, "1 where the exact reduction is on");
  add("keep", attribute, "raw draws kept per point");
}

}  // namespace

ResultsSchema::ResultsSchema(const StudyKind& kind) {
  add_root_columns(table_, kind);
  add_kind_columns(table_, kind, kind.texts().measures, per_point, true);
  add_counts(table_, kind);
  add_root_attributes(table_);
  add_provenance(table_);
  add_timing(table_);
  if (kind.measures_time()) add_rounds(table_, kind);
  add_resume(table_);
}

const VariableSpec& ResultsSchema::of(const std::string& group, const std::string& name) const {
  for (const VariableSpec& spec : table_)
    if (spec.group == group && spec.name == name) return spec;
  throw Error(fmt::format("ResultsSchema: '{}' of group '{}' is unknown, but must be in the table",
                          name, group));
}

Variable ResultsSchema::described(const std::string& group, const std::string& name,
                                  VariableData data) const {
  const VariableSpec& spec = of(group, name);
  return {name,
          spec.dimensions,
          std::move(data),
          {{"units", spec.units}, {"long_name", spec.long_name}}};
}

bool ResultsSchema::has_name(const std::string& name) const {
  return std::any_of(table_.begin(), table_.end(), [&name](const VariableSpec& spec) {
    return spec.group.empty() && !spec.dimensions.empty() && spec.name == name;
  });
}

const ResultsSchema& results_schema(const StudyKind& kind) {
  static const std::map<const StudyKind*, ResultsSchema> schemas = [] {
    std::map<const StudyKind*, ResultsSchema> made;
    for (const StudyKind* one : study_kinds()) made.emplace(one, *one);
    return made;
  }();
  return schemas.at(&kind);
}

}  // namespace kapprox
