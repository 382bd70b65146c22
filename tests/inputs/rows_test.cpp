// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Rows of logits: laws of synthetic ones, those of heads beside plain products, blocks, masks,
// datasets of logits, refusals.
#include "inputs/small_files.hpp"
#include "message_of.hpp"

#include <kapprox/error.hpp>

#include <cmath>

namespace kapprox {
namespace {

const Attributes described = {{"units", std::string("1")}, {"long_name", std::string("numbers")}};

std::vector<InputProblem> rows(const InputSpec& spec) {
  return make_problems(spec, 7, CaseUnit::row);
}

std::vector<double> logits_of(const InputProblem& problem, std::size_t which = 0) {
  const std::span<const double> row = problem.queries.row(problem.cases.at(which).query);
  return {row.begin(), row.end()};
}

std::string refusal(const InputSpec& spec) {
  return message_of<InputError>([&] { rows(spec); });
}

// q·k of SmallFile at scale 1: queries are entries, keys their negatives.
double plain(std::int64_t head, std::int64_t query, std::int64_t key) {
  double sum = 0.0;
  for (std::int64_t j = 0; j < 2; ++j) sum -= entry(head, query, j) * entry(head, key, j);
  return sum;
}

TEST(Rows, TwoPointsAreHalfAtEachEnd) {
  const InputProblem problem =
      rows(spec_of("two_point", {{"gap", {3.0}}, {"n", {std::int64_t{4}}}})).front();

  EXPECT_EQ(logits_of(problem), (std::vector<double>{-1.5, -1.5, 1.5, 1.5}));
  EXPECT_EQ(number(problem.cases[0], "n"), 4.0);
  EXPECT_EQ(number(problem.cases[0], "gap"), 3.0);
  for (const auto& coordinate : problem.cases[0].coordinates)
    EXPECT_NE(coordinate.first, "replicate");  // nothing is drawn
}

TEST(Rows, UniformOnesStayWithinTheSpreadAndFillIt) {
  const InputProblem problem =
      rows(spec_of("uniform", {{"n", {std::int64_t{1000}}}, {"spread", {2.0}}})).front();

  const std::vector<double> row = logits_of(problem);
  const auto [least, largest] = std::minmax_element(row.begin(), row.end());
  EXPECT_GE(*least, -1.0);
  EXPECT_LE(*largest, 1.0);
  EXPECT_GT(*largest - *least, 1.96);  // beyond 20 means of 2/1000 at each end: e^-20
}

TEST(Rows, ScalesAndLengthsShareADraw) {
  for (const std::string source : {"gaussian", "heavy_tail"}) {
    AxesGiven axes = {{"n", {std::int64_t{5}, std::int64_t{9}}}, {"std", {1.0, 2.0}}};
    if (source == "heavy_tail") axes["tail"] = {std::int64_t{3}};

    const std::vector<InputProblem> problems = rows(spec_of(source, axes));

    ASSERT_EQ(problems.size(), 2U);
    for (std::size_t j = 0; j < 5; ++j) {
      EXPECT_EQ(logits_of(problems[0], 1)[j], 2.0 * logits_of(problems[0], 0)[j]);
      EXPECT_EQ(logits_of(problems[1], 0)[j], logits_of(problems[0], 0)[j]);
    }
  }
}

TEST(Rows, OfAHeadAreItsProductsUnderItsMask) {
  const FileFixture file;
  file.write(SmallFile{
      .rows = 3, .key_rows = 4, .attributes = {{"causal", std::int64_t{1}}, {"logit_scale", 0.5}}});

  const std::vector<InputProblem> problems = rows(file.spec({{"head", {std::int64_t{1}}}}));

  ASSERT_EQ(problems.size(), 3U);  // query i stands at key i + 1: rows of 2, 3 and 4 logits
  for (std::size_t i = 0; i < 3; ++i) {
    const std::vector<double> row = logits_of(problems[i]);
    ASSERT_EQ(row.size(), i + 2);
    EXPECT_EQ(number(problems[i].cases[0], "query"), static_cast<double>(i));
    for (std::size_t j = 0; j < row.size(); ++j) {
      const double expected =
          0.5 * plain(1, static_cast<std::int64_t>(i), static_cast<std::int64_t>(j));
      EXPECT_NEAR(row[j], expected, tolerance::pair_geometry * std::abs(expected));
    }
  }
}

TEST(Rows, AreCutIntoBlocksWithAShortLastOne) {
  const FileFixture file;
  Group group = group_of(SmallFile{.heads = 1, .kv_heads = 1, .rows = 1, .key_rows = 5});
  group.variables.push_back(
      {"key_mask", {"key"}, std::vector<std::int64_t>{1, 0, 1, 1, 1}, described});
  file.write(group);

  const std::vector<InputProblem> problems =
      rows(file.spec({{"block", {std::int64_t{0}, std::int64_t{2}}}, {"scale", {1.0}}}));

  ASSERT_EQ(problems.size(), 3U);  // of 4 logits, of 1, of 2
  EXPECT_EQ(logits_of(problems[0]).size(), 4U);
  ASSERT_EQ(problems[1].cases.size(), 2U);
  EXPECT_EQ(number(problems[1].cases[0], "first_key"), 0.0);        // its second key is hidden
  EXPECT_EQ(number(problems[1].cases[1], "first_key"), 4.0);        // the short last block
  EXPECT_NEAR(logits_of(problems[1], 1)[0], plain(0, 0, 4), 1e-9);  // of size some 1000
  ASSERT_EQ(problems[2].cases.size(), 1U);
  EXPECT_NEAR(logits_of(problems[2])[0], plain(0, 0, 2), 1e-9);
  EXPECT_NEAR(logits_of(problems[2])[1], plain(0, 0, 3), 1e-9);
}

TEST(Rows, OfADatasetAreAsTheyStand) {
  const FileFixture file;
  Group group;
  group.dimensions = {{"row", 2}, {"n", 3}};
  group.variables.push_back(
      {"logits", {"row", "n"}, std::vector<double>{1.0, 2.0, 3.0, -1.0, 0.0, 5.0}, described});
  file.write(group);

  const InputProblem problem = rows(file.spec({{"temperature", {2.0}}})).front();

  EXPECT_EQ(logits_of(problem, 0), (std::vector<double>{0.5, 1.0, 1.5}));
  EXPECT_EQ(logits_of(problem, 1), (std::vector<double>{-0.5, 0.0, 2.5}));
  EXPECT_NE(refusal(file.spec({{"head", {std::int64_t{0}}}}))
                .find("inputs: head is given, but must be left out where the file holds logits"),
            std::string::npos);
}

TEST(Rows, OfANpyMatrixAreAsTheyStand) {
  const FileFixture file;
  write_bytes(file.folder() / "rows.npy", npy(2, 3, {1.0, 2.0, 3.0, -1.0, 0.0, 5.0}));
  const AxesGiven axes = {{"path", {std::string("rows.npy")}},
                          {"scale", {3.0}},
                          {"temperature", {2.0}},
                          {"block", {std::int64_t{0}, std::int64_t{2}}}};

  const std::vector<InputProblem> problems = rows(file.spec(axes));

  ASSERT_EQ(problems.size(), 3U);  // of 3 logits, of 2, of 1
  EXPECT_EQ(logits_of(problems[0], 0), (std::vector<double>{1.5, 3.0, 4.5}));
  EXPECT_EQ(logits_of(problems[0], 1), (std::vector<double>{-1.5, 0.0, 7.5}));
  EXPECT_EQ(logits_of(problems[1], 1), (std::vector<double>{-1.5, 0.0}));
  EXPECT_EQ(logits_of(problems[2], 1), std::vector<double>{7.5});
  EXPECT_EQ(text(problems[0].cases[0], "file"), "rows.npy");
  EXPECT_EQ(number(problems[0].cases[1], "query"), 1.0);
  EXPECT_EQ(number(problems[2].cases[1], "first_key"), 2.0);
  EXPECT_EQ(number(problems[0].cases[0], "logit_scale"), 1.5);
}

TEST(Rows, WithoutAKeyToSeeAreRefused) {
  const FileFixture file;
  Group group = group_of(SmallFile{.heads = 1, .kv_heads = 1, .rows = 1, .key_rows = 1});
  group.variables.push_back({"key_mask", {"key"}, std::vector<std::int64_t>{0}, described});
  file.write(group);

  EXPECT_EQ(refusal(file.spec()),
            "study.toml:6: inputs: path gives no row, but must be a file where some query sees a "
            "key; change the mask or the file's key_mask");
}

TEST(Rows, WhoseSquaresLeaveDoubleAreRefusedAsLogits) {
  const FileFixture file;
  write_bytes(file.folder() / "rows.npy", npy(2, 2, {1.0, 2.0, 1e200, 0.0}));

  EXPECT_EQ(refusal(file.spec({{"path", {std::string("rows.npy")}}})),
            "study.toml:5: inputs: the squared norm of the logits of row 1 is inf, but must be at "
            "most 1e+301 to stay within the range of double; scale the logits down");
}

TEST(Rows, BadKeysGetOneSentence) {
  EXPECT_EQ(refusal(spec_of("two_point", {{"gap", {1.0}}, {"n", {std::int64_t{3}}}})),
            "study.toml:7: inputs: n is 3, but must be even, as half of the logits lie at each "
            "end; change it");
  EXPECT_EQ(
      refusal(spec_of("gaussian",
                      {{"n", {std::int64_t{3}}}, {"std", {1.0}}, {"dim", {std::int64_t{2}}}})),
      "study.toml:6: inputs: dim is unknown to the source gaussian, but must be one of n, "
      "std or replicate; remove it");
  EXPECT_EQ(
      refusal(spec_of("sphere", {})),
      "study.toml:5: inputs: source is \"sphere\", which gives no rows of logits, but must be "
      "gaussian, uniform, two_point, heavy_tail or file where the cases of a study are rows "
      "of logits; change it");
  EXPECT_NE(message_of<InputError>([] {
              make_problems(spec_of("uniform", {}), 1);
            }).find("which gives rows of logits alone, but must be plane,"),
            std::string::npos);
  const FileFixture file;
  file.write(SmallFile{});
  EXPECT_EQ(refusal(file.spec({{"queries", {std::int64_t{4}}}})),
            "study.toml:7: inputs: queries is 4, but must be at most 3, all there are; lower it");
  EXPECT_EQ(refusal(file.spec({{"block", {std::int64_t{-1}}}})),
            "study.toml:6: inputs: block is -1, but must be a whole number of at least 0; change "
            "it");
}

}  // namespace
}  // namespace kapprox
