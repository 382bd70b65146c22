// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Thread safety: one sample asked by many threads at once, and one prepared method drawn from by
// many threads at once, give the bytes that one thread gets.
#include "verify/answers.hpp"
#include "verify/checks.hpp"
#include "verify/parallel.hpp"

#include <vector>

namespace kapprox {

void check_threads(KernelSubject& subject, Ledger& ledger) {
  const Index dim = subject.feature_dims().front();
  const TestProblem problem = cloud_problem(dim, 1.0);
  const Stream stream = subject.stream("threads");
  const auto prepared = subject.method().prepare(problem.problem());
  const auto sample = prepared->draw(stream);
  const Answer alone = answer_of(*sample, problem);
  std::vector<Answer> expected;
  expected.reserve(parallel_rounds);
  for (int round = 0; round < parallel_rounds; ++round)
    expected.push_back(
        answer_of(*prepared->draw(stream.trial(static_cast<std::uint64_t>(round))), problem));

  const Index in_sample = count_false(subject.options().threads, [&](int) {
    return same_bytes(answer_of(*sample, problem), alone);
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
