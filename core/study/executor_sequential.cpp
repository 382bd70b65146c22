// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// For units that must have the machine to themselves.
#include "study/executor.hpp"

#include <kapprox/error.hpp>

namespace kapprox {

namespace {

class SequentialExecutor final : public Executor {
 public:
  explicit SequentialExecutor(int threads) : threads_(threads) {}

  void run(Index count, const std::function<void(Index)>& work,
           const std::function<void(Index)>& finished, const std::function<bool()>& stop) override {
    for (Index unit = 0; unit < count && !stop(); ++unit) {
      work(unit);
      finished(unit);
    }
  }

  int threads() const override { return threads_; }

 private:
  int threads_;
};

}  // namespace

std::unique_ptr<Executor> make_sequential_executor(int threads) {
  check_at_least("threads", threads, 1);
  return std::make_unique<SequentialExecutor>(threads);
}

}  // namespace kapprox
