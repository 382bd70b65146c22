// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Thread safety: one sample asked by many threads at once, and one prepared method drawn from by
// many threads at once, give the bytes that one thread gets.
#include "verify/answers.hpp"
#include "verify/checks.hpp"

#include <atomic>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace kapprox {

namespace {

constexpr int rounds = 8;

// Runs `body` in that many threads, which wait for each other before they begin; counts how often
// it was false. Throws what a thread threw.
Index count_false(int threads, const std::function<bool(int round)>& body) {
  std::atomic<int> waiting{threads};
  std::atomic<Index> failures{0};
  std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(threads));
  std::vector<std::thread> crew;
  for (int number = 0; number < threads; ++number)
    crew.emplace_back([&, number] {
      --waiting;
      while (waiting > 0) std::this_thread::yield();
      try {
        for (int round = 0; round < rounds; ++round)
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

}  // namespace

void check_threads(KernelSubject& subject, Ledger& ledger) {
  const Index dim = subject.feature_dims().front();
  const TestProblem problem = cloud_problem(dim, 1.0);
  const Stream stream = subject.stream("threads");
  const auto prepared = subject.method().prepare(problem.problem());
  const auto sample = prepared->draw(stream);
  std::vector<Answer> expected;
  for (int round = 0; round < rounds; ++round)
    expected.push_back(
        answer_of(*prepared->draw(stream.trial(static_cast<std::uint64_t>(round))), problem));

  const Index in_sample = count_false(subject.options().threads, [&](int) {
    return same_bytes(answer_of(*sample, problem), expected.front());
  });
  const Index in_draws = count_false(subject.options().threads, [&](int round) {
    const auto drawn = prepared->draw(stream.trial(static_cast<std::uint64_t>(round)));
    return same_bytes(answer_of(*drawn, problem), expected[static_cast<std::size_t>(round)]);
  });

  ledger.holds(
      "threads: one sample, many threads", in_sample == 0,
      "a sample that several threads ask at once answers otherwise than to one: it keeps a "
      "state",
      trial_place(problem, 0));
  ledger.holds(
      "threads: many draws at once", in_draws == 0,
      "draws by several threads at once differ from those of one: the method keeps a state",
      trial_place(problem, 0));
}

}  // namespace kapprox
