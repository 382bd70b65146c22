// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Studies of kind blocks: the numbers of the file against plain loops, the exact scorer against
// what can be reached, calibration, what is undefined, and digests.
#include "message_of.hpp"
#include "study/blocks_by_hand.hpp"
#include "study/kinds/blocks_reference.hpp"
#include "study/kinds/query_blocks.hpp"
#include "study/study_fixture.hpp"
#include "tolerances.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace kapprox {
namespace {

std::string blocks_study(const std::string& inputs, const std::string& methods) {
  return "kind = \"blocks\"\nname = \"blocks\"\nseed = 5\ntrials = 1\n[inputs]\n" + inputs +
         methods;
}

Group run_blocks(const std::string& inputs, const std::string& methods) {
  const ScratchFolder folder;
  run_text(blocks_study(inputs, methods), folder / "a.h5");
  return root_of(folder / "a.h5");
}

std::string method(const std::string& words) { return "[[methods]]\nmethod = " + words + "\n"; }

// 18 keys, 14 queries: blocks of 4, of which the last has 2.
const std::string grouped =
    "source = \"grouped\"\ndim = 3\nn = 18\nqueries = 14\ngroup = 4\nmean_std = 1.0\nspread = 0.8\n"
    "unequal = 0.5\nscale = 2.0\n";

TEST(BlocksStudy, NumbersOfTheFileAreThoseOfPlainLoops) {
  const std::string inputs =
      grouped +
      "mask = [\"none\", \"causal\"]\nwindow = [0, 11]\nblock = [4, 3]\ntop_k = [1, 2]\n"
      "own_block = [\"slot\", \"extra\", \"none\"]\ncalibration = [0, 3]\n";
  const Plan plan = plan_of(blocks_study(inputs, method("\"mean\"")));
  const InputProblem& problem = plan.problems.at(0);
  ASSERT_EQ(problem.cases.size(), 96U);

  const Group root = run_blocks(inputs, method("\"mean\""));

  int undefined = 0;
  for (std::size_t c = 0; c < problem.cases.size(); ++c) {
    const Case& one = problem.cases[c];
    for (const auto& [name, expected] : blocks_by_hand(problem, one, mean_score_by_hand)) {
      const double found = numbers_of(root, name).at(c);
      if (std::isnan(expected))
        EXPECT_TRUE(std::isnan(found)) << one.key_text << ": " << name;
      else
        EXPECT_NEAR(found, expected, tolerance::blocks_study) << one.key_text << ": " << name;
    }
    const bool is_undefined = texts_of(root, "status").at(c) == "undefined";
    EXPECT_EQ(is_undefined, numbers_of(root, "choosing_queries").at(c) == 0.0) << one.key_text;
    EXPECT_EQ(has_choice(problem, one), !is_undefined) << one.key_text;
    if (is_undefined) ++undefined;
  }
  EXPECT_EQ(undefined, 16);  // own_block = slot takes the only slot: 2 · 2 · 2 · 2 cases
}

// 8 queries of 8 keys in blocks of 2, of which those closer than 3 are seen: position 5 sees three
// blocks, 6 and 7 see two, which is no choice.
TEST(BlocksStudy, ACaseHasAChoiceWhereSomeMeasuredQueryHas) {
  const Plan plan = plan_of(blocks_study(
      "source = \"gaussian\"\ndim = 2\nn = 8\nstd = 0.5\nwindow = 3\nblock = 2\ntop_k = 2\n"
      "own_block = \"none\"\ncalibration = [5, 6]\n",
      method("\"mean\"")));
  const InputProblem& problem = plan.problems.at(0);

  EXPECT_TRUE(has_choice(problem, problem.cases.at(0)));
  EXPECT_FALSE(has_choice(problem, problem.cases.at(1)));
}

// Of the three pairs one is tied in the scores and none in the exact ones: τ_b = 2/√(2 · 3).
TEST(BlocksStudy, TiesCountAsKendallSays) {
  const std::vector<double> scores = {1.0, 1.0, 2.0};
  const std::vector<double> exact = {1.0, 2.0, 3.0};
  const std::vector<double> equal = {1.0, 1.0, 1.0};

  EXPECT_NEAR(agreement_of(scores, exact).kendall_tau, 2.0 / std::sqrt(6.0),
              tolerance::blocks_study);
  EXPECT_TRUE(std::isnan(agreement_of(equal, exact).kendall_tau));
  EXPECT_TRUE(std::isnan(agreement_of(equal, exact).correlation));
}

// One value, rounded in other ways, has no correlation with anything.
TEST(BlocksStudy, ScoresEqualWithinRoundingAreConstant) {
  const std::vector<double> rounded = {0.3, 0.1 + 0.2, 0.3, 0.1 + 0.2};
  const std::vector<double> near = {0.3, 0.3 + 1e-12, 0.3, 0.3 + 1e-12};
  const std::vector<double> scores = {1.0, 2.0, 1.0, 2.0};
  const std::vector<double> many(10'001, 0.1);

  EXPECT_TRUE(std::isnan(agreement_of(scores, rounded).correlation));
  EXPECT_TRUE(std::isnan(agreement_of(rounded, scores).correlation));
  EXPECT_NEAR(agreement_of(scores, near).correlation, 1.0, tolerance::blocks_study);
  EXPECT_EQ(agreement_of(scores, rounded).kendall_tau, 1.0);  // ties are ties of bits
  EXPECT_TRUE(std::isnan(agreement_of(many, many).correlation));
}

TEST(BlocksStudy, ExactScoresReachWhatCanBeReached) {
  const Group root =
      run_blocks(grouped + "mask = \"causal\"\nblock = 4\ntop_k = [2, 3]\n", method("\"exact\""));

  for (std::size_t c = 0; c < 2; ++c) {
    EXPECT_EQ(numbers_of(root, "recall").at(c), 1.0);
    EXPECT_NEAR(numbers_of(root, "kendall_tau").at(c), 1.0, tolerance::blocks_study);
    EXPECT_NEAR(numbers_of(root, "score_correlation").at(c), 1.0, tolerance::blocks_study);
    EXPECT_NEAR(numbers_of(root, "score_error").at(c), 0.0, tolerance::blocks_study);
    EXPECT_NEAR(numbers_of(root, "captured_mass").at(c),
                numbers_of(root, "exact_captured_mass").at(c), tolerance::blocks_study);
    EXPECT_NEAR(numbers_of(root, "output_error").at(c),
                numbers_of(root, "exact_output_error").at(c), tolerance::blocks_study);
  }
}

// Its scores are no log-sum-exp: they have no bias.
TEST(BlocksStudy, ScorersThatOnlyRankHaveNoScoreError) {
  const Group root = run_blocks(grouped + "block = 6\ntop_k = 2\n", method("\"spla\""));

  EXPECT_TRUE(std::isnan(numbers_of(root, "score_bias").at(0)));
  EXPECT_TRUE(std::isnan(numbers_of(root, "score_error").at(0)));
  EXPECT_GT(numbers_of(root, "kendall_tau").at(0), 0.5);
  EXPECT_EQ(texts_of(root, "status").at(0), "ok");
}

// 5 queries are looked at beforehand: the score is that of a landmark given by hand.
TEST(BlocksStudy, CalibrationQueriesAreForScorersAlone) {
  const std::string inputs = grouped + "block = 6\ntop_k = 2\nown_block = \"none\"\n";
  const Plan plan = plan_of(blocks_study(inputs, method("\"mean\"")));
  const Matrix& queries = plan.problems.at(0).queries;
  std::string mean;
  for (Index l = 0; l < 3; ++l) {
    double sum = 0.0;
    for (Index i = 0; i < 5; ++i) sum += queries(i, l);
    mean += fmt::format("{}{:.17g}", l == 0 ? "" : ", ", sum / 5.0);
  }

  const Group root = run_blocks(
      inputs + "calibration = 5\n",
      method("\"hils\"\nlandmark = \"mean_query\"") +
          method("\"hils\"\nlabel = \"by hand\"\nlandmark = \"given\"\nvector = [[" + mean + "]]"));

  EXPECT_EQ(numbers_of(root, "choosing_queries").at(0), 9.0);
  EXPECT_LT(numbers_of(root, "score_bias").at(0), 0.0);
  EXPECT_NEAR(numbers_of(root, "score_bias").at(0), numbers_of(root, "score_bias").at(1),
              tolerance::blocks_study);
}

TEST(BlocksStudy, AScorerWithoutItsCalibrationIsRefused) {
  const std::string message = message_of<InputError>([] {
    plan_of(blocks_study(grouped + "block = 6\ntop_k = 2\n",
                         method("\"hils\"\nlandmark = \"mean_query\"")));
  });

  EXPECT_NE(message.find("add calibration = 64"), std::string::npos) << message;
}

std::string blocks_of_logits(const std::string& root_of_logits, const std::string& choice) {
  return "source = \"grouped\"\ndim = 3\nn = 12\ngroup = 4\nmean_std = " + root_of_logits +
         "\nspread = " + root_of_logits + "\nscale = [" + root_of_logits +
         "]\nblock = 4\nown_block = \"none\"\n" + choice;
}

void expect_says(const Group& root, std::size_t point, const std::string& words) {
  const std::string& message = texts_of(root, "message").at(point);

  EXPECT_NE(message.find(words), std::string::npos) << message;
}

// Logits near 1e200: their squares leave double, those of scores and those of theirs in a block.
TEST(BlocksStudy, AScoreBeyondDoubleFailsWithItsKeys) {
  const Group root =
      run_blocks(blocks_of_logits("1e100", "top_k = [1, 3]\n"), method("\"second_order\""));

  // With three slots for three blocks nothing is chosen, nor measured.
  EXPECT_EQ(texts_of(root, "status"), (std::vector<std::string>{"failed", "undefined"}));
  expect_says(root, 0,
              "query 0: the score of keys 0 … 3 is beyond the range of double or NaN, but must be "
              "finite; scale queries and keys down");
}

TEST(BlocksStudy, MeasuresBeyondDoubleFailAndFactsAreNaN) {
  const Group root = run_blocks(blocks_of_logits("1e100", "top_k = 1\n"),
                                method("\"mean\"") + method("\"exact\""));

  for (std::size_t p = 0; p < 2; ++p) {
    EXPECT_EQ(texts_of(root, "status").at(p), "failed");
    expect_says(root, p, "block_score_std leaves the range of double");
    EXPECT_TRUE(std::isnan(numbers_of(root, "score_correlation").at(p)));
    EXPECT_TRUE(std::isnan(numbers_of(root, "recall").at(p)));
  }
  EXPECT_TRUE(std::isnan(numbers_of(root, "block_score_std").at(0)));
  EXPECT_TRUE(std::isnan(numbers_of(root, "within_block_std").at(0)));
}

// Not reached by any study so far: means of log-sum-exps overflow after squares do.
TEST(BlocksStudy, AFactThatIsNaNIsNeverOk) {
  const StudyKind& kind = *study_kind("blocks");
  const auto status = [&](const std::vector<double>& facts) {
    PointState state(kind.scalars().size());
    state.tail.add(std::vector<double>(kind.scalars().size(), 0.5));
    const PointContext context{facts, false, 1, {}};
    return kind.status(state, context, kind.measure(state, context));
  };
  constexpr double none = std::numeric_limits<double>::quiet_NaN();

  EXPECT_EQ(status({1.0, 2.0, 3.0, 1.0, 1.0, 0.5, 0.5, 0.9, 0.1}).word, "ok");
  EXPECT_EQ(status({none, 2.0, 3.0, 1.0, 1.0, 0.5, 0.5, 0.9, 0.1}).word, "undefined");
  EXPECT_EQ(status({none, 2.0, 3.0, 1.0, 1.0, 0.5, 0.5, 0.9, 0.1})
                .message.rfind("mean_log_sum_exp leaves the range of double", 0),
            0U);
}

// Squares of logits of 1e140 are within double.
TEST(BlocksStudy, LargeScoresWithinDoubleAreMeasured) {
  const Group root = run_blocks(blocks_of_logits("1e70", "top_k = 1\n"), method("\"exact\""));

  EXPECT_EQ(texts_of(root, "status").at(0), "ok");
  EXPECT_NEAR(numbers_of(root, "score_correlation").at(0), 1.0, tolerance::blocks_study);
}

TEST(BlocksStudy, ValuesThatAreAllZeroLeaveTheOutputErrorUndefined) {
  const ScratchFolder folder;
  write_head(folder / "zero.h5", 9, 0.0);

  const Group root = run_blocks("source = \"file\"\npath = \"" + (folder / "zero.h5").string() +
                                    "\"\nblock = 3\ntop_k = 1\nown_block = \"none\"\n",
                                method("\"mean\""));

  EXPECT_EQ(texts_of(root, "status").at(0), "undefined");
  expect_says(root, 0, "scale values that are all 0");
  EXPECT_TRUE(std::isnan(numbers_of(root, "output_error").at(0)));
  EXPECT_GT(numbers_of(root, "captured_mass").at(0), 0.0);
}

TEST(BlocksStudy, DigestsDoNotHangOnRunThreadsOrOrder) {
  const ScratchFolder folder;
  const std::string forwards =
      blocks_study(grouped + "block = [3, 4]\ntop_k = [1, 2]\nown_block = [\"extra\", \"none\"]\n",
                   method("\"mean\"") + method("\"exact\""));
  const std::string backwards =
      blocks_study(grouped + "block = [4, 3]\ntop_k = [2, 1]\nown_block = [\"none\", \"extra\"]\n",
                   method("\"exact\"") + method("\"mean\""));

  const RunReport first = run_text(forwards, folder / "a.h5", 1);

  EXPECT_EQ(run_text(forwards, folder / "b.h5", 2).content_digest, first.content_digest);
  EXPECT_EQ(run_text(backwards, folder / "c.h5", 1).content_digest, first.content_digest);
}

}  // namespace
}  // namespace kapprox
