// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Threads take the next index from one counter. Inside, BLAS stays on its thread, as in the
// executor of studies.
#include "numeric/threads.hpp"

#include <kapprox/parallel.hpp>

#include <atomic>
#include <exception>
#include <mutex>

#include <omp.h>

namespace kapprox {

namespace {

// Half a millisecond of one thread: as long as waking the others may take on a busy machine.
constexpr double worth_threads = 4e6;

}  // namespace

void use_threads(int threads) {
  if (threads > 0) omp_set_num_threads(threads);
}

OneThread::OneThread() : before_(omp_get_max_threads()) { omp_set_num_threads(1); }

OneThread::~OneThread() { omp_set_num_threads(before_); }

void for_each_index(Index count, const std::function<void(Index)>& body, double work) {
  const int threads = omp_get_max_threads();
  if (count <= 1 || threads <= 1 || work < worth_threads || omp_in_parallel() != 0) {
    for (Index i = 0; i < count; ++i) body(i);
    return;
  }
  std::atomic<Index> next{0};
  std::atomic<bool> broken{false};
  std::exception_ptr first;
  std::mutex guard;  // of `first`
#pragma omp parallel num_threads(threads) default(shared)
  while (!broken) {
    const Index i = next.fetch_add(1);
    if (i >= count) break;
    try {
      body(i);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(guard);
      if (!first) first = std::current_exception();
      broken = true;
    }
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace kapprox
