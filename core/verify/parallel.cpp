// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Threads of the standard library: the engine's executor is another room's.
#include "verify/parallel.hpp"

#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace kapprox {

Index count_false(int threads, const std::function<bool(int round)>& body) {
  std::atomic<int> waiting{threads};
  std::atomic<Index> failures{0};
  std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(threads));
  std::vector<std::thread> crew;
  crew.reserve(static_cast<std::size_t>(threads));
  for (int number = 0; number < threads; ++number)
    crew.emplace_back([&, number] {
      --waiting;
      while (waiting > 0) std::this_thread::yield();
      try {
        for (int round = 0; round < parallel_rounds; ++round)
          if (!body(round)) ++failures;
      } catch (...) {
        thrown[static_cast<std::size_t>(number)] = std::current_exception();
      }
    });
  for (std::thread& one : crew) one.join();
  for (const std::exception_ptr& error : thrown)
    if (error) std::rethrow_exception(error);
  return failures;
}

}  // namespace kapprox
