// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/results_schema.hpp"

#include <kapprox/error.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace kapprox {

namespace {

using Specs = std::vector<VariableSpec>;
using Names = std::vector<std::string>;

const Names per_config = {"config"};
const Names per_case = {"case"};
const Names per_point = {"config", "case"};
const Names attribute = {};

void add_root_columns(Specs& t) {
  t.insert(
      t.end(),
      {{"", "method", per_config, "1", "method", "name of the method"},
       {"", "label", per_config, "1", "label", "label of its [[methods]] table"},
       {"", "config_key", per_config, "1", "config key",
        "label, method and every parameter, defaults included: names the config for good"},
       {"", "feature_dim", per_config, "1", "real feature dimension D",
        "D; NaN where it depends on d: see case_feature_dim"},
       {"", "projections_per_token", per_config, "1", "projections per token",
        "inner products with random directions per query or key; NaN where it depends on d"},
       {"", "multiply_adds_per_token", per_config, "1", "multiply-adds per token",
        "to map one query or key to its features; NaN where it depends on d"},
       {"", "source", per_case, "1", "input source", "the word of the study: plane, file, …"},
       {"", "log_exact", per_case, "1", "q·k", "logarithm of the exact kernel"},
       {"", "exact", per_case, "1", "exp(q·k)", "exact kernel; NaN beyond the range of double"}});
}

void add_measure(Specs& t, const char* name, const char* long_name, const char* meaning,
                 double PointMeasures::*measure) {
  t.push_back({"", name, per_point, "1", long_name, meaning, measure});
}

void add_absolute_measures(Specs& t) {
  using M = PointMeasures;
  add_measure(t, "mean", "mean of the estimates", "mean over trials", &M::mean);
  add_measure(t, "mean_se", "standard error of mean", "√(variance / trials)", &M::mean_se);
  add_measure(t, "bias", "mean − exact", "mean minus the exact kernel", &M::bias);
  add_measure(t, "bias_se", "standard error of bias", "that of the mean", &M::bias_se);
  add_measure(t, "variance", "variance of the estimates", "over trials, divided by trials − 1",
              &M::variance);
  add_measure(t, "variance_se", "standard error of variance", "from the fourth central moment",
              &M::variance_se);
  add_measure(t, "mse", "mean squared error", "mean of (estimate − exact)²", &M::mse);
  add_measure(t, "mse_se", "standard error of mse", "from the second to fourth moments",
              &M::mse_se);
}

void add_relative_measures(Specs& t) {
  using M = PointMeasures;
  add_measure(t, "relative_bias", "bias / exact", "mean of r = estimate/exact − 1",
              &M::relative_bias);
  add_measure(t, "relative_bias_se", "standard error of relative_bias", "√(Var r / trials)",
              &M::relative_bias_se);
  add_measure(t, "relative_variance", "variance / exact²", "sample variance of r",
              &M::relative_variance);
  add_measure(t, "relative_variance_se", "standard error of relative_variance",
              "from the fourth central moment", &M::relative_variance_se);
  add_measure(t, "relative_mse", "mse / exact²", "mean of r²", &M::relative_mse);
  add_measure(t, "relative_mse_se", "standard error of relative_mse",
              "from the second to fourth moments", &M::relative_mse_se);
}

void add_theory_and_shape(Specs& t) {
  using M = PointMeasures;
  add_measure(t, "theory_mean", "mean by theory",
              "closed form; NaN where unknown, or beyond double: message tells", &M::theory_mean);
  add_measure(t, "theory_variance", "variance by theory",
              "closed form; NaN where unknown, or beyond double: message tells",
              &M::theory_variance);
  add_measure(t, "theory_relative_bias", "relative bias by theory",
              "closed form of E r; NaN as theory_mean", &M::theory_relative_bias);
  add_measure(t, "theory_relative_variance", "relative variance by theory",
              "closed form of Var r; NaN as theory_mean", &M::theory_relative_variance);
  add_measure(t, "z_mean", "z-score of the mean",
              "(mean − theory) / √(theory variance / trials), or the measured error where theory "
              "gives no variance; NaN for deterministic methods",
              &M::z_mean);
  add_measure(t, "z_variance", "z-score of the variance",
              "(variance − theory) / standard error, which is theory's where its fourth moment is "
              "exact, else the measured one; NaN for deterministic methods",
              &M::z_variance);
  add_measure(t, "kurtosis", "kurtosis of the estimates",
              "fourth central moment / variance²: 3 for a normal law", &M::kurtosis);
  add_measure(t, "largest_share", "largest share of one trial",
              "the largest squared deviation as a share of their sum: near 1, one trial decides "
              "the variance",
              &M::largest_share);
  add_measure(t, "case_feature_dim", "real feature dimension D at this case",
              "D for the d of the case", &M::case_feature_dim);
}

void add_counts(Specs& t) {
  t.insert(t.end(),
           {{"", "trials", per_point, "1", "trials done", "failed ones included"},
            {"", "failed", per_point, "1", "trials failed",
             "trials that threw or gave no finite number; left out of every measure"},
            {"", "status", per_point, "1", "status",
             "not_computed, incomplete, failed, heavy_tail, relative_only or ok; the first that "
             "applies"},
            {"", "message", per_point, "1", "message",
             "what the status means here, with the address of the first failed trial, and what the "
             "method's theory notes of the point"},
            {"",
             "draws",
             {"config", "case", "trial"},
             "1",
             "estimate / exact of single trials",
             "the first `keep` trials; NaN where a trial failed or is not done"}});
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

void add_tally(Specs& t, const std::string& part, const std::string& of) {
  const auto add = [&](const char* name, const char* what) {
    t.push_back({"resume", part + "_" + name, per_point, "1", part + " " + what,
                 fmt::format("{} of {}", what, of)});
  };
  add("count", "count of finite values of r");
  add("mean", "mean of r");
  add("mean_rest", "rounding error of that mean");
  add("sum2", "sum of squared deviations");
  add("sum3", "sum of cubed deviations");
  add("sum4", "sum of fourth powers of deviations");
  add("minimum", "minimum of r");
  add("maximum", "maximum of r");
  add("failed", "failed trials");
}

void add_resume(Specs& t) {
  const auto add = [&t](const char* name, const Names& dimensions, const char* meaning) {
    t.push_back({"resume", name, dimensions, "1", meaning, meaning});
  };
  add("config_key", per_config, "as in the root");
  add("case_key", per_case, "canonical name of the case");
  add("fit_digest", per_case, "content that data-dependent methods were fitted to, or empty");
  add("chunk_length", per_point, "trials per chunk");
  add("generation", per_point, "which extension brought the point");
  add("folded_chunks", per_point, "complete chunks in the fold");
  add_tally(t, "fold", "the complete chunks, merged in order");
  add_tally(t, "tail", "the short last chunk");
  add("failure_trial", per_point, "first failed trial, or −1");
  add("failure_message", per_point, "what it said, with its address");
  add("theory_state", per_point, "0 not asked yet, 1 unknown, 2 known, 3 fourth moment exact");
  add("theory_bias", per_point, "E r by theory");
  add("theory_variance", per_point, "Var r by theory");
  add("theory_kurtosis", per_point, "kurtosis of r by theory");
  add("theory_note", per_point, "what theory notes of the point, for its message");
  add("study_key", {"entry"}, "keys of the study, flattened");
  add("study_value", {"entry"}, "their values as text");
  add("reduce", attribute, "1 where the exact reduction is on");
  add("keep", attribute, "raw draws kept per point");
}

}  // namespace

const std::vector<VariableSpec>& results_schema() {
  static const Specs table = [] {
    Specs t;
    add_root_columns(t);
    add_absolute_measures(t);
    add_relative_measures(t);
    add_theory_and_shape(t);
    add_counts(t);
    add_root_attributes(t);
    add_provenance(t);
    add_timing(t);
    add_resume(t);
    return t;
  }();
  return table;
}

const VariableSpec& schema_of(const std::string& group, const std::string& name) {
  for (const VariableSpec& spec : results_schema())
    if (spec.group == group && spec.name == name) return spec;
  throw Error(fmt::format("schema_of: '{}' of group '{}' is unknown, but must be in the table",
                          name, group));
}

Variable described(const std::string& group, const std::string& name, VariableData data) {
  const VariableSpec& spec = schema_of(group, name);
  return {name,
          spec.dimensions,
          std::move(data),
          {{"units", spec.units}, {"long_name", spec.long_name}}};
}

bool is_schema_name(const std::string& name) {
  const Specs& table = results_schema();
  return std::any_of(table.begin(), table.end(), [&name](const VariableSpec& spec) {
    return spec.group.empty() && !spec.dimensions.empty() && spec.name == name;
  });
}

}  // namespace kapprox
