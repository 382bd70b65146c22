// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Studies of kind scaling on methods of known duration: waits sleep, so that times are never below
// what is asked, and bounds leave room for a loaded machine.
#include "study/run.hpp"

#include "message_of.hpp"
#include "study/predicted_cost.hpp"
#include "study/round_times.hpp"
#include "study/study_fixture.hpp"
#include "study/waiting_attention.hpp"
#include "tolerances.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <string>

namespace kapprox {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

const std::string head =
    "kind = \"scaling\"\nname = \"scaling\"\nseed = 5\ntrials = 3\n[inputs]\nsource = "
    "\"gaussian\"\n"
    "dim = 4\nstd = 0.5\nn = [16, 64, 256]\n";

// 3.2, 12.8 and 51.2 ms, against 25 ms at any length: they cross at n = 125.
const std::string crossing = head +
                             "[[methods]]\nmethod = \"waits\"\nlabel = \"exact\"\nper_row = 0.2\n"
                             "baseline = true\n[[methods]]\nmethod = \"waits\"\nbase = 25\n";

Group timing_of(const std::filesystem::path& file) { return read_group(file, "timing"); }

TEST(Crossover, LiesWhereAPowerLawSaysSo) {
  const std::vector<double> lengths{256, 1024, 4096};
  std::vector<double> ratios;
  ratios.reserve(lengths.size());
  for (const double n : lengths) ratios.push_back(std::pow(700.0 / n, 0.9));

  EXPECT_NEAR(crossover(lengths, ratios), 700.0, 700.0 * tolerance::interpolated_length);
}

TEST(Crossover, IsABoundWhereNothingCrosses) {
  const std::vector<double> lengths{256, 1024};

  EXPECT_EQ(crossover(lengths, std::vector<double>{0.9, 0.5}), 0.0);
  EXPECT_EQ(crossover(lengths, std::vector<double>{0.9, 1.0}), infinite);
  EXPECT_TRUE(std::isnan(crossover(lengths, std::vector<double>{std::nan(""), 0.5})));
}

// Faster from there on, not faster somewhere.
TEST(Crossover, IsTheLastOne) {
  const std::vector<double> lengths{1, 2, 4, 8};

  const double found = crossover(lengths, std::vector<double>{0.5, 2.0, 2.0, 0.5});

  EXPECT_NEAR(found, std::sqrt(4.0 * 8.0), tolerance::interpolated_length * found);
}

TEST(ScalingStudy, FindsWhereTwoDurationsCross) {
  const ScratchFolder folder;
  run_text(crossing, folder / "a.h5");

  const Group timing = timing_of(folder / "a.h5");
  const std::vector<double>& length = numbers_of(timing, "crossover");
  const std::vector<double>& seconds = numbers_of(timing, "round_seconds_median");
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_TRUE(std::isnan(length[c]));  // of the baseline
    EXPECT_GT(length[3 + c], 64.0);
    EXPECT_LT(length[3 + c], 256.0);
    EXPECT_EQ(length[3 + c], length[3]);
    EXPECT_LE(numbers_of(timing, "crossover_low")[3 + c], length[3]);
    EXPECT_GE(numbers_of(timing, "crossover_high")[3 + c], length[3]);
    EXPECT_EQ(numbers_of(timing, "ratio")[c], 1.0);
    EXPECT_GE(seconds[3 + c], 0.025);
  }
  EXPECT_GE(seconds[2], 0.0512);
  EXPECT_EQ(timing.text_attribute("baseline"), plan_of(crossing).configs[0].key);
}

