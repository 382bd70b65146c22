// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The OpenMP executor, and the only OpenMP of the engine. Threads take the next unit from one
// counter, so a slow unit holds up nobody. Inside its region every thread asks for teams of one:
// the OpenMP build of OpenBLAS then stays on the calling thread, also where the region itself has
// one thread and does not count as parallel.
#include "study/executor.hpp"

#include <kapprox/error.hpp>

#include <atomic>
#include <exception>
#include <mutex>

#include <omp.h>

namespace kapprox {

namespace {

class OpenMpExecutor final : public Executor {
 public:
  explicit OpenMpExecutor(int threads) : threads_(threads) {}

  void run(Index count, const std::function<void(Index)>& work,
           const std::function<void(Index)>& finished, const std::function<bool()>& stop) override {
    std::atomic<Index> next{0};
    std::atomic<bool> broken{false};
    std::exception_ptr first;
    std::mutex one_at_a_time;  // guards finished() and `first`
    const int teams_outside = omp_get_max_threads();

#pragma omp parallel num_threads(threads_) default(shared)
    {
      omp_set_num_threads(1);
      while (!broken && !stop()) {
        const Index unit = next.fetch_add(1);
        if (unit >= count) break;
        try {
          work(unit);
          const std::lock_guard<std::mutex> lock(one_at_a_time);
          if (!broken) finished(unit);
        } catch (...) {
          const std::lock_guard<std::mutex> lock(one_at_a_time);
          if (!first) first = std::current_exception();
          broken = true;
        }
      }
    }

    omp_set_num_threads(teams_outside);
    if (first) std::rethrow_exception(first);
  }

  int threads() const override { return threads_; }

 private:
  int threads_;
};

}  // namespace

std::unique_ptr<Executor> make_openmp_executor(int threads) {
  check_at_least("threads", threads, 0);
  return std::make_unique<OpenMpExecutor>(threads == 0 ? omp_get_num_procs() : threads);
}

}  // namespace kapprox
