// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Purity: a sample is a pure function of parameters, problem and address. Asked twice it says the
// same; drawn again, after other draws, in another order or from a method built anew, it is the
// same.
#include "verify/answers.hpp"
#include "verify/checks.hpp"

#include <memory>

namespace kapprox {

namespace {

constexpr std::uint64_t trials = 3;

void check_one(KernelSubject& subject, const TestProblem& problem, Ledger& ledger) {
  const Stream stream = subject.stream("purity");
  const auto prepared = subject.method().prepare(problem.problem());
  std::vector<std::unique_ptr<const KernelSample>> samples;
  std::vector<Answer> answers;
  for (std::uint64_t t = 0; t < trials; ++t) {
    samples.push_back(prepared->draw(stream.trial(t)));
    answers.push_back(answer_of(*samples.back(), problem));
  }

  for (std::uint64_t t = 0; t < trials; ++t)
    ledger.holds(
        "purity: a sample repeats itself", same_bytes(answer_of(*samples[t], problem), answers[t]),
        "a sample that is asked again answers otherwise: it keeps a state or draws when it "
        "is asked, so queries and keys did not share one draw",
        trial_place(problem, static_cast<Index>(t)));

  const BuiltMethod again = subject.rebuild();
  const auto& method = dynamic_cast<const KernelMethod&>(*again.method);
  const auto prepared_again = method.prepare(problem.problem());
  for (std::uint64_t t = trials; t-- > 0;) {
    const std::string place = trial_place(problem, static_cast<Index>(t));
    ledger.holds("purity: a draw repeats itself",
                 same_bytes(answer_of(*prepared->draw(stream.trial(t)), problem), answers[t]),
                 "the same address drawn again, after other trials, gives another sample: a state "
                 "is kept between draws, or randomness comes from elsewhere than the stream",
                 place);
    ledger.holds("purity: a method built anew is the same",
                 same_bytes(answer_of(*prepared_again->draw(stream.trial(t)), problem), answers[t]),
                 "the same method built and prepared again gives another sample: a state is kept "
                 "between objects, or randomness comes from elsewhere than the stream",
                 place);
  }
}

}  // namespace

void check_purity(KernelSubject& subject, Ledger& ledger) {
  for (const Index dim : subject.feature_dims())
    check_one(subject, cloud_problem(dim, 1.0), ledger);
}

}  // namespace kapprox