TEST(ScalingStudy, MediansAndRatiosAreThoseOfTheRounds) {
  const ScratchFolder folder;
  run_text(crossing, folder / "a.h5");

  const Group timing = timing_of(folder / "a.h5");
  const std::vector<double>& rounds = numbers_of(timing, "round_seconds");
  ASSERT_EQ(rounds.size(), 2u * 3u * 3u);
  for (std::size_t c = 0; c < 3; ++c) {
    std::vector<double> of_case(rounds.begin() + static_cast<std::ptrdiff_t>((3 + c) * 3),
                                rounds.begin() + static_cast<std::ptrdiff_t>((3 + c) * 3 + 3));
    std::vector<double> ratios;
    for (std::size_t r = 0; r < 3; ++r) ratios.push_back(of_case[r] / rounds[c * 3 + r]);
    std::sort(of_case.begin(), of_case.end());
    std::sort(ratios.begin(), ratios.end());
    EXPECT_EQ(numbers_of(timing, "round_seconds_median")[3 + c], of_case[1]);
    EXPECT_EQ(numbers_of(timing, "round_seconds_median_low")[3 + c], of_case[0]);
    EXPECT_EQ(numbers_of(timing, "round_seconds_median_high")[3 + c], of_case[2]);
    EXPECT_EQ(numbers_of(timing, "ratio")[3 + c], ratios[1]);
  }
}

TEST(ScalingStudy, ADrawIsNoPartOfACall) {
  const ScratchFolder folder;
  run_text(head + "[[methods]]\nmethod = \"waits\"\nbase = 1\ndraw = 200\n", folder / "a.h5");

  const Group timing = timing_of(folder / "a.h5");
  for (const double seconds : numbers_of(timing, "round_seconds_median")) EXPECT_LT(seconds, 0.15);
  for (const double seconds : numbers_of(timing, "draw_seconds")) EXPECT_GE(seconds, 0.2);
}

TEST(ScalingStudy, RunsOneUnitAtATimeRoundAfterRound) {
  const ScratchFolder folder;
  take_waiting_log();
  run_text(head + "[[methods]]\nmethod = \"waits\"\nbase = [25, 30]\n", folder / "a.h5", 4);

  const WaitingLog log = take_waiting_log();
  EXPECT_EQ(log.most_at_once, 1);
  // The first round calls twice: once for the memory, and to warm up.
  std::vector<std::string> expected;
  for (const int calls : {2, 1, 1})
    for (const char* length : {"16", "64", "256"})
      for (const char* base : {"25 ", "30 "})
        for (int i = 0; i < calls; ++i) expected.push_back(std::string(base) + length);
  EXPECT_EQ(log.calls, expected);
}

TEST(ScalingStudy, NoTimeEntersTheDigest) {
  const ScratchFolder folder;
  const RunReport one = run_text(crossing, folder / "a.h5", 1);
  const RunReport two = run_text(crossing, folder / "b.h5", 2);

  EXPECT_EQ(one.content_digest, two.content_digest);
  EXPECT_TRUE(same_numbers(root_of(folder / "a.h5"), root_of(folder / "b.h5")));
  EXPECT_NE(numbers_of(timing_of(folder / "a.h5"), "round_seconds"),
            numbers_of(timing_of(folder / "b.h5"), "round_seconds"));
  EXPECT_EQ(numbers_of(root_of(folder / "a.h5"), "multiply_adds")[1], 64.0 * 64.0 * 4.0);
}

TEST(ScalingStudy, MoreRoundsKeepThoseThereAre) {
  const ScratchFolder folder;
  run_text(crossing, folder / "a.h5", 1, {"trials=2"});
  const std::vector<double> before = numbers_of(timing_of(folder / "a.h5"), "round_seconds");

  const RunReport report = run_text(crossing, folder / "a.h5", 1, {"trials=3"});

  const std::vector<double> after = numbers_of(timing_of(folder / "a.h5"), "round_seconds");
  EXPECT_EQ(report.resumed_points, 6);
  for (std::size_t p = 0; p < 6; ++p)
    for (std::size_t r = 0; r < 2; ++r) EXPECT_EQ(after[p * 3 + r], before[p * 2 + r]);
  for (std::size_t p = 0; p < 6; ++p) EXPECT_TRUE(std::isfinite(after[p * 3 + 2]));
}

