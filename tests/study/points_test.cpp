// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Single points: measures of a known law, failures, deterministic methods, one trial, values beyond
// the range of double.
#include "study/run.hpp"

#include "message_of.hpp"
#include "study/replay.hpp"
#include "study/study_fixture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <new>
#include <stdexcept>
#include <string>

namespace kapprox {
namespace {

// One case with q·k = 0.5² cos 1.
Group root_of_method(const std::string& method, std::int64_t trials,
                     const std::string& norm = "0.5", const std::string& angle = "1.0") {
  const ScratchFolder folder;
  const std::string study =
      "kind = \"kernel\"\nname = \"points\"\nseed = 5\ntrials = " + std::to_string(trials) +
      "\n[inputs]\nsource = \"plane\"\ndim = 8\nnorm = " + norm + "\nangle = " + angle +
      "\n[[methods]]\n" + method;
  run_text(study, folder / "a.h5");
  return root_of(folder / "a.h5");
}

double number(const Group& root, const std::string& variable) {
  return numbers_of(root, variable).at(0);
}

TEST(Points, MeasuresOfAKnownLaw) {
  const Group root = root_of_method("method = \"normal\"\nspread = 0.1\n", 10'000);

  const double exact = std::exp(0.25 * std::cos(1.0));
  EXPECT_NEAR(number(root, "exact"), exact, 1e-15);
  EXPECT_NEAR(number(root, "mean"), exact * (1.0 + number(root, "relative_bias")), 1e-14);
  EXPECT_NEAR(number(root, "bias"), exact * number(root, "relative_bias"), 1e-14);
  EXPECT_NEAR(
      number(root, "relative_mse"),
      number(root, "relative_variance") * 0.9999 + std::pow(number(root, "relative_bias"), 2),
      1e-14);
  for (const std::string name : {"variance", "variance_se", "mse", "mse_se"})
    EXPECT_NEAR(number(root, name), exact * exact * number(root, "relative_" + name), 1e-14);
  for (const char* name : {"mean_se", "bias_se"})
    EXPECT_NEAR(number(root, name), exact * number(root, "relative_bias_se"), 1e-14) << name;
  EXPECT_DOUBLE_EQ(number(root, "theory_relative_variance"), 0.1 * 0.1);
  EXPECT_NEAR(number(root, "theory_mean"), exact, 1e-15);
  EXPECT_NEAR(number(root, "z_mean"), number(root, "relative_bias") / (0.1 / 100.0), 1e-9);
  // Var(s²) = σ⁴ (3 − (n − 3)/(n − 1))/n = 2σ⁴/(n − 1).
  EXPECT_NEAR(number(root, "z_variance"),
              (number(root, "relative_variance") - 0.01) / (0.01 * std::sqrt(2.0 / 9999.0)), 1e-9);
  EXPECT_LT(std::abs(number(root, "z_mean")), 4.0);
  EXPECT_LT(std::abs(number(root, "z_variance")), 4.0);
  EXPECT_NEAR(number(root, "kurtosis"), 3.0, 4.0 * std::sqrt(24.0 / 10'000.0));
  EXPECT_EQ(texts_of(root, "status").at(0), "ok");
  EXPECT_EQ(texts_of(root, "message").at(0), "");
}

// The kurtosis of independent directions is only a guide where directions are coupled: the measured
// error serves there, theory's where the fourth moment is exact.
TEST(Points, VarianceOfCoupledDirectionsIsJudgedByTheMeasuredError) {
  const auto by_measured_error = [](const Group& root) {
    return (number(root, "relative_variance") - number(root, "theory_relative_variance")) /
           number(root, "relative_variance_se");
  };

  const std::string positive = "method = \"positive\"\nm = 8\ndirections = ";
  const Group coupled = root_of_method(positive + "\"orthogonal\"\n", 1000);
  const Group independent = root_of_method(positive + "\"iid\"\n", 1000);

  EXPECT_NEAR(number(coupled, "z_variance"), by_measured_error(coupled), 1e-9);
  EXPECT_GT(std::abs(number(independent, "z_variance") - by_measured_error(independent)), 1e-3);
}

// A short last chunk that grows to exactly its full length is in the fold, and no longer beside it.
TEST(Points, AChunkThatIsFilledExactlyIsCountedOnce) {
  const ScratchFolder folder;
  const auto study = [](std::int64_t trials) {
    return "kind = \"kernel\"\nname = \"points\"\nseed = 5\ntrials = " + std::to_string(trials) +
           "\n[inputs]\nsource = \"plane\"\ndim = 8\nnorm = 0.5\nangle = 1.0\n"
           "[[methods]]\nmethod = \"trig\"\nm = 1\n";
  };
  const std::int64_t chunk = kernel_chunk(1, 8, 2);  // one case, d = 8, D = 2

  run_text(study(100), folder / "grown.h5");
  run_text(study(chunk), folder / "grown.h5");
  run_text(study(chunk), folder / "whole.h5");

  EXPECT_EQ(integers_of(root_of(folder / "grown.h5"), "trials").at(0), chunk);
  EXPECT_TRUE(same_numbers(root_of(folder / "grown.h5"), root_of(folder / "whole.h5")));
}

TEST(Points, FailedTrialsAreCountedLeftOutAndReplayable) {
  for (const std::string way : {"throw", "nan", "throw_number"}) {
    const Group root =
        root_of_method("method = \"faulty\"\nperiod = 10\nway = \"" + way + "\"\n", 1000);

    EXPECT_EQ(integers_of(root, "trials").at(0), 1000);
    EXPECT_EQ(integers_of(root, "failed").at(0), 100);
    EXPECT_EQ(texts_of(root, "status").at(0), "failed");
    EXPECT_NEAR(number(root, "relative_variance"), 0.01, 0.002);
    const std::string message = texts_of(root, "message").at(0);
    EXPECT_NE(message.find("100 of 1000 trials failed, the first: trial 9: "), std::string::npos)
        << message;
    EXPECT_NE(message.find("address seed=5, problem=plane/dim=8, coordinates=full, trial=9"),
              std::string::npos)
        << message;
  }
}

// A recorded failure would depend on the machine and stay in the file.
TEST(Points, WantOfMemoryEndsTheRunAndIsNoFailedTrial) {
  EXPECT_THROW(root_of_method("method = \"faulty\"\nway = \"memory\"\n", 30), std::bad_alloc);
}

TEST(Points, AFailedTrialFailsAgainAtItsAddress) {
  const std::string study =
      "kind = \"kernel\"\nname = \"points\"\nseed = 5\ntrials = 20\n[inputs]\nsource = \"plane\"\n"
      "dim = 8\nnorm = 0.5\nangle = 1.0\n[[methods]]\nmethod = \"faulty\"\n";
  const Plan plan = plan_of(study);
  const std::string key = plan.problems.at(0).cases.at(0).key_text;

  const std::string message =
      message_of<std::runtime_error>([&] { replay_trial(plan, plan.configs.at(0).key, key, 9); });

  EXPECT_EQ(message, "the matrix is singular");
  EXPECT_TRUE(std::isfinite(replay_trial(plan, plan.configs.at(0).key, key, 8)));
}

TEST(Points, AMethodThatCannotBePreparedFailsEveryTrial) {
  const Group root = root_of_method("method = \"faulty\"\nway = \"prepare\"\n", 30);

  EXPECT_EQ(integers_of(root, "failed").at(0), 30);
  EXPECT_TRUE(std::isnan(number(root, "mean")));
  EXPECT_EQ(texts_of(root, "status").at(0), "failed");
  EXPECT_NE(texts_of(root, "message").at(0).find("the problem is too large"), std::string::npos);
}

TEST(Points, DeterministicMethodsRunOnceWithVarianceExactlyZero) {
  const Group root = root_of_method("method = \"fixed\"\n", 1000);

  EXPECT_EQ(integers_of(root, "trials").at(0), 1);
  EXPECT_NEAR(number(root, "relative_bias"), 0.1, 1e-15);
  EXPECT_NEAR(number(root, "relative_mse"), 0.01, 1e-15);
  for (const char* name :
       {"mean_se", "bias_se", "variance", "variance_se", "mse_se", "relative_bias_se",
        "relative_variance", "relative_variance_se", "relative_mse_se"})
    EXPECT_EQ(number(root, name), 0.0) << name;
  for (const char* name : {"z_mean", "z_variance", "kurtosis", "largest_share"})
    EXPECT_TRUE(std::isnan(number(root, name))) << name;
  EXPECT_EQ(texts_of(root, "status").at(0), "ok");
}

TEST(Points, ARandomMethodWithOneTrialHasNoVariance) {
  const Group root = root_of_method("method = \"normal\"\n", 1);

  EXPECT_EQ(integers_of(root, "trials").at(0), 1);
  EXPECT_TRUE(std::isfinite(number(root, "relative_bias")));
  EXPECT_TRUE(std::isfinite(number(root, "relative_mse")));
  for (const char* name : {"mean_se", "variance", "variance_se", "relative_variance",
                           "relative_mse_se", "z_variance", "kurtosis", "largest_share"})
    EXPECT_TRUE(std::isnan(number(root, name))) << name;
}

TEST(Points, BeyondTheRangeOfDoubleRelativeMeasuresStay) {
  const Group root = root_of_method("method = \"normal\"\n", 1000, "60.0");  // q·k = 1945

  for (const char* name : {"exact", "mean", "bias", "variance", "mse", "theory_variance"})
    EXPECT_TRUE(std::isnan(number(root, name))) << name;
  EXPECT_NEAR(number(root, "log_exact"), 3600.0 * std::cos(1.0), 1e-9);
  EXPECT_NEAR(number(root, "relative_variance"), 0.01, 0.002);
  EXPECT_LT(std::abs(number(root, "z_mean")), 4.0);
  EXPECT_EQ(texts_of(root, "status").at(0), "relative_only");
}

// Opposite vectors, where positive features are exact; the products of the two sides' features are
// near e^(−200) at norm 30, and below the smallest double at norm 300.
TEST(Points, FeaturesBelowTheRangeOfDoubleFailAndGiveNoWrongNumber) {
  const std::string positive = "method = \"positive\"\nm = 16\n";
  const Group exact = root_of_method(positive, 100, "30.0", "3.141592653589793");
  const Group lost = root_of_method(positive, 100, "300.0", "3.141592653589793");

  EXPECT_NEAR(number(exact, "relative_bias"), 0.0, 1e-12);
  EXPECT_EQ(integers_of(exact, "failed").at(0), 0);
  EXPECT_GT(integers_of(lost, "failed").at(0), 50);
  EXPECT_EQ(texts_of(lost, "status").at(0), "failed");
  EXPECT_FALSE(std::abs(number(lost, "relative_bias")) > 1e-11);  // NaN where all trials failed
  EXPECT_NE(texts_of(lost, "message").at(0).find("below the range of double"), std::string::npos);
}

TEST(Points, HeavyTailsAreCalledSoFromTheory) {
  const Group root = root_of_method("method = \"positive\"\nm = 4\n", 1000, "2.0");

  EXPECT_EQ(texts_of(root, "status").at(0), "heavy_tail");
  EXPECT_NE(texts_of(root, "message").at(0).find("theory predicts a relative standard error of "),
            std::string::npos);
}

// Relative variance e^1600: a reader must be able to tell it from a method without theory.
TEST(Points, TheoryBeyondTheRangeOfDoubleIsSaid) {
  const Group beyond = root_of_method("method = \"positive\"\nm = 4\n", 100, "20.0", "0.0");
  const Group none = root_of_method("method = \"fixed\"\n", 100, "20.0", "0.0");

  const std::string sentence =
      "theory is known, but its relative variance is beyond the range of double";
  EXPECT_NE(texts_of(beyond, "message").at(0).find(sentence), std::string::npos)
      << texts_of(beyond, "message").at(0);
  EXPECT_EQ(number(beyond, "theory_relative_bias"), 0.0);
  for (const char* name : {"theory_relative_variance", "z_mean", "z_variance"})
    EXPECT_TRUE(std::isnan(number(beyond, name))) << name;
  EXPECT_EQ(texts_of(none, "message").at(0).find("theory"), std::string::npos);
}

// 1 + q·k = −2499 where the exact kernel is e^−2500.
TEST(Points, AnEstimateFarBeyondTheExactKernelSaysWhyItFails) {
  const Group root =
      root_of_method("method = \"taylor\"\ndegree = 1\n", 10, "50.0", "3.141592653589793");

  EXPECT_NE(
      texts_of(root, "message")
          .at(0)
          .find(
              "estimate/exact is -inf: the estimate is e^2508 times the exact kernel in size, but "
              "must be below e^709, where double ends; use shorter vectors or another method"),
      std::string::npos)
      << texts_of(root, "message").at(0);
}

TEST(Points, AnEstimateThatIsNoNumberIsTheMethodsFault) {
  const Group root = root_of_method("method = \"faulty\"\nway = \"nan\"\n", 20);

  EXPECT_NE(texts_of(root, "message")
                .at(0)
                .find("the estimate is nan, but must be finite; tell the author of the method"),
            std::string::npos)
      << texts_of(root, "message").at(0);
}

// Theory without a fourth moment; trials that all miss the draws that carry the variance.
TEST(Points, AVarianceFarBelowTheoryIsNotBelieved) {
  const Group root = root_of_method("method = \"oprf\"\nm = 4\n", 200, "20.0");

  EXPECT_EQ(texts_of(root, "status").at(0), "heavy_tail");
  EXPECT_NE(texts_of(root, "message").at(0).find("times that of theory"), std::string::npos);
}

// No trial fails, but the moments leave the range of double.
TEST(Points, MomentsBeyondDoubleCountAsFailed) {
  const ScratchFolder folder;

  const RunReport report = run_text(
      "kind = \"kernel\"\nname = \"beyond\"\nseed = 5\ntrials = 50\n[inputs]\n"
      "source = \"sphere\"\ndim = 6\nnorm = 20\n[[methods]]\nmethod = \"gegenbauer\"\nm = 8\n"
      "degree = 256\n",
      folder / "a.h5");

  EXPECT_EQ(texts_of(root_of(folder / "a.h5"), "status").at(0), "failed");
  EXPECT_EQ(report.failed_points, 1);
  EXPECT_EQ(report.status, RunStatus::some_failed);
}

}  // namespace
}  // namespace kapprox
