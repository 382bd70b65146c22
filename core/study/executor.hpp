// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The one seam between the engine and whatever runs its work: submit units, learn when each one has
// ended, one at a time and in any order. OpenMP is the first executor.
#pragma once

#include <kapprox/types.hpp>

#include <functional>
#include <memory>

namespace kapprox {

class Executor {
 public:
  virtual ~Executor() = default;

  // Calls work(i) for every i in [0, count) on some thread, then finished(i) on that thread, one
  // call at a time. Stops handing out new units once stop() is true (any thread asks); units
  // already begun are finished. The first exception of work or finished is rethrown after all
  // running units ended; finished is not called any more then.
  virtual void run(Index count, const std::function<void(Index)>& work,
                   const std::function<void(Index)>& finished,
                   const std::function<bool()>& stop) = 0;
  virtual int threads() const = 0;
};

// threads = 0: as many as processors.
std::unique_ptr<Executor> make_openmp_executor(int threads);

// One unit after the other, in order, on the thread that calls run; `threads` are for what a unit
// does inside.
std::unique_ptr<Executor> make_sequential_executor(int threads);

}  // namespace kapprox