TEST(ScalingStudy, AnInterruptedRunGoesOn) {
  const ScratchFolder folder;
  std::atomic<bool> stop{false};
  RunOptions options;
  options.threads = 1;
  options.stop = &stop;
  options.on_progress = [&stop](const Progress& progress) { stop = progress.done_units >= 4; };
  const Plan plan = plan_of(crossing);
  const RunReport first = run_study(plan, folder / "a.h5", options);
  const Group partial = root_of(folder / "a.h5");
  options.stop = nullptr;

  const RunReport second = run_study(plan, folder / "a.h5", options);

  EXPECT_EQ(first.status, RunStatus::interrupted);
  EXPECT_EQ(integers_of(partial, "trials"), (std::vector<std::int64_t>{1, 1, 0, 1, 1, 0}));
  EXPECT_EQ(second.status, RunStatus::complete);
  const Group timing = timing_of(folder / "a.h5");
  for (const double seconds : numbers_of(timing, "round_seconds"))
    EXPECT_TRUE(std::isfinite(seconds));
}

TEST(ScalingStudy, TimesOfOtherThreadsAreRefused) {
  const ScratchFolder folder;
  run_text(crossing, folder / "a.h5", 1, {"trials=1"});

  const std::string message =
      message_of<InputError>([&] { run_text(crossing, folder / "a.h5", 2, {"trials=2"}); });

  EXPECT_NE(message.find("threads is 2 now but 1 in the file"), std::string::npos) << message;
  EXPECT_EQ(run_text(crossing, folder / "a.h5", 2, {"trials=1"}).status,
            RunStatus::already_complete);
}

TEST(ScalingStudy, AFailedRoundIsCountedAndNotANumber) {
  const ScratchFolder folder;
  const RunReport report =
      run_text(head + "[[methods]]\nmethod = \"waits\"\nfails = true\n", folder / "a.h5");

  EXPECT_EQ(report.failed_points, 3);
  EXPECT_NE(texts_of(root_of(folder / "a.h5"), "message")[0].find("no time today"),
            std::string::npos);
  const Group timing = timing_of(folder / "a.h5");
  for (const double seconds : numbers_of(timing, "round_seconds_median"))
    EXPECT_TRUE(std::isnan(seconds));
}

TEST(ScalingStudy, WithoutABaselineThereAreNoRatios) {
  const ScratchFolder folder;
  const RunReport report = run_text(head + "[[methods]]\nmethod = \"waits\"\n", folder / "a.h5");

  const Group timing = timing_of(folder / "a.h5");
  EXPECT_EQ(timing.text_attribute("baseline"), "");
  for (const double ratio : numbers_of(timing, "ratio")) EXPECT_TRUE(std::isnan(ratio));
  ASSERT_EQ(report.warnings.size(), 1u);
  EXPECT_NE(report.warnings[0].find("no method of the study is exact"), std::string::npos);
}

// 30 ms at two lengths, ten times; and short calls, of which a round repeats 20 ms full.
TEST(ScalingStudy, ItsCostIsPredictedFromTheTimeOfACall) {
  const std::string two = "inputs.n=[16, 64]";
  const Plan slow =
      plan_of(head + "[[methods]]\nmethod = \"waits\"\nbase = 30\n", {two, "trials=10"});
  const Plan quick =
      plan_of(head + "[[methods]]\nmethod = \"waits\"\nbase = 0.1\n", {two, "trials=10"});

  const double seconds = predict_cost(slow, 0.5).seconds;

  EXPECT_GE(seconds, 10 * 2 * 0.03);
  EXPECT_LT(seconds, 2 * 10 * 2 * 0.03);
  EXPECT_DOUBLE_EQ(predict_cost(quick, 0.5).seconds, 10 * 2 * 0.02);
}

TEST(ScalingStudy, KeepsEveryRoundUnasked) {
  const std::string message = message_of<InputError>([] { plan_of("keep = 5\n" + crossing); });
  const std::string many = message_of<InputError>([] { plan_of(crossing, {"trials=10001"}); });

  EXPECT_EQ(message,
            "study.toml:1: keep is given, but must be absent in a study of kind scaling, which "
            "keeps every round; remove it");
  EXPECT_NE(many.find("trials is 10001, but must be an integer from 1 to 10000"), std::string::npos)
      << many;
}

}  // namespace
}  // namespace kapprox
