// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Claims to be exact at a point: every sample's estimate there is exp(q·k).
#include "verify/checks.hpp"

#include <fmt/format.h>

namespace kapprox {

namespace {

// Relative to exp(q·k): sums of some hundred terms of size up to e^8, at norm 2.
constexpr double exact_enough = 1e-10;

void check_point(KernelSubject& subject, std::string_view check, bool claimed, Relation relation,
                 Ledger& ledger) {
  if (!claimed) {
    ledger.not_applicable(check, "not claimed");
    return;
  }
  for (const Index dim : subject.dims()) {
    const TestProblem problem = point_problem(dim, relation);
    const auto prepared = subject.method().prepare(problem.problem());
    for (std::uint64_t trial = 0; trial < 20; ++trial) {
      const auto sample = prepared->draw(subject.stream("points").trial(trial));
      const std::vector<LogNumber> estimates = estimates_of(*sample, problem);
      for (std::size_t p = 0; p < estimates.size(); ++p) {
        const double relative = estimates[p].over(problem.exact(p));
        ledger.within(check, "relative error", relative - 1.0, exact_enough,
                      fmt::format("the estimate is {:.12g} times exp(q·k)", relative),
                      fmt::format("{}, trial {}", problem.place(p), trial));
      }
    }
  }
}

}  // namespace

void check_points(KernelSubject& subject, Ledger& ledger) {
  const Claims& claims = subject.claims();
  check_point(subject, "claim: exact where q = k", claims.exact_at_equal, Relation::equal, ledger);
  check_point(subject, "claim: exact where q = -k", claims.exact_at_opposite, Relation::opposite,
              ledger);
  check_point(subject, "claim: exact at 0", claims.exact_at_zero, Relation::zero, ledger);
}

}  // namespace kapprox
