// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Cases of studies of blocks, and the source grouped.
#include "inputs/specs.hpp"
#include "message_of.hpp"
#include "stats/moments.hpp"

#include <kapprox/error.hpp>

#include <cmath>
#include <set>

namespace kapprox {
namespace {

using std::int64_t;

AxesGiven grouped(AxesGiven more = {}) {
  AxesGiven axes = {{"dim", {int64_t{4}}},  {"n", {int64_t{10}}}, {"group", {int64_t{4}}},
                    {"mean_std", {1.0}},    {"spread", {0.5}},    {"block", {int64_t{4}}},
                    {"top_k", {int64_t{2}}}};
  for (auto& [name, values] : more) axes[name] = values;
  return axes;
}

std::vector<InputProblem> made(const AxesGiven& axes, CaseUnit unit = CaseUnit::blocks) {
  return make_problems(spec_of("grouped", axes), 7, unit);
}

TEST(BlockCases, AreOnePerBlockTopKOwnBlockAndCalibration) {
  const std::vector<InputProblem> problems =
      made(grouped({{"block", {int64_t{2}, int64_t{4}}},
                    {"top_k", {int64_t{1}, int64_t{3}}},
                    {"own_block", {std::string("none"), std::string("extra")}},
                    {"calibration", {int64_t{0}, int64_t{9}}},
                    {"mask", {std::string("none"), std::string("causal")}}}));

  ASSERT_EQ(problems.size(), 1U);
  std::set<std::string> names;
  for (const Case& one : problems[0].cases) names.insert(one.key_text);
  EXPECT_EQ(names.size(), 32U);
  const Case& last = problems[0].cases.back();
  EXPECT_EQ(last.choice.block, 4);
  EXPECT_EQ(last.choice.top_k, 3);
  EXPECT_EQ(last.choice.own, OwnBlock::extra);
  EXPECT_EQ(last.calibration, 9);
  EXPECT_TRUE(last.mask.causal);
  EXPECT_EQ(number(last, "top_k"), 3.0);
  EXPECT_EQ(text(last, "own_block"), "extra");
}

TEST(BlockCases, OwnBlockTakesASlotByDefault) {
  EXPECT_EQ(made(grouped())[0].cases.at(0).choice.own, OwnBlock::slot);
}

TEST(BlockCases, SomeQueryIsMeasured) {
  const std::string message = message_of<InputError>([] {
    made(grouped({{"calibration", {int64_t{10}}}}));
  });

  EXPECT_NE(message.find("calibration is 10 of 10 queries, but must be at most 9"),
            std::string::npos)
      << message;
}

TEST(BlockCases, BelongToStudiesOfBlocks) {
  const std::string message = message_of<InputError>([] { made(grouped(), CaseUnit::problem); });

  EXPECT_NE(message.find("left out where the cases of a study are whole problems"),
            std::string::npos)
      << message;
}

TEST(BlockCases, AreToldWhichNumberOfARangeIsNotWhole) {
  const std::string message = message_of<InputError>([] {
    made(grouped({{"block", {1.0, 2.5, 4.0}}}));
  });

  EXPECT_NE(message.find("block is 2.5, but must be a whole number"), std::string::npos) << message;
}

TEST(BlockCases, NeedBlockAndTopK) {
  AxesGiven axes = grouped();
  axes.erase("top_k");

  const std::string message = message_of<InputError>([&] { made(axes); });

  EXPECT_NE(message.find("top_k is missing"), std::string::npos) << message;
}

TEST(BlockCases, AreOfWholeProblemsAlone) {
  const std::string message = message_of<InputError>([] {
    make_problems(spec_of("plane", {{"dim", {int64_t{4}}}}), 7, CaseUnit::blocks);
  });

  EXPECT_NE(message.find("where the cases of a study are blocks of keys"), std::string::npos)
      << message;
}

// Keys of one group share their mean; without spread around it they would be equal.
TEST(GroupedSource, KeysOfAGroupStandTogether) {
  const InputProblem problem =
      made(grouped({{"spread", {1e-9}}, {"queries", {int64_t{3}}}})).front();

  EXPECT_EQ(problem.queries.rows(), 3);
  EXPECT_EQ(problem.keys.rows(), 10);
  for (Index l = 0; l < 4; ++l) {
    EXPECT_NEAR(problem.keys(0, l), problem.keys(3, l), 1e-7);  // 100 standard deviations
    EXPECT_NEAR(problem.keys(8, l), problem.keys(9, l), 1e-7);
    EXPECT_GT(std::abs(problem.keys(3, l) - problem.keys(4, l)), 1e-4);
  }
}

TEST(GroupedSource, HasTheLawItSays) {
  const InputProblem problem = made(grouped({{"dim", {int64_t{16}}},
                                             {"n", {int64_t{20'000}}},
                                             {"group", {int64_t{20}}},
                                             {"mean_std", {0.7}},
                                             {"spread", {0.5}},
                                             {"unequal", {0.3}},
                                             {"scale", {2.0}}}))
                                   .front();
  Moments queries;
  Moments means;
  Moments log_spreads;

  for (const double entry : problem.queries.values()) queries.add(entry);
  for (Index g = 0; g < 1000; ++g) {
    double squares = 0.0;
    for (Index l = 0; l < 16; ++l) {
      Moments group;
      for (Index j = 20 * g; j < 20 * g + 20; ++j) group.add(problem.keys(j, l));
      if (l == 0) means.add(group.mean);
      squares += group.variance();
    }
    log_spreads.add(0.5 * std::log(squares / 16.0));
  }

  const double root = 2.0 / 4.0;  // scale/√d
  EXPECT_NEAR(queries.variance(), root * root, 4.0 * queries.variance_standard_error());
  const double mean_variance = 0.49 + 0.25 * std::exp(2.0 * 0.09) / 20.0;
  EXPECT_NEAR(means.variance(), mean_variance, 4.0 * means.variance_standard_error());
  EXPECT_NEAR(log_spreads.mean, std::log(0.5), 4.0 * log_spreads.mean_standard_error() + 0.002);
  EXPECT_NEAR(std::sqrt(log_spreads.variance()), 0.3, 0.03);  // 304 degrees: 0.04 of their own
}

}  // namespace
}  // namespace kapprox
