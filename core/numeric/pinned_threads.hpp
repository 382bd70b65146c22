// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Threads that stay where they are, for timing: as many as asked, each bound to a processor of its
// own, for as long as the object lives.
#pragma once

#include <string>
#include <vector>

namespace kapprox {

class PinnedThreads {
 public:
  // 0: one per processor. With more threads than processors none is bound.
  explicit PinnedThreads(int threads);
  ~PinnedThreads();
  PinnedThreads(const PinnedThreads&) = delete;
  PinnedThreads& operator=(const PinnedThreads&) = delete;

  int threads() const { return threads_; }
  // Numbers of the processors, "0, 1"; "" where none is bound.
  std::string processors() const;

 private:
  int threads_;
  int threads_before_;
  std::vector<int> allowed_;  // before
  std::vector<int> bound_;    // by thread; empty: none
};

}  // namespace kapprox
