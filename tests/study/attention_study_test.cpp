// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Points of attention studies: a method of known law, the two baselines, failures with their
// addresses, refusals before anything runs.
#include "study/run.hpp"

#include "message_of.hpp"
#include "study/replay.hpp"
#include "study/study_fixture.hpp"
#include "tolerances.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace kapprox {
namespace {

std::string study_of(std::int64_t trials, const std::string& inputs, const std::string& methods) {
  return "kind = \"attention\"\nname = \"attention\"\nseed = 5\ntrials = " +
         std::to_string(trials) + "\n[inputs]\n" + inputs + methods;
}

const std::string small = "source = \"gaussian\"\ndim = 4\nn = 12\nstd = 0.8\n";

Group run_study_of(const std::string& study) {
  const ScratchFolder folder;
  run_text(study, folder / "a.h5");
  return root_of(folder / "a.h5");
}

double number(const Group& root, const std::string& variable, std::size_t point = 0) {
  return numbers_of(root, variable).at(point);
}

void expect_near_in_errors(const Group& root, const std::string& name, double truth) {
  EXPECT_LT(std::abs(number(root, name) - truth), 4.0 * number(root, name + "_se")) << name;
}

TEST(AttentionStudy, TwoDrawsTellBiasAndVarianceOfAKnownLaw) {
  const Group root = run_study_of(
      study_of(400, small, "[[methods]]\nmethod = \"noisy\"\nstretch = 0.2\nspread = 0.1\n"));

  const double norm = number(root, "exact_norm");
  const double variance = 12 * 4 * 0.1 * 0.1 / (norm * norm);
  expect_near_in_errors(root, "bias_squared", 0.2 * 0.2);
  expect_near_in_errors(root, "variance", variance);
  expect_near_in_errors(root, "squared_error", 0.2 * 0.2 + variance);
  expect_near_in_errors(root, "error", std::sqrt(0.2 * 0.2 + variance));
  EXPECT_NEAR(number(root, "theory_bias_squared"), 0.2 * 0.2, tolerance::closed_form);
  EXPECT_NEAR(number(root, "theory_variance"), variance, tolerance::closed_form);
  EXPECT_LT(std::abs(number(root, "z_variance")), 4.0);
  // Of 48 normals of variance s², ‖·‖² has relative variance 2/48 and ‖a − b‖²/2 has the same.
  EXPECT_NEAR(number(root, "variance_se") / variance, std::sqrt(2.0 / 48 / 400), 0.015);
  for (const char* name : {"total_variation", "uniform_distance", "negative_normalisers"})
    EXPECT_TRUE(std::isnan(number(root, name))) << name;
  EXPECT_EQ(number(root, "no_mass"), 0.0);
  EXPECT_EQ(texts_of(root, "status").at(0), "ok");
}

TEST(AttentionStudy, BaselinesAreWhatTheySay) {
  const Group root = run_study_of(
      study_of(10, small + "mask = [\"none\", \"causal\"]\nwindow = [0, 3]\n",
               "[[methods]]\nmethod = \"exact\"\n[[methods]]\nmethod = \"average\"\n"));

  for (std::size_t c = 0; c < 4; ++c) {
    EXPECT_LT(number(root, "error", c), 1e-15);
    EXPECT_NEAR(number(root, "kl_divergence", c), 0.0, 1e-15);
    EXPECT_NEAR(number(root, "error", 4 + c), number(root, "average_error", c),
                tolerance::closed_form);
    EXPECT_NEAR(number(root, "uniform_distance", 4 + c), 0.0, 1e-15);
    EXPECT_NEAR(number(root, "total_variation", 4 + c), number(root, "exact_uniform_distance", c),
                1e-15);
    EXPECT_EQ(texts_of(root, "status").at(c), "ok");
    EXPECT_EQ(texts_of(root, "status").at(4 + c), "ok");  // nothing collapsed: it is the baseline
    EXPECT_EQ(integers_of(root, "trials").at(c), 1);
    for (const char* name : {"variance", "variance_se", "error_se", "squared_error_se"})
      EXPECT_EQ(number(root, name, c), 0.0) << name;
  }
  EXPECT_NEAR(number(root, "effective_keys", 4), 12.0, 1e-12);
  EXPECT_EQ(texts_of(root, "mask"), (std::vector<std::string>{"none", "none", "causal", "causal"}));
  EXPECT_EQ(numbers_of(root, "window"), (std::vector<double>{0.0, 3.0, 0.0, 3.0}));
}

TEST(AttentionStudy, MethodsSeeTheSameDrawsInTheSameTrial) {
  const Group root = run_study_of(
      study_of(5, small, "[[methods]]\nmethod = \"noisy\"\nstretch = [0.0, 0.5]\nspread = 0.1\n"));

  EXPECT_NEAR(number(root, "variance", 0), number(root, "variance", 1), 1e-14);
}

TEST(AttentionStudy, FailedTrialsNameTheDrawsThatReplayThem) {
  const std::string study = study_of(20, small + "mask = [\"none\", \"causal\"]\n",
                                     "[[methods]]\nmethod = \"noisy\"\nperiod = 6\n");
  const ScratchFolder folder;

  const RunReport report = run_text(study, folder / "a.h5");

  const Group root = root_of(folder / "a.h5");
  EXPECT_EQ(report.status, RunStatus::some_failed);
  EXPECT_EQ(integers_of(root, "failed"), (std::vector<std::int64_t>{6, 6}));
  EXPECT_TRUE(std::isfinite(number(root, "error")));
  const std::string message = texts_of(root, "message").at(1);
  EXPECT_NE(message.find("6 of 20 trials failed, the first: trial 2: the matrix is singular; "
                         "address seed=5, problem=gaussian/dim=4/replicate=0, coordinates=full, "
                         "mask=causal, trial=2, draws 4 and 5"),
            std::string::npos)
      << message;
  const Plan plan = plan_of(study);
  const auto replay = [&](std::int64_t trial) {
    return replay_trial(plan, plan.configs[0].key, plan.problems[0].cases[1].key_text, trial);
  };
  EXPECT_THROW(replay(2), std::runtime_error);
  EXPECT_TRUE(std::isfinite(replay(3)));
}

TEST(AttentionStudy, AnOutputThatIsNoNumberFails) {
  const Group root =
      run_study_of(study_of(4, small, "[[methods]]\nmethod = \"noisy\"\nperiod = -1\n"));

  EXPECT_EQ(integers_of(root, "failed").at(0), 4);
  EXPECT_EQ(texts_of(root, "status").at(0), "failed");
  EXPECT_NE(texts_of(root, "message").at(0).find("row 0 of the output holds nan"),
            std::string::npos);
}

// Terms of a series grow as powers of logits of 4000: weights of 1e200, whose squares leave double.
TEST(AttentionStudy, ErrorsBeyondDoubleFailAndAreNeverOk) {
  const Group root = run_study_of(study_of(
      2, "source = \"gaussian\"\ndim = 4\nn = 12\nstd = 1e3\n",
      "[[methods]]\nmethod = \"direct\"\nsoftmax = { method = \"series\", order = 40 }\n"));

  EXPECT_EQ(texts_of(root, "status").at(0), "failed");
  EXPECT_NE(texts_of(root, "message").at(0).find("squared_error leaves the range of double"),
            std::string::npos)
      << texts_of(root, "message").at(0);
}

// Values of 1e-200 have squares below double.
TEST(AttentionStudy, AnErrorRelativeToNothingIsUndefinedNotOk) {
  const ScratchFolder folder;
  write_head(folder / "head.h5", 3, 1e-200);

  run_text(study_of(2, "source = \"file\"\npath = \"" + (folder / "head.h5").string() + "\"\n",
                    "[[methods]]\nmethod = \"average\"\n"),
           folder / "a.h5");

  const Group root = root_of(folder / "a.h5");
  EXPECT_TRUE(std::isnan(number(root, "error")));
  EXPECT_EQ(texts_of(root, "status").at(0), "undefined");
  EXPECT_EQ(texts_of(root, "message").at(0).rfind("the exact output has norm 0, so that", 0), 0U)
      << texts_of(root, "message").at(0);
}

TEST(AttentionStudy, AMaskThatAMethodCannotHonourIsRefusedWithBothNames) {
  const std::string nystrom = "[[methods]]\nmethod = \"nystrom\"\nlandmarks = 4\n";

  const std::string message =
      message_of<InputError>([&] { plan_of(study_of(5, small + "mask = \"causal\"\n", nystrom)); });

  EXPECT_EQ(message.rfind("study.toml:11: methods.nystrom: nystrom cannot serve study.toml:5: "
                          "inputs: the mask is causal, but must be not causal",
                          0),
            0U)
      << message;
}

TEST(AttentionStudy, KeysOfPairsAndSourcesWithoutValuesAreRefused) {
  const std::string exact = "[[methods]]\nmethod = \"exact\"\n";
  const auto refusal = [&](const std::string& inputs) {
    return message_of<InputError>([&] { plan_of(study_of(5, inputs, exact)); });
  };

  EXPECT_EQ(
      refusal(small + "pairs = 3\n"),
      "study.toml:10: inputs: pairs is given, but must be left out where the cases of a study "
      "are whole problems; remove it");
  EXPECT_EQ(refusal("source = \"plane\"\ndim = 4\nnorm = 1.0\nangle = 1.0\n"),
            "study.toml:5: inputs: source is \"plane\", which has no values, but must be gaussian, "
            "clusters, needle, grouped, heavy_tail or file where the cases of a study are whole "
            "problems; "
            "change it");
  EXPECT_EQ(message_of<InputError>([] {
              plan_of(
                  "kind = \"kernel\"\nname = \"a\"\nseed = 5\ntrials = 2\n[inputs]\n"
                  "source = \"gaussian\"\ndim = 4\nstd = 1.0\nmask = \"causal\"\n[[methods]]\n"
                  "method = \"normal\"\n");
            }),
            "study.toml:9: inputs: mask is given, but must be left out where the cases of a study "
            "are pairs; remove it");
}

// Squares of the exact output below 1e-290 have lost digits, and with them every relative error.
TEST(AttentionStudy, ErrorsRelativeToAlmostNothingAreUndefined) {
  const StudyKind& kind = *study_kind("attention");
  const auto word = [&](double norm) {
    PointState state(kind.scalars().size());
    state.tail.add(std::vector<double>(kind.scalars().size(), 0.5));
    const std::vector<double> facts = {norm, 1.0, 0.5, 1.0};
    const PointContext context{facts, false, 1, {}};
    return kind.status(state, context, kind.measure(state, context)).word;
  };

  EXPECT_EQ(word(1e-144), "ok");
  EXPECT_EQ(word(1e-146), "undefined");
}

// Near to uniform, and much nearer than exact rows: by hand at the bounds.
TEST(AttentionStudy, CollapsedMeansNearUniformWhereExactIsNot) {
  const StudyKind& kind = *study_kind("attention");
  const auto word = [&](double uniform, double exact, double no_mass = 0.1) {
    PointState state(kind.scalars().size());
    std::vector<double> scalars(kind.scalars().size(), 0.1);
    for (std::size_t s = 0; s < scalars.size(); ++s) {
      if (kind.scalars()[s] == "uniform_distance") scalars[s] = uniform;
      if (kind.scalars()[s] == "no_mass") scalars[s] = no_mass;
    }
    state.tail.add(scalars);
    const std::vector<double> facts = {1.0, 1.0, exact, 1.0};
    const PointContext context{facts, false, 1, {}};
    return kind.status(state, context, kind.measure(state, context)).word;
  };

  EXPECT_EQ(word(0.05, 0.3), "collapsed");
  EXPECT_EQ(word(0.05, 0.15), "ok");
  EXPECT_EQ(word(0.12, 0.9), "ok");
  EXPECT_EQ(word(1e-16, 0.3, 0.0), "ok");       // uniform by design
  EXPECT_EQ(word(0.0, 0.3, 0.1), "collapsed");  // uniform because features lost all mass
}

}  // namespace
}  // namespace kapprox
