// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The table of variables against docs/results.md in both directions, against the names that
// parameters may not have, and against a file as it is written.
#include "study/results_schema.hpp"

#include "methods/reserved_names.hpp"
#include "study/study_fixture.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace kapprox {
namespace {

std::string along(const VariableSpec& spec) {
  std::string text;
  for (const std::string& dimension : spec.dimensions)
    text += (text.empty() ? "" : ", ") + dimension;
  return text.empty() ? "attribute" : text;
}

// The heading that a variable stands under.
std::string section(const VariableSpec& spec) {
  if (!spec.group.empty()) return spec.group;
  return spec.kind.empty() ? "Root" : "Root of a study of kind " + spec.kind;
}

// "group | name | along | units | meaning" of every row of a table of variables.
std::set<std::string> rows_of_code() {
  std::set<std::string> rows;
  for (const StudyKind* kind : study_kinds())
    for (const VariableSpec& spec : results_schema(*kind).table())
      rows.insert(section(spec) + " | `" + spec.name + "` | " + along(spec) + " | " + spec.units +
                  " | " + spec.meaning + " |");
  return rows;
}

std::set<std::string> rows_of_document() {
  std::ifstream document(std::string(KAPPROX_SOURCE_DIR) + "/docs/results.md");
  std::set<std::string> rows;
  std::string group;
  for (std::string line; std::getline(document, line);) {
    if (line.rfind("## ", 0) == 0) group = line.substr(3);
    if (line.rfind("| `", 0) == 0) rows.insert(fmt::format("{} {}", group, line));
  }
  return rows;
}

std::vector<std::string> missing(const std::set<std::string>& from,
                                 const std::set<std::string>& rows) {
  std::vector<std::string> result;
  std::set_difference(rows.begin(), rows.end(), from.begin(), from.end(),
                      std::back_inserter(result));
  return result;
}

TEST(ResultsSchema, EveryVariableIsDocumented) {
  EXPECT_EQ(missing(rows_of_document(), rows_of_code()), std::vector<std::string>());
}

TEST(ResultsSchema, EverythingDocumentedExists) {
  EXPECT_EQ(missing(rows_of_code(), rows_of_document()), std::vector<std::string>());
}

TEST(ResultsSchema, NoParameterMayBeCalledLikeAVariable) {
  for (const StudyKind* kind : study_kinds())
    for (const VariableSpec& spec : results_schema(*kind).table()) {
      if (!spec.group.empty() || spec.dimensions.empty()) continue;

      EXPECT_TRUE(is_reserved_name(spec.name)) << spec.name;
    }
}

TEST(ResultsSchema, EveryMeasureHasAStandardErrorOrCompares) {
  const std::set<std::string> without = {
      "theory_mean", "theory_variance", "theory_relative_bias", "theory_relative_variance",
      "z_mean", "z_variance", "kurtosis", "largest_share", "case_feature_dim",
      "theory_bias_squared", "theory_normaliser_variance", "multiply_adds",
      // of a series study, whose methods are deterministic
      "log_sum_exp", "log_sum_exp_error", "weight_error", "row_sum_defect", "beyond_radius",
      // and of a study of blocks, likewise
      "score_bias", "score_error", "score_correlation", "kendall_tau", "recall", "captured_mass",
      "output_error", "summary_numbers", "scoring_multiply_adds"};
  std::set<std::string> names;
  for (const StudyKind* kind : study_kinds())
    for (const ColumnText& measure : kind->texts().measures) names.insert(measure.name);

  for (const std::string& name : names) {
    const bool is_error = name.size() > 3 && name.substr(name.size() - 3) == "_se";
    if (is_error || without.count(name) > 0) continue;
    EXPECT_TRUE(names.count(name + "_se") > 0) << name;
  }
}

bool has(const Group& group, const VariableSpec& spec) {
  if (!spec.dimensions.empty()) return group.find(spec.name) != nullptr;
  return std::any_of(group.attributes.begin(), group.attributes.end(),
                     [&spec](const auto& one) { return one.first == spec.name; });
}

void expect_exactly_the_table(const std::string& kind, const std::string& study,
                              std::set<std::string> columns) {
  const ScratchFolder folder;
  run_text(study, folder / "a.h5");

  const std::map<std::string, Group> groups = read_file(folder / "a.h5");

  const std::vector<VariableSpec>& table = results_schema(*study_kind(kind)).table();
  columns.insert({"config", "case", "trial", "problem", "entry", "scalar"});
  for (const VariableSpec& spec : table) {
    EXPECT_TRUE(has(groups.at(spec.group), spec)) << spec.group << "/" << spec.name;
    const Variable* variable = groups.at(spec.group).find(spec.name);
    if (variable == nullptr) continue;
    EXPECT_EQ(variable->dimensions, spec.dimensions) << spec.name;
  }
  for (const auto& group : groups)
    for (const Variable& variable : group.second.variables) {
      const bool known = std::any_of(table.begin(), table.end(), [&](const VariableSpec& spec) {
        return spec.group == group.first && spec.name == variable.name;
      });
      EXPECT_TRUE(known || columns.count(variable.name) > 0) << variable.name;
    }
}

TEST(ResultsSchema, AFileHoldsExactlyTheTableAndTheColumnsOfTheStudy) {
  expect_exactly_the_table(
      "kernel",
      "kind = \"kernel\"\nname = \"schema\"\nseed = 5\ntrials = 5\nkeep = 2\n[inputs]\nsource = "
      "\"plane\"\ndim = 4\nnorm = 0.5\nangle = [0.3, 1.0]\n[[methods]]\nmethod = \"trig\"\nm = 8\n",
      {"m", "directions", "centre", "dim", "norm", "query_norm", "key_norm", "angle"});
}

TEST(ResultsSchema, SoDoesAFileOfAnAttentionStudy) {
  expect_exactly_the_table(
      "attention",
      "kind = \"attention\"\nname = \"schema\"\nseed = 5\ntrials = 5\nkeep = 2\n[inputs]\n"
      "source = \"gaussian\"\ndim = 4\nn = 6\nstd = 0.5\nmask = [\"none\", \"causal\"]\n"
      "[[methods]]\nmethod = \"noisy\"\n[[methods]]\nmethod = \"local\"\nwindow = 2\n",
      {"stretch", "spread", "period", "window", "inner", "dim", "std", "replicate", "n",
       "n_queries", "mask", "input_window"});
}

TEST(ResultsSchema, SoDoesAFileOfASpectrumStudy) {
  expect_exactly_the_table(
      "spectrum",
      "kind = \"spectrum\"\nname = \"schema\"\nseed = 5\ntrials = 5\nkeep = 2\n[inputs]\n"
      "source = \"gaussian\"\ndim = 4\nn = 6\nstd = 0.5\n[[methods]]\nmethod = \"local\"\nwindow "
      "= 2\n",
      {"window", "inner", "dim", "std", "replicate", "n", "n_queries", "mask", "input_window"});
}

TEST(ResultsSchema, SoDoesAFileOfASeriesStudy) {
  expect_exactly_the_table(
      "series",
      "kind = \"series\"\nname = \"schema\"\nseed = 5\ntrials = 5\nkeep = 2\n[inputs]\n"
      "source = \"gaussian\"\nn = 6\nstd = 0.5\n[[methods]]\nmethod = \"series\"\norder = 2\n",
      {"order", "n", "std", "replicate"});
}

TEST(ResultsSchema, SoDoesAFileOfAStudyOfBlocks) {
  expect_exactly_the_table(
      "blocks",
      "kind = \"blocks\"\nname = \"schema\"\nseed = 5\ntrials = 5\nkeep = 2\n[inputs]\n"
      "source = \"gaussian\"\ndim = 4\nn = 6\nstd = 0.5\nblock = 2\ntop_k = 1\n[[methods]]\n"
      "method = \"mean\"\n",
      {"log_size", "dim", "std", "replicate", "n", "n_queries", "mask", "window", "block", "top_k",
       "own_block", "calibration"});
}

TEST(ResultsSchema, CoordinatesThatNoKeyNamesHaveWords) {
  const ScratchFolder folder;
  run_text(
      "kind = \"blocks\"\nname = \"schema\"\nseed = 5\ntrials = 5\n[inputs]\nsource = "
      "\"gaussian\"\ndim = 4\nn = 6\nstd = 0.5\nblock = 2\ntop_k = 1\n[[methods]]\nmethod = "
      "\"mean\"\n",
      folder / "a.h5");
  const Group root = root_of(folder / "a.h5");
  const auto words = [&root](const std::string& name) {
    for (const auto& [key, value] : root.find(name)->attributes)
      if (key == "long_name") return std::get<std::string>(value);
    return std::string();
  };

  EXPECT_EQ(words("n_queries"), "number of queries");
  EXPECT_EQ(words("block"), "keys in a block, 0 for rows that are not cut");
  EXPECT_EQ(words("std"), "input coordinate std");
}

TEST(ResultsSchema, ACoordinateCalledLikeAParameterGetsAPrefix) {
  const ScratchFolder folder;

  run_text(
      "kind = \"kernel\"\nname = \"schema\"\nseed = 5\ntrials = 5\n[inputs]\nsource = \"sphere\"\n"
      "dim = 4\nnorm = 0.5\n[[methods]]\nmethod = \"colliding\"\nnorm = 3.0\n",
      folder / "a.h5");

  const Group root = root_of(folder / "a.h5");
  EXPECT_EQ(numbers_of(root, "norm"), std::vector<double>{3.0});
  EXPECT_EQ(numbers_of(root, "input_norm"), std::vector<double>{0.5});
}

}  // namespace
}  // namespace kapprox
