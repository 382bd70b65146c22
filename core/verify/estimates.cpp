// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One trial is one draw and the estimates of all pairs.
#include "verify/estimates.hpp"

#include <utility>

namespace kapprox {

Estimates::Estimates(const KernelMethod& method, TestProblem problem, const Stream& seed,
                     Index trials)
    : problem_(std::move(problem)),
      prepared_(method.prepare(problem_.problem())),
      stream_(seed.at(problem_.name).at(static_cast<std::uint64_t>(problem_.ambient_dim))),
      looks_(trials, problem_.pairs.size(), [this](Index number, std::span<double> relative) {
        const auto estimates = estimates_of(*prepared_->draw(trial(number)), problem_);
        for (std::size_t p = 0; p < relative.size(); ++p)
          relative[p] = estimates[p].over(problem_.exact(p));
      }) {}

Stream Estimates::trial(Index number) const {
  return stream_.trial(static_cast<std::uint64_t>(number));
}

const std::optional<Theory>& Estimates::theory(std::size_t pair) {
  if (theories_.empty())
    for (const Pair& one : problem_.pairs)
      theories_.push_back(
          prepared_->theory(problem_.queries.row(one.query), problem_.keys.row(one.key)));
  return theories_.at(pair);
}

std::vector<LogNumber> estimates_of(const KernelSample& sample, const TestProblem& problem) {
  std::vector<LogNumber> out(problem.pairs.size());
  sample.estimate(problem.queries, problem.keys, problem.pairs, out);
  return out;
}

}  // namespace kapprox
