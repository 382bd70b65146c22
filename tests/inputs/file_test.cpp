// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The source "file": heads, grouped queries, scaling, centring, choice of pairs, and a key that
// depends on the bytes alone.
#include "inputs/small_files.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace kapprox {
namespace {

const std::vector<InputValue> one_as_scale = {1.0};

// The first component of row 0 of a problem's keys with scale 1 tells which key head it is.
std::int64_t key_head(const InputProblem& problem) {
  return static_cast<std::int64_t>(-problem.keys(0, 0)) / 1000;
}

TEST(File, OneProblemPerHeadWithAllPairs) {
  const FileFixture file;
  file.write(SmallFile{});

  const std::vector<InputProblem> problems = file.problems({{"scale", one_as_scale}});

  ASSERT_EQ(problems.size(), 2U);
  EXPECT_EQ(problems[1].cases.size(), 12U);
  EXPECT_EQ(problems[1].ambient_dim, 2);
  EXPECT_FALSE(problems[1].spans_fixed_plane);
  EXPECT_EQ(problems[1].queries(2, 1), entry(1, 2, 1));
  EXPECT_EQ(problems[1].keys(3, 0), -entry(1, 3, 0));
  const Case& one = problems[1].cases[7];
  EXPECT_EQ(one.query, 1);
  EXPECT_EQ(one.key, 3);
  EXPECT_EQ(text(one, "source"), "file");
  EXPECT_EQ(text(one, "file"), "a.h5");
  EXPECT_EQ(number(one, "head"), 1.0);
  EXPECT_EQ(number(one, "query"), 1.0);
  EXPECT_EQ(number(one, "key"), 3.0);
  EXPECT_EQ(one.key_text, problems[1].key + "/scale=1/temperature=1/centre=none/query=1/key=3");
}

TEST(File, HeadChoosesAndKeepsItsNumber) {
  const FileFixture file;
  file.write(SmallFile{.heads = 3, .kv_heads = 3});

  const std::vector<InputProblem> problems =
      file.problems({{"head", {std::int64_t{2}, std::int64_t{0}}}, {"scale", one_as_scale}});

  ASSERT_EQ(problems.size(), 2U);
  EXPECT_EQ(number(problems[0].cases[0], "head"), 2.0);
  EXPECT_EQ(problems[0].queries(0, 0), entry(2, 0, 0));
  EXPECT_EQ(problems[1].queries(0, 0), entry(0, 0, 0));
}

TEST(File, GroupedQueriesFollowKvHeadOf) {
  const FileFixture file;
  file.write(SmallFile{.heads = 4, .kv_heads = 2, .kv_head_of = {1, 0, 0, 1}});

  const std::vector<InputProblem> problems = file.problems({{"scale", one_as_scale}});

  EXPECT_EQ(key_head(problems[0]), 1);
  EXPECT_EQ(key_head(problems[1]), 0);
  EXPECT_EQ(key_head(problems[2]), 0);
  EXPECT_EQ(key_head(problems[3]), 1);
}

TEST(File, GroupedQueriesAreElseConsecutive) {
  const FileFixture file;
  file.write(SmallFile{.heads = 4, .kv_heads = 2});

  const std::vector<InputProblem> problems = file.problems({{"scale", one_as_scale}});

  EXPECT_EQ(key_head(problems[0]), 0);
  EXPECT_EQ(key_head(problems[1]), 0);
  EXPECT_EQ(key_head(problems[2]), 1);
  EXPECT_EQ(key_head(problems[3]), 1);
}

TEST(File, LogitScaleOfTheFileElseOneOverRootD) {
  const FileFixture with;
  with.write(SmallFile{.attributes = {{"logit_scale", 0.25}}});
  const FileFixture without;
  without.write(SmallFile{});

  const InputProblem own = with.problems().front();
  const InputProblem usual = without.problems().front();

  EXPECT_EQ(own.logit_scale, 0.25);
  EXPECT_EQ(own.queries(0, 0), 0.5 * entry(0, 0, 0));
  EXPECT_EQ(own.keys(0, 0), -0.5 * entry(0, 0, 0));
  EXPECT_EQ(usual.logit_scale, 1.0 / std::sqrt(2.0));
  EXPECT_EQ(number(usual.cases[0], "logit_scale"), usual.logit_scale);
}

TEST(File, ScaleReplacesAndTemperatureDivides) {
  const FileFixture file;
  file.write(SmallFile{.heads = 1, .kv_heads = 1, .attributes = {{"logit_scale", 0.25}}});

  const std::vector<InputProblem> problems =
      file.problems({{"scale", {4.0}}, {"temperature", {1.0, 4.0}}});

  ASSERT_EQ(problems.size(), 2U);
  EXPECT_EQ(problems[0].logit_scale, 4.0);
  EXPECT_EQ(problems[1].logit_scale, 1.0);
  EXPECT_EQ(problems[0].queries(0, 1), 2.0 * entry(0, 0, 1));
  EXPECT_EQ(problems[1].queries(0, 1), entry(0, 0, 1));
  EXPECT_EQ(number(problems[1].cases[0], "temperature"), 4.0);
  EXPECT_EQ(problems[0].key, problems[1].key);
  EXPECT_NE(problems[0].cases[0].key_text, problems[1].cases[0].key_text);
}

TEST(File, CentringShiftsEveryLogitOfAQueryAlike) {
  const FileFixture file;
  file.write(SmallFile{.heads = 1, .kv_heads = 1});

  const InputProblem plain = file.problems({{"scale", one_as_scale}}).front();
  const InputProblem keys =
      file.problems({{"centre", {std::string("keys")}}, {"scale", one_as_scale}}).front();

  // Entries are small integers: all sums are exact.
  const double shift = product(plain, plain.cases[0]) - product(keys, keys.cases[0]);
  for (std::size_t key = 1; key < 4; ++key)
    EXPECT_EQ(product(plain, plain.cases[key]) - product(keys, keys.cases[key]), shift);
  EXPECT_NE(shift, 0.0);
  EXPECT_EQ(keys.keys(0, 0) + keys.keys(1, 0) + keys.keys(2, 0) + keys.keys(3, 0), 0.0);
  EXPECT_EQ(keys.queries(0, 0), plain.queries(0, 0));
  EXPECT_EQ(keys.key, plain.key);
}

TEST(File, CentringBothCentresQueriesToo) {
  const FileFixture file;
  file.write(SmallFile{.heads = 1, .kv_heads = 1});

  const InputProblem both =
      file.problems({{"centre", {std::string("both")}}, {"scale", one_as_scale}}).front();

  EXPECT_EQ(both.queries(0, 0) + both.queries(1, 0) + both.queries(2, 0), 0.0);
  EXPECT_EQ(both.keys(0, 0) + both.keys(1, 0) + both.keys(2, 0) + both.keys(3, 0), 0.0);
}

TEST(File, KeyIsOfTheBytesNotOfThePlace) {
  const FileFixture file;
  file.write(SmallFile{});
  std::filesystem::copy_file(file.folder() / "a.h5", file.folder() / "b.h5");
  const FileFixture other;
  other.write(SmallFile{.key_rows = 5});

  const std::string key = file.problems()[1].key;

  EXPECT_EQ(file.problems({{"path", {std::string("b.h5")}}})[1].key, key);
  EXPECT_EQ(file.problems({{"head", {std::int64_t{1}}}})[0].key, key);
  EXPECT_NE(file.problems()[0].key, key);
  EXPECT_NE(other.problems()[1].key, key);
}

TEST(File, EqualHeadsShareTheKeyAndTellTheirCasesApart) {
  const FileFixture file;
  Group group = group_of(SmallFile{});
  for (Variable& variable : group.variables) {
    auto& values = std::get<std::vector<double>>(variable.data);
    std::copy_n(values.begin(), values.size() / 2,
                values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  }
  file.write(group);

  const std::vector<InputProblem> problems = file.problems();

  EXPECT_EQ(problems[0].key, problems[1].key);
  EXPECT_EQ(problems[1].cases[0].key_text, problems[0].cases[0].key_text + "/copy=1");
}

TEST(File, PairsAreAPrefixOfOneOrder) {
  const FileFixture file;
  file.write(SmallFile{.heads = 1, .kv_heads = 1, .rows = 30, .key_rows = 40});

  const InputProblem few = file.problems({{"pairs", {std::int64_t{10}}}}).front();
  const InputProblem many = file.problems({{"pairs", {std::int64_t{1200}}}}).front();
  const InputProblem other = file.problems({{"pairs", {std::int64_t{10}}}}, 2).front();

  ASSERT_EQ(few.cases.size(), 10U);
  std::set<std::string> keys;
  for (const Case& one : many.cases) keys.insert(one.key_text);
  EXPECT_EQ(keys.size(), 1200U);
  bool same_as_other_seed = true;
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(few.cases[i].key_text, many.cases[i].key_text);
    same_as_other_seed = same_as_other_seed && few.cases[i].key_text == other.cases[i].key_text;
  }
  EXPECT_FALSE(same_as_other_seed);
}

TEST(File, ChosenQueriesMeetEveryKey) {
  const FileFixture file;
  file.write(SmallFile{});
  const auto queries_of = [&](std::int64_t count) {
    const std::vector<InputProblem> problems = file.problems({{"queries", {count}}});
    std::vector<Index> queries;
    for (const Case& one : problems[0].cases) queries.push_back(one.query);
    return queries;
  };

  const std::vector<Index> one = queries_of(1);
  const std::vector<Index> two = queries_of(2);

  ASSERT_EQ(one.size(), 4U);
  ASSERT_EQ(two.size(), 8U);
  EXPECT_EQ(std::vector<Index>(two.begin(), two.begin() + 4), one);
  EXPECT_EQ(std::set<Index>(two.begin(), two.end()).size(), 2U);
  EXPECT_EQ(file.problems({{"queries", {std::int64_t{1}}}})[0].cases[3].key, 3);
}

TEST(File, RowPairingMatchesRows) {
  const FileFixture file;
  file.write(SmallFile{.rows = 4, .key_rows = 4});

  const InputProblem problem = file.problems({{"pairing", {std::string("row")}}}).front();

  ASSERT_EQ(problem.cases.size(), 4U);
  for (const Case& one : problem.cases) EXPECT_EQ(one.query, one.key);
}

TEST(File, VectorsServeAsQueriesAndKeys) {
  const FileFixture file;
  Group group;
  group.attributes = {{"layout", std::string("vectors/1")}};
  group.dimensions = {{"sample", 3}, {"dim", 2}};
  group.variables = {{"x",
                      {"sample", "dim"},
                      std::vector<double>{1, 2, 3, 4, 5, 6},
                      {{"units", std::string("1")}, {"long_name", std::string("vectors")}}}};
  file.write(group);

  const InputProblem problem = file.problems({{"scale", one_as_scale}}).front();

  EXPECT_EQ(problem.cases.size(), 9U);
  EXPECT_EQ(product(problem, problem.cases[5]), 3.0 * 5 + 4.0 * 6);
}

TEST(File, NpyMatrixServesAsQueriesAndKeys) {
  const FileFixture file;
  write_bytes(file.folder() / "x.npy", npy(2, 2, {1, 2, 3, 4}));

  const InputProblem problem =
      file.problems({{"path", {std::string("x.npy")}}, {"scale", one_as_scale}}).front();

  ASSERT_EQ(problem.cases.size(), 4U);
  EXPECT_EQ(product(problem, problem.cases[1]), 1.0 * 3 + 2.0 * 4);
}

TEST(File, PathIsLookedUpBesideTheStudy) {
  InputSpec spec =
      spec_of("file", {{"path", {std::string("digits_1797x64.h5")}}, {"pairs", {std::int64_t{5}}}});

  EXPECT_EQ(make_problems(spec, 1).front().queries.rows(), 1797);
}

}  // namespace
}  // namespace kapprox
