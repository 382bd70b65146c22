// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Threads bound to processors, and free again.
#include "numeric/pinned_threads.hpp"

#include <kapprox/error.hpp>
#include <kapprox/parallel.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>

#include <sched.h>

namespace kapprox {
namespace {

int allowed() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  return CPU_COUNT(&set);
}

struct Seen {
  std::set<std::thread::id> threads;
  std::set<int> processors;
  int most_allowed = 0;  // processors of one thread
};

// Of `count` bodies at once: long enough that no thread takes two where there are as many.
Seen seen_by(Index count) {
  Seen seen;
  std::mutex guard;
  for_each_index(count, [&](Index) {
    {
      const std::lock_guard<std::mutex> lock(guard);
      seen.threads.insert(std::this_thread::get_id());
      seen.processors.insert(sched_getcpu());
      seen.most_allowed = std::max(seen.most_allowed, allowed());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  });
  return seen;
}

TEST(PinnedThreads, EachHasAProcessorOfItsOwn) {
  const int threads = std::min(2, allowed());
  const PinnedThreads pinned(threads);

  const Seen seen = seen_by(threads);

  EXPECT_EQ(seen.most_allowed, 1);
  EXPECT_EQ(seen.processors.size(), static_cast<std::size_t>(threads));
  EXPECT_EQ(pinned.threads(), threads);
}

TEST(PinnedThreads, LeavesThingsAsTheyWere) {
  const int before = allowed();
  const std::size_t threads = seen_by(2).threads.size();

  { const PinnedThreads pinned(1); }

  EXPECT_EQ(allowed(), before);
  EXPECT_EQ(seen_by(2).threads.size(), threads);
}

TEST(PinnedThreads, MoreThreadsThanProcessorsAreNotBound) {
  const int before = allowed();

  const PinnedThreads pinned(before + 1);

  EXPECT_EQ(pinned.processors(), "");
  EXPECT_EQ(pinned.threads(), before + 1);
  EXPECT_EQ(allowed(), before);
}

TEST(PinnedThreads, NegativeIsRefused) { EXPECT_THROW(PinnedThreads(-1), Error); }

}  // namespace
}  // namespace kapprox
