// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a run promises about its numbers: the same for any threads and any listing, draws that no
// other method or case disturbs, failures counted and replayable.
#include "study/run.hpp"

#include "study/replay.hpp"
#include "study/study_fixture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace kapprox {
namespace {

std::string header(const std::string& top) {
  return "kind = \"kernel\"\nname = \"run\"\nseed = 5\n" + top + "\n";
}

// Six cases, 1000 repeats. m = 512 makes chunks of 256 trials, so that several threads work on one
// point and end in any order.
const std::string forwards = header("trials = 1000") + R"(
[inputs]
source = "plane"
dim = 16
norm = [0.5, 1.0]
angle = [0.3, 1.0, 2.5]
[[methods]]
method = "trig"
m = [8, 512]
directions = ["iid", "orthogonal"]
[[methods]]
method = "positive"
m = 8
)";

const std::string backwards = header("trials = 1000") + R"(
[[methods]]
method = "positive"
m = 8
[[methods]]
method = "trig"
directions = ["orthogonal", "iid"]
m = [512, 8]
[inputs]
source = "plane"
dim = 16
norm = [1.0, 0.5]
angle = [2.5, 1.0, 0.3]
)";

const std::string one_case = "[inputs]\nsource = \"plane\"\ndim = 8\nnorm = 0.5\nangle = 1.0\n";

TEST(Run, NumbersAreTheSameForAnyNumberOfThreads) {
  const ScratchFolder folder;
  ASSERT_LE(kernel_chunk(6, 16, 1024), 256);
  const RunReport first = run_text(forwards, folder / "1.h5", 1);
  const Group root = root_of(folder / "1.h5");

  for (const int threads : {2, 3, 5, 8, 16}) {
    const std::string name = std::to_string(threads) + ".h5";
    const RunReport report = run_text(forwards, folder / name, threads);

    EXPECT_EQ(report.threads, threads);
    EXPECT_EQ(report.content_digest, first.content_digest);
    EXPECT_TRUE(same_numbers(root_of(folder / name), root)) << threads;
  }
}

TEST(Run, ContentIsTheSameForAnyOrderOfListing) {
  const ScratchFolder folder;
  const RunReport first = run_text(forwards, folder / "forwards.h5", 1);

  for (const int threads : {1, 2, 3, 5, 8}) {
    const std::string name = std::to_string(threads) + ".h5";
    const RunReport report = run_text(backwards, folder / name, threads);

    EXPECT_EQ(report.content_digest, first.content_digest) << threads;
  }
}

TEST(Run, ContentOfRandomInputsIsTheSameForAnyOrderOfListing) {
  const ScratchFolder folder;
  const std::string methods = "[[methods]]\nmethod = \"positive\"\nm = 4\n";
  const std::string inputs = "[inputs]\nsource = \"sphere\"\ndim = 5\npairs = 11\n";

  const RunReport up =
      run_text(header("trials = 50") + inputs + "norm = [0.2, 0.5]\n" + methods, folder / "up.h5");
  const RunReport down = run_text(header("trials = 50") + inputs + "norm = [0.5, 0.2]\n" + methods,
                                  folder / "down.h5");

  EXPECT_EQ(up.content_digest, down.content_digest);
}

TEST(Run, TheSameStudyTwiceGivesTheSameBytes) {
  const ScratchFolder folder;

  run_text(forwards, folder / "a.h5");
  run_text(forwards, folder / "b.h5");

  EXPECT_TRUE(same_numbers(root_of(folder / "a.h5"), root_of(folder / "b.h5")));
}

TEST(Run, AnotherSeedGivesOtherNumbers) {
  const ScratchFolder folder;
  const RunReport first = run_text(forwards, folder / "a.h5");
  RunOptions options;

  const RunReport other = run_study(plan_of(forwards, {"seed=6"}), folder / "b.h5", options);

  EXPECT_NE(first.content_digest, other.content_digest);
}

