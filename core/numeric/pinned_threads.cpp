// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Linux: sched_setaffinity of the calling thread, in a region of OpenMP, whose threads later
// regions of the same size use again.
#include "numeric/pinned_threads.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>
#include <sched.h>

namespace kapprox {

namespace {

std::vector<int> allowed_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> processors;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return processors;
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &set)) processors.push_back(i);
  return processors;
}

void bind_this_thread(const std::vector<int>& processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int i : processors) CPU_SET(i, &set);
  sched_setaffinity(0, sizeof set, &set);  // a refusal leaves the thread where it may run
}

}  // namespace

PinnedThreads::PinnedThreads(int threads)
    : threads_(threads), threads_before_(omp_get_max_threads()), allowed_(allowed_processors()) {
  check_at_least("threads", threads, 0);
  if (threads_ == 0) threads_ = omp_get_num_procs();
  omp_set_num_threads(threads_);
  if (static_cast<std::size_t>(threads_) > allowed_.size()) return;
  bound_.assign(allowed_.begin(), allowed_.begin() + threads_);
  const std::vector<int>& bound = bound_;
#pragma omp parallel num_threads(threads_) default(none) shared(bound)
  bind_this_thread({bound[static_cast<std::size_t>(omp_get_thread_num())]});
}

PinnedThreads::~PinnedThreads() {
  const std::vector<int>& allowed = allowed_;
  if (!bound_.empty()) {
#pragma omp parallel num_threads(threads_) default(none) shared(allowed)
    bind_this_thread(allowed);
  }
  omp_set_num_threads(threads_before_);
}

std::string PinnedThreads::processors() const { return fmt::format("{}", fmt::join(bound_, ", ")); }

}  // namespace kapprox
