// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Inputs of studies whose cases are whole problems: values, and a case per mask.
#include "inputs/small_files.hpp"
#include "message_of.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace kapprox {
namespace {

const Attributes described = {{"units", std::string("1")}, {"long_name", std::string("vectors")}};
const std::vector<InputValue> both_masks = {std::string("none"), std::string("causal")};

std::vector<InputProblem> whole(const std::string& source, AxesGiven axes) {
  return make_problems(spec_of(source, std::move(axes)), 7, CaseUnit::problem);
}

bool same_rows(const Matrix& few, const Matrix& many) {
  return std::equal(few.values().begin(), few.values().end(), many.values().begin());
}

TEST(WholeProblems, GaussianHasACasePerMask) {
  const std::vector<InputProblem> problems = whole("gaussian", {{"dim", {std::int64_t{3}}},
                                                                {"std", {0.5, 1.0}},
                                                                {"n", {std::int64_t{4}}},
                                                                {"mask", both_masks},
                                                                {"window", {std::int64_t{2}}}});

  ASSERT_EQ(problems.size(), 2U);
  const InputProblem& problem = problems[0];
  EXPECT_EQ(problem.values.rows(), 4);
  EXPECT_EQ(problem.values.cols(), 3);
  ASSERT_EQ(problem.cases.size(), 2U);
  EXPECT_FALSE(problem.cases[0].mask.causal);
  EXPECT_TRUE(problem.cases[1].mask.causal);
  EXPECT_EQ(problem.cases[1].mask.window, 2);
  EXPECT_EQ(text(problem.cases[1], "mask"), "causal");
  EXPECT_EQ(number(problem.cases[1], "window"), 2.0);
  EXPECT_EQ(number(problem.cases[1], "n"), 4.0);
  EXPECT_EQ(problem.cases[1].key_text,
            "gaussian/dim=3/replicate=0/std=0.5/n=4/mask=causal/window=2");
  EXPECT_EQ(problem.where, "study.toml:5: inputs");
}

TEST(WholeProblems, GaussianValuesMoveNoQueryAndNoKeyAndDoNotScale) {
  const AxesGiven few = {{"dim", {std::int64_t{3}}}, {"std", {0.5}}, {"n", {std::int64_t{4}}}};
  AxesGiven more = few;
  more["n"] = {std::int64_t{9}};
  more["std"] = {0.25};

  const InputProblem pairs = make_problems(spec_of("gaussian", few), 7).front();
  const InputProblem problem = whole("gaussian", few).front();
  const InputProblem longer = whole("gaussian", more).front();

  EXPECT_EQ(problem.key, pairs.key);
  EXPECT_TRUE(same_rows(problem.queries, pairs.queries));
  EXPECT_TRUE(same_rows(problem.keys, pairs.keys));
  EXPECT_TRUE(same_rows(problem.values, longer.values));
  EXPECT_NE(problem.values(0, 0), problem.keys(0, 0));
  EXPECT_NE(problem.values(0, 0), problem.queries(0, 0));
}

// Two query heads on one key head of 4 keys, values of width 3.
Group grouped(const Attributes& attributes) {
  Group group = group_of(SmallFile{.heads = 2, .kv_heads = 1, .attributes = attributes});
  group.dimensions.emplace_back("dim_v", 3);
  group.variables.push_back({"v", {"kv_head", "key", "dim_v"}, entries(1, 4, 3, 0.5), described});
  return group;
}

TEST(WholeProblems, AFileGivesValuesByKeyHeadAndItsOwnMask) {
  const FileFixture file;
  file.write(grouped({{"causal", std::int64_t{1}}, {"logit_scale", 4.0}}));

  const std::vector<InputProblem> problems =
      make_problems(file.spec({{"temperature", {1.0, 2.0}}}), 1, CaseUnit::problem);

  ASSERT_EQ(problems.size(), 4U);
  const InputProblem& problem = problems[3];  // head 1 at temperature 2
  EXPECT_EQ(problem.values(2, 1), 0.5 * entry(0, 2, 1));
  EXPECT_EQ(problem.keys(3, 0), -std::sqrt(2.0) * entry(0, 3, 0));
  ASSERT_EQ(problem.cases.size(), 1U);
  EXPECT_TRUE(problem.cases[0].mask.causal);
  EXPECT_EQ(number(problem.cases[0], "head"), 1.0);
  EXPECT_EQ(number(problem.cases[0], "n"), 4.0);
  EXPECT_EQ(number(problem.cases[0], "n_queries"), 3.0);
  EXPECT_EQ(problem.cases[0].key_text,
            problem.key + "/scale=4/temperature=2/centre=none/mask=causal/window=0");
  EXPECT_EQ(problems[1].key, problems[0].key);  // the temperature names no problem
}

TEST(WholeProblems, TheTablesMaskComesBeforeTheFiles) {
  const FileFixture file;
  file.write(grouped({{"causal", std::int64_t{1}}}));

  const InputProblem problem =
      make_problems(file.spec({{"mask", both_masks}}), 1, CaseUnit::problem).front();

  ASSERT_EQ(problem.cases.size(), 2U);
  EXPECT_FALSE(problem.cases[0].mask.causal);
  EXPECT_TRUE(problem.cases[1].mask.causal);
}

TEST(WholeProblems, AKeyMaskHidesKeysAlsoFromTheCentre) {
  Group group = grouped({});
  group.variables.push_back(
      {"key_mask", {"key"}, std::vector<std::int64_t>{1, 0, 1, 0}, described});
  auto& values = std::get<std::vector<double>>(group.variables[2].data);
  values[4] = std::numeric_limits<double>::quiet_NaN();  // row 1
  const FileFixture file;
  file.write(group);

  const InputProblem problem =
      make_problems(file.spec({{"centre", {std::string("keys")}}, {"scale", {1.0}}}), 1,
                    CaseUnit::problem)
          .front();

  EXPECT_EQ(problem.cases[0].mask.keys, (std::vector<std::uint8_t>{1, 0, 1, 0}));
  EXPECT_EQ(number(problem.cases[0], "hidden_keys"), 2.0);
  const double mean = -(entry(0, 0, 0) + entry(0, 2, 0)) / 2.0;
  EXPECT_DOUBLE_EQ(problem.keys(2, 0), -entry(0, 2, 0) - mean);
}

TEST(WholeProblems, AFileWithoutValuesIsRefused) {
  const FileFixture file;
  file.write(SmallFile{});

  const std::string message =
      message_of<InputError>([&] { make_problems(file.spec(), 1, CaseUnit::problem); });

  EXPECT_NE(message.find("a.h5: has no v, but must hold values"), std::string::npos) << message;
  EXPECT_NE(message.find("add the dataset v"), std::string::npos) << message;
}

TEST(WholeProblems, AnNpyFileIsToldThatItHoldsOneArray) {
  const FileFixture file;
  write_bytes(file.folder() / "x.npy", npy(2, 2, {1, 2, 3, 4}));

  const std::string message = message_of<InputError>([&] {
    make_problems(file.spec({{"path", {std::string("x.npy")}}}), 1, CaseUnit::problem);
  });

  EXPECT_NE(message.find("write q, k and v into an HDF5 file, as a .npy holds one array"),
            std::string::npos)
      << message;
}

}  // namespace
}  // namespace kapprox
