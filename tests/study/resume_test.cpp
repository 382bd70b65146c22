// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Going on from a results file: extensions equal a run from nothing, a complete file is left alone,
// another study is refused by the key that changed.
#include "study/run.hpp"

#include "message_of.hpp"
#include "study/study_fixture.hpp"
#include "tolerances.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <fstream>
#include <string>

namespace kapprox {
namespace {

const std::string text = R"(kind = "kernel"
name = "resume"
seed = 5
trials = 5000
[inputs]
source = "plane"
dim = 4
norm = [0.5, 1.0]
angle = [0.3, 1.0]
[[methods]]
method = "trig"
m = [8, 16]
[[methods]]
method = "taylor"
degree = 2
)";

RunReport run(const std::filesystem::path& output, const std::vector<std::string>& changes = {},
              const std::string& study = text) {
  return run_text(study, output, 2, changes);
}

TEST(Resume, MoreTrialsGiveTheBytesOfARunFromNothing) {
  // 5000 trials end inside a chunk; 4096 on its border.
  for (const char* first : {"trials=5000", "trials=4096", "trials=100"}) {
    const ScratchFolder folder;
    run(folder / "grown.h5", {first});

    const RunReport grown = run(folder / "grown.h5", {"trials=9000"});

    const RunReport direct = run(folder / "direct.h5", {"trials=9000"});
    EXPECT_EQ(grown.status, RunStatus::complete);
    EXPECT_EQ(grown.resumed_points, 12);
    EXPECT_EQ(grown.content_digest, direct.content_digest) << first;
    EXPECT_TRUE(same_numbers(root_of(folder / "grown.h5"), root_of(folder / "direct.h5"))) << first;
  }
}

TEST(Resume, MoreMethodsGiveTheBytesOfARunFromNothing) {
  const ScratchFolder folder;
  run(folder / "grown.h5");

  const RunReport grown = run(folder / "grown.h5", {"methods.trig.m=[4, 8, 16]"});

  run(folder / "direct.h5", {"methods.trig.m=[4, 8, 16]"});
  EXPECT_EQ(grown.resumed_points, 12);
  EXPECT_EQ(grown.points, 16);
  EXPECT_TRUE(same_numbers(root_of(folder / "grown.h5"), root_of(folder / "direct.h5")));
}

void expect_close(const Group& a, const Group& b) {
  for (const Variable& variable : a.variables) {
    const auto* numbers = std::get_if<std::vector<double>>(&variable.data);
    // z-scores and largest shares divide by a spread that may itself be small.
    if (numbers == nullptr || variable.dimensions.size() != 2) continue;
    const std::vector<double>& other = numbers_of(b, variable.name);
    for (std::size_t p = 0; p < numbers->size(); ++p) {
      if (std::isnan(other[p])) {
        EXPECT_TRUE(std::isnan((*numbers)[p])) << variable.name;
        continue;
      }
      const double scale = std::max(1.0, std::abs(other[p]));
      EXPECT_NEAR((*numbers)[p], other[p], tolerance::other_cases * scale) << variable.name;
    }
  }
}

TEST(Resume, MoreCasesAgreeWithARunFromNothing) {
  const ScratchFolder folder;
  run(folder / "grown.h5");

  const RunReport grown = run(folder / "grown.h5", {"inputs.angle=[0.1, 0.3, 1.0]"});

  run(folder / "direct.h5", {"inputs.angle=[0.1, 0.3, 1.0]"});
  EXPECT_EQ(grown.resumed_points, 12);
  EXPECT_EQ(grown.points, 18);
  expect_close(root_of(folder / "grown.h5"), root_of(folder / "direct.h5"));
}

TEST(Resume, MorePairsThatFillTheSpaceMoveNoDraw) {
  // One pair spans a plane of R⁴, three pairs all of it.
  const std::string sphere =
      "kind = \"kernel\"\nname = \"sphere\"\nseed = 5\ntrials = 300\n[inputs]\nsource = "
      "\"sphere\"\n"
      "dim = 4\nnorm = 0.5\npairs = 1\n[[methods]]\nmethod = \"positive\"\nm = 8\n"
      "directions = [\"iid\", \"orthogonal\"]\n";
  const ScratchFolder folder;
  run(folder / "grown.h5", {}, sphere);

  run(folder / "grown.h5", {"inputs.pairs=3"}, sphere);

  run(folder / "direct.h5", {"inputs.pairs=3"}, sphere);
  expect_close(root_of(folder / "grown.h5"), root_of(folder / "direct.h5"));
}

TEST(Resume, TrialsMethodsAndCasesMayGrowAtOnce) {
  const std::vector<std::string> more = {"inputs.angle=[0.1, 0.3, 1.0]",
                                         "methods.trig.m=[8, 16, 32]", "trials=7000"};
  const ScratchFolder folder;
  run(folder / "grown.h5");

  const RunReport grown = run(folder / "grown.h5", more);

  run(folder / "direct.h5", more);
  EXPECT_EQ(grown.status, RunStatus::complete);
  expect_close(root_of(folder / "grown.h5"), root_of(folder / "direct.h5"));
  EXPECT_EQ(run(folder / "grown.h5", more).status, RunStatus::already_complete);
}

TEST(Resume, AStoppedRunGoesOnToTheSameBytes) {
  const ScratchFolder folder;
  std::atomic<bool> stop{false};
  RunOptions options;
  options.threads = 2;
  options.checkpoint_seconds = 0.001;
  options.stop = &stop;
  options.on_progress = [&stop](const Progress& progress) { stop = progress.done_units >= 3; };

  const RunReport stopped = run_study(plan_of(text), folder / "a.h5", options);
  const Group half = root_of(folder / "a.h5");
  const RunReport resumed = run(folder / "a.h5");

  run(folder / "direct.h5");
  EXPECT_EQ(stopped.status, RunStatus::interrupted);
  EXPECT_EQ(resumed.status, RunStatus::complete);
  EXPECT_GT(resumed.resumed_points, 0);
  EXPECT_TRUE(same_numbers(root_of(folder / "a.h5"), root_of(folder / "direct.h5")));
  bool some_left = false;
  for (const std::string& status : texts_of(half, "status"))
    some_left = some_left || status == "not_computed" || status == "incomplete";
  EXPECT_TRUE(some_left);
}

TEST(Resume, AStopBeforeTheFirstUnitTellsHowManyThereAre) {
  const ScratchFolder folder;
  const std::atomic<bool> stop{true};
  Progress last;
  RunOptions options;
  options.stop = &stop;
  options.on_progress = [&last](const Progress& progress) { last = progress; };

  const RunReport stopped = run_study(plan_of(text), folder / "a.h5", options);

  EXPECT_EQ(stopped.status, RunStatus::interrupted);
  EXPECT_EQ(last.done_units, 0);
  EXPECT_GT(last.total_units, 0);
}

TEST(Resume, KeptDrawsAndFailuresSurvive) {
  const std::string faulty =
      "kind = \"kernel\"\nname = \"faulty\"\nseed = 5\ntrials = 5\nkeep = 40\n[inputs]\n"
      "source = \"plane\"\ndim = 4\nnorm = 0.5\nangle = 1.0\n[[methods]]\nmethod = \"faulty\"\n"
      "period = 4\n";
  const ScratchFolder folder;
  run(folder / "grown.h5", {}, faulty);

  const RunReport grown = run(folder / "grown.h5", {"trials=30"}, faulty);

  run(folder / "direct.h5", {"trials=30"}, faulty);
  EXPECT_EQ(grown.status, RunStatus::some_failed);
  EXPECT_EQ(grown.failed_points, 1);
  EXPECT_TRUE(same_numbers(root_of(folder / "grown.h5"), root_of(folder / "direct.h5")));
  EXPECT_EQ(texts_of(root_of(folder / "grown.h5"), "message"),
            texts_of(root_of(folder / "direct.h5"), "message"));
}

TEST(Resume, ACompleteFileIsLeftUntouched) {
  const ScratchFolder folder;
  const RunReport first = run(folder / "a.h5");
  const std::string before = bytes_of(folder / "a.h5");
  const auto time = std::filesystem::last_write_time(folder / "a.h5");

  const RunReport second = run(folder / "a.h5");

  EXPECT_EQ(second.status, RunStatus::already_complete);
  EXPECT_EQ(second.content_digest, first.content_digest);
  EXPECT_EQ(bytes_of(folder / "a.h5"), before);
  EXPECT_EQ(std::filesystem::last_write_time(folder / "a.h5"), time);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.h5.lock"));
}

TEST(Resume, FreshStartsOver) {
  const ScratchFolder folder;
  run(folder / "a.h5");
  RunOptions options;
  options.fresh = true;

  const RunReport report = run_study(plan_of(text, {"seed=6"}), folder / "a.h5", options);

  EXPECT_EQ(report.status, RunStatus::complete);
  EXPECT_EQ(report.resumed_points, 0);
}

struct Change {
  std::vector<std::string> changes;
  std::string message;
};

TEST(Resume, AnotherStudyIsRefusedByTheChangedKey) {
  const std::string end = "; give another output file, or use --fresh to start over in this one";
  const Change changed[] = {
      {{"seed=2"}, "a.h5: seed is 2 in the study but 5 in the file"},
      {{"trials=100"}, "a.h5: trials is 100 in the study but 5000 in the file, and may only grow"},
      {{"reduce=false"}, "a.h5: reduce is false in the study but true in the file"},
      {{"keep=3"}, "a.h5: keep is 3 in the study but 0 in the file"},
      {{"methods.trig.m=[8, 32]"},
       "a.h5: methods.trig.m is [8, 32] in the study but [8, 16] in the file: the file has results "
       "of trig{centre=none,directions=iid,m=16}, which the study has not"},
      {{"methods.taylor.label=other"},
       "a.h5: methods.taylor.method is gone from the study but \"taylor\" in the file, "
       "methods.taylor.degree is gone from the study but 2 in the file: the file has results of "
       "taylor{degree=2,layout=symmetric}, which the study has not"},
      {{"inputs.norm=[0.5, 0.75]"},
       "a.h5: inputs.norm is [0.5, 0.75] in the study but [0.5, 1.0] in the file: the file has "
       "results of plane/dim=4/query_norm=1/key_norm=1/angle=0.3, which the study has not"},
      {{"inputs.dim=8"},
       "a.h5: inputs.dim is 8 in the study but 4 in the file: the file has results of "
       "plane/dim=4/query_norm=0.5/key_norm=0.5/angle=0.3, which the study has not"},
  };
  const ScratchFolder folder;
  run(folder / "a.h5");
  const std::string before = bytes_of(folder / "a.h5");

  for (const Change& change : changed) {
    const std::string message =
        message_of<InputError>([&] { run(folder / "a.h5", change.changes); });

    EXPECT_EQ(message, (folder / "").string() + change.message + end);
  }
  EXPECT_EQ(bytes_of(folder / "a.h5"), before);
}

TEST(Resume, AFileOfAnotherKindIsRefused) {
  const ScratchFolder folder;
  Group other;
  other.dimensions = {{"x", 2}};
  other.variables = {
      {"y", {"x"}, std::vector<double>{1.0, 2.0}, {{"units", "1"}, {"long_name", "y"}}}};
  write_file(folder / "other.h5", {other});
  std::ofstream(folder / "note.h5") << "not HDF5 at all";

  const std::string message = message_of<InputError>([&] { run(folder / "other.h5"); });

  EXPECT_NE(message.find("the file is not a results file of kapprox"), std::string::npos);
  EXPECT_THROW(run(folder / "note.h5"), Error);
}

TEST(Resume, ALockedFileIsRefused) {
  const ScratchFolder folder;
  const FileLock lock(folder / "a.h5");

  const std::string message = message_of<IoError>([&] { run(folder / "a.h5"); });

  EXPECT_NE(message.find("a.h5"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.h5"));
}

TEST(Resume, AnUnwritableFolderIsRefusedBeforeAnyTrial) {
  const std::string message = message_of<IoError>([] { run("/nowhere/at/all/results.h5"); });

  EXPECT_NE(message.find("/nowhere/at/all/results.h5"), std::string::npos);
}

}  // namespace
}  // namespace kapprox
