// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The promises of a run hold for attention studies too: any number of threads, any listing, any
// interruption, any way to grow; here also where cases are added.
#include "study/run.hpp"

#include "message_of.hpp"
#include "study/study_fixture.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <string>

namespace kapprox {
namespace {

const std::string top = "kind = \"attention\"\nname = \"run\"\nseed = 5\ntrials = 18\n";

// m = 256 makes two chunks of 16 and 2 trials.
const std::string forwards = top + R"(
[inputs]
source = "gaussian"
dim = 16
n = [70, 20]
std = 0.5
mask = ["none", "causal"]
window = 30
[[methods]]
method = "linear"
label = "positive"
feature_map = { method = "positive", m = [8, 256] }
[[methods]]
method = "linear"
label = "trig"
feature_map = { method = "trig", m = 16 }
[[methods]]
method = "efficient"
)";

const std::string backwards = top + R"(
[[methods]]
method = "efficient"
[[methods]]
method = "linear"
label = "trig"
feature_map = { method = "trig", m = 16 }
[[methods]]
method = "linear"
label = "positive"
feature_map = { method = "positive", m = [256, 8] }
[inputs]
source = "gaussian"
window = 30
mask = ["causal", "none"]
std = 0.5
n = [20, 70]
dim = 16
)";

TEST(AttentionRun, NumbersAreTheSameForAnyThreadsAndAnyListing) {
  const ScratchFolder folder;
  const RunReport first = run_text(forwards, folder / "1.h5", 1);
  const Group root = root_of(folder / "1.h5");

  for (const int threads : {2, 3, 5}) {
    const std::string name = std::to_string(threads) + ".h5";
    const RunReport report = run_text(forwards, folder / name, threads);

    EXPECT_EQ(report.content_digest, first.content_digest) << threads;
    EXPECT_TRUE(same_numbers(root_of(folder / name), root)) << threads;
  }
  EXPECT_EQ(run_text(backwards, folder / "b.h5", 2).content_digest, first.content_digest);
  EXPECT_EQ(first.status, RunStatus::complete);
}

void expect_grows(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  const ScratchFolder folder;
  run_text(forwards, folder / "grown.h5", 2, before);

  const RunReport grown = run_text(forwards, folder / "grown.h5", 2, after);

  const RunReport direct = run_text(forwards, folder / "direct.h5", 2, after);
  EXPECT_GT(grown.resumed_points, 0);
  EXPECT_EQ(grown.content_digest, direct.content_digest);
  EXPECT_TRUE(same_numbers(root_of(folder / "grown.h5"), root_of(folder / "direct.h5")));
}

TEST(AttentionRun, MoreTrialsGiveTheBytesOfARunFromNothing) {
  expect_grows({"trials=7"}, {"trials=18"});
}

TEST(AttentionRun, MoreMethodsGiveTheBytesOfARunFromNothing) {
  expect_grows({"trials=6", "methods.positive.feature_map.m=8"}, {"trials=6"});
}

TEST(AttentionRun, MoreCasesGiveTheBytesOfARunFromNothing) {
  expect_grows({"trials=6", "inputs.mask=none", "inputs.n=20"}, {"trials=6"});
}

TEST(AttentionRun, AStoppedRunGoesOnToTheSameBytes) {
  const ScratchFolder folder;
  std::atomic<bool> stop{false};
  RunOptions options;
  options.threads = 2;
  options.checkpoint_seconds = 0.001;
  options.stop = &stop;
  options.on_progress = [&stop](const Progress& progress) { stop = progress.done_units >= 3; };

  const RunReport stopped = run_study(plan_of(forwards), folder / "a.h5", options);
  const RunReport resumed = run_text(forwards, folder / "a.h5", 3);

  run_text(forwards, folder / "direct.h5");
  EXPECT_EQ(stopped.status, RunStatus::interrupted);
  EXPECT_EQ(resumed.status, RunStatus::complete);
  EXPECT_TRUE(same_numbers(root_of(folder / "a.h5"), root_of(folder / "direct.h5")));
}

// Only the norm of the exact output knows of the values: q and k alone name the problem.
TEST(AttentionRun, OtherInputsUnderTheSameNamesAreRefused) {
  const ScratchFolder folder;
  Plan plan = plan_of(forwards, {"trials=2"});
  run_study(plan, folder / "a.h5", {});

  plan.problems.front().values(0, 0) += 1.0;
  const std::string message = message_of<InputError>([&] { run_study(plan, folder / "a.h5", {}); });

  EXPECT_NE(message.find("norm of exact attention of gaussian/dim=16/replicate=0/std=0.5/n=70/"
                         "mask=none/window=30 is"),
            std::string::npos)
      << message;
}

}  // namespace
}  // namespace kapprox