TEST(Run, DirectionsAreSharedByNormsAnglesMethodsAndM) {
  const ScratchFolder folder;
  const std::string study = header("trials = 3\nkeep = 3") + R"(
[inputs]
source = "plane"
dim = 8
norm = [0.5, 0.25]
angle = 0.0
[[methods]]
method = "positive"
m = [1, 2]
[[methods]]
method = "hyperbolic"
m = 1
)";

  run_text(study, folder / "a.h5");

  // One direction on the axis of q = k = r(1, 0): positive gives exp(2 r ω₁ − 2 r²), so log
  // estimates tell ω₁; hyperbolic averages exp(±2 r ω₁ − 2 r²).
  const std::vector<double> draws = numbers_of(root_of(folder / "a.h5"), "draws");
  const auto draw = [&draws](std::size_t config, std::size_t one, std::size_t trial) {
    return draws.at((config * 2 + one) * 3 + trial);
  };
  for (std::size_t t = 0; t < 3; ++t) {
    const double omega = (std::log(draw(0, 0, t)) + 0.5) / 1.0;
    EXPECT_NEAR(std::log(draw(0, 1, t)), 0.5 * omega - 0.125, 1e-12);
    EXPECT_NEAR(draw(2, 0, t), std::cosh(omega) * std::exp(-0.5), 1e-12);
    const double second = 2.0 * draw(1, 0, t) - draw(0, 0, t);  // m = 2 keeps the first direction
    EXPECT_GT(second, 0.0);
  }
}

TEST(Run, AMethodMoreOrACaseMoreMovesNoDraw) {
  const ScratchFolder folder;
  const std::string methods = "[[methods]]\nmethod = \"trig\"\nm = 8\n";
  const std::string more = methods + "[[methods]]\nmethod = \"normal\"\n";
  run_text(header("trials = 20\nkeep = 20") + one_case + methods, folder / "small.h5");

  run_text(header("trials = 20\nkeep = 20") +
               "[inputs]\nsource = \"plane\"\ndim = 8\nnorm = 0.5\nangle = [1.0, 2.0]\n" + more,
           folder / "large.h5");

  const std::vector<double> small = numbers_of(root_of(folder / "small.h5"), "draws");
  const std::vector<double> large = numbers_of(root_of(folder / "large.h5"), "draws");
  for (std::size_t t = 0; t < 20; ++t) EXPECT_NEAR(small[t], large[t], 1e-10);
}

TEST(Run, TrialsAreIndependent) {
  const ScratchFolder folder;

  run_text(header("trials = 50\nkeep = 50") + one_case + "[[methods]]\nmethod = \"trig\"\nm = 8\n",
           folder / "a.h5");

  std::vector<double> draws = numbers_of(root_of(folder / "a.h5"), "draws");
  std::sort(draws.begin(), draws.end());
  EXPECT_EQ(std::adjacent_find(draws.begin(), draws.end()), draws.end());
}

TEST(Run, KeptDrawsAreThoseOfTheMomentsAndReplay) {
  const ScratchFolder folder;
  const std::string study = header("trials = 12\nkeep = 20") + one_case +
                            "[[methods]]\nmethod = \"trig\"\nm = 8\n"
                            "[[methods]]\nmethod = \"normal\"\n";

  run_text(study, folder / "a.h5");

  const Group root = root_of(folder / "a.h5");
  const std::vector<double>& draws = numbers_of(root, "draws");
  const std::string key = plan_of(study).problems.at(0).cases.at(0).key_text;
  double sum = 0.0;
  for (std::size_t t = 0; t < 12; ++t) {
    sum += draws[t];
    EXPECT_EQ(draws[t], replay_trial(plan_of(study), "trig{centre=none,directions=iid,m=8}", key,
                                     static_cast<std::int64_t>(t)));
  }
  EXPECT_NEAR(sum / 12.0 - 1.0, numbers_of(root, "relative_bias")[0], 1e-14);
  for (std::size_t t = 12; t < 20; ++t) EXPECT_TRUE(std::isnan(draws[t]));
}

TEST(Run, FullAndReducedCoordinatesFollowOneLaw) {
  const ScratchFolder folder;
  const std::string study = header("trials = 20000") + R"(
[inputs]
source = "plane"
dim = 16
norm = 0.5
angle = [0.5, 2.0]
[[methods]]
method = "trig"
m = 20
directions = ["iid", "orthogonal"]
)";
  RunOptions options;

  run_study(plan_of(study, {"reduce=true"}), folder / "reduced.h5", options);
  run_study(plan_of(study, {"reduce=false"}), folder / "full.h5", options);

  for (const char* file : {"reduced.h5", "full.h5"}) {
    const Group root = root_of(folder / file);
    for (std::size_t point = 0; point < 4; ++point) {
      EXPECT_LT(std::abs(numbers_of(root, "z_mean")[point]), 4.0) << file << point;
      EXPECT_LT(std::abs(numbers_of(root, "z_variance")[point]), 4.0) << file << point;
    }
  }
  EXPECT_NE(root_of(folder / "full.h5").text_attribute("content_digest"),
            root_of(folder / "reduced.h5").text_attribute("content_digest"));
}

}  // namespace
}  // namespace kapprox
