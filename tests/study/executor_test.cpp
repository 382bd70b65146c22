// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The promises of the executor: every unit once, finished() one at a time, the first exception out,
// stop honoured.
#include "study/executor.hpp"

#include "message_of.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace kapprox {
namespace {

bool never() { return false; }

TEST(Executor, RunsEveryUnitOnceAndFinishesItAfterItsWork) {
  const auto executor = make_openmp_executor(4);
  std::vector<std::atomic<int>> worked(1000);
  std::vector<int> finished(1000, 0);
  std::atomic<int> inside{0};
  bool alone = true;
  bool in_order = true;

  executor->run(
      1000, [&](Index i) { ++worked[static_cast<std::size_t>(i)]; },
      [&](Index i) {
        alone = alone && ++inside == 1;
        in_order = in_order && worked[static_cast<std::size_t>(i)] == 1;
        ++finished[static_cast<std::size_t>(i)];
        --inside;
      },
      never);

  EXPECT_TRUE(alone);
  EXPECT_TRUE(in_order);
  EXPECT_EQ(finished, std::vector<int>(1000, 1));
}

TEST(Executor, RethrowsTheExceptionOfAUnitAndHandsOutNoMore) {
  const auto executor = make_openmp_executor(1);
  int finished = 0;

  const std::string message = message_of<std::runtime_error>([&] {
    executor->run(
        100,
        [](Index i) {
          if (i == 3) throw std::runtime_error("unit 3");
        },
        [&](Index) { ++finished; }, never);
  });

  EXPECT_EQ(message, "unit 3");
  EXPECT_EQ(finished, 3);
}

TEST(Executor, RethrowsWhatFinishedThrows) {
  const auto executor = make_openmp_executor(3);

  const std::string message = message_of<IoError>([&] {
    executor->run(
        100, [](Index) {}, [](Index) { throw IoError("disk full"); }, never);
  });

  EXPECT_EQ(message, "disk full");
}

TEST(Executor, StopsBetweenUnits) {
  const auto executor = make_openmp_executor(2);
  std::atomic<int> finished{0};

  executor->run(
      1000, [](Index) {}, [&](Index) { ++finished; }, [&] { return finished >= 10; });

  EXPECT_GE(finished, 10);
  EXPECT_LE(finished, 12);  // units begun before the tenth ended are finished
}

TEST(Executor, CountsItsThreads) {
  EXPECT_EQ(make_openmp_executor(5)->threads(), 5);
  EXPECT_GE(make_openmp_executor(0)->threads(), 1);
  EXPECT_NE(message_of<Error>([] { make_openmp_executor(-1); }), "");
}

}  // namespace
}  // namespace kapprox
