// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a config claims about its law: random or not, unbiased, never negative, rotation invariant,
// looking at the data or not.
#include "verify/answers.hpp"
#include "verify/checks.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view not_claimed = "not claimed";

// A random degree may come out the same many times.
constexpr std::uint64_t most_trials = 300;

void check_random(KernelSubject& subject, Ledger& ledger) {
  const std::string_view check = "claim: random or not";
  const TestProblem problem = cloud_problem(subject.feature_dims().front(), 1.0);
  const auto prepared = subject.method().prepare(problem.problem());
  const Stream stream = subject.stream("random");
  const Answer first = answer_of(*prepared->draw(stream), problem);
  bool differs = false;
  for (std::uint64_t trial = 1; trial < most_trials && !differs; ++trial)
    differs = !same_bytes(answer_of(*prepared->draw(stream.trial(trial)), problem), first);
  if (subject.claims().random)
    ledger.holds(
        check, differs,
        fmt::format("random is claimed, but {} trials gave one and the same sample", most_trials),
        trial_place(problem, 0));
  else
    ledger.holds(check, !differs, "random is not claimed, but trials gave different samples",
                 trial_place(problem, 0));
}

// One standard error of the mean, in units of exp(q·k), beyond which a comparison says nothing.
constexpr double largest_error = 0.25;

// From theory where there is one, since a sample of a heavy-tailed law does not know its own
// spread.
void check_unbiased(Estimates& estimates, Index trials, Judge& judge) {
  const std::string_view check = "claim: unbiased";
  const TestProblem& problem = estimates.problem();
  for (std::size_t p = 0; p < problem.pairs.size(); ++p) {
    const std::optional<Theory>& theory = estimates.theory(p);
    const double variance = theory ? theory->variance.over(2.0 * problem.exact(p)) : 0.0;
    if (theory ? variance > largest_error * largest_error * static_cast<double>(trials)
               : estimates.look(0)[p].kurtosis() > largest_kurtosis(trials)) {
      judge.ledger().left_out(check, fmt::format("variance too large for {} trials", trials));
      continue;
    }
    judge.compare(
        check, "the mean of estimate / exp(q·k)", "an unbiased one",
        [&](int look) {
          const Moments& moments = estimates.look(look)[p];
          const double from_theory = std::sqrt(variance / static_cast<double>(moments.count));
          return mean_against(moments, 1.0, std::max(from_theory, moments.mean_standard_error()));
        },
        problem.place(p));
  }
}

// The worst of all trials, and samples at norms where a negative estimate is likely if there is
// one.
void check_nonnegative(KernelSubject& subject, Index dim, Ledger& ledger) {
  const std::string_view check = "claim: nonnegative";
  for (Estimates* estimates : {&subject.plane(dim), &subject.axes(dim)}) {
    const TestProblem& problem = estimates->problem();
    for (std::size_t p = 0; p < problem.pairs.size(); ++p) {
      const double least = estimates->look(0)[p].minimum;
      ledger.holds(check, least >= 0.0, fmt::format("an estimate is {:.3g} times exp(q·k)", least),
                   problem.place(p));
    }
  }
  for (const double norm : {1.0, 2.0, 4.0}) {
    const TestProblem problem = norm_problem(dim, norm);
    const auto prepared = subject.method().prepare(problem.problem());
    for (std::uint64_t trial = 0; trial < 50; ++trial) {
      const auto sample = prepared->draw(subject.stream("nonnegative").trial(trial));
      const std::vector<LogNumber> estimates = estimates_of(*sample, problem);
      for (std::size_t p = 0; p < estimates.size(); ++p)
        ledger.holds(check, estimates[p].value >= 0.0,
                     fmt::format("an estimate is {:.3g} times exp(q·k)",
                                 estimates[p].over(problem.exact(p))),
                     problem.place(p));
    }
  }
}

// Turned pairs have the law of the unturned ones; streams differ, because the problem's name does.
void check_rotation(KernelSubject& subject, Index dim, Judge& judge) {
  const std::string_view check = "claim: rotation invariant";
  Estimates& estimates = subject.axes(dim);
  Estimates& turned = subject.turned_axes(dim);
  for (std::size_t p = 0; p < estimates.problem().pairs.size(); ++p) {
    compare_laws(
        check, subject.options().trials, "along an axis or a diagonal", "in turned coordinates",
        [&](int look) -> const Moments& { return estimates.look(look)[p]; },
        [&](int look) -> const Moments& { return turned.look(look)[p]; },
        estimates.problem().place(p), judge);
  }
}

// Prepared on other data, the answers to the same rows must be the same.
void check_data(KernelSubject& subject, Ledger& ledger) {
  const std::string_view check = "claim: does not fit the data";
  if (subject.claims().fits_data) {
    ledger.not_applicable(check, "fitting the data is claimed");
    return;
  }
  const Index dim = subject.feature_dims().front();
  const TestProblem problem = cloud_problem(dim, 1.0);
  const TestProblem other = plane_problem(dim);
  const Stream stream = subject.stream("data");
  const auto prepared = subject.method().prepare(problem.problem());
  const auto prepared_on_other = subject.method().prepare(other.problem());
  ledger.holds(
      check,
      same_bytes(answer_of(*prepared->draw(stream), problem),
                 answer_of(*prepared_on_other->draw(stream), problem)),
      "fits_data is not claimed, but prepared on other queries and keys the method answers "
      "otherwise",
      trial_place(problem, 0));
}

}  // namespace

void check_claims(KernelSubject& subject, Judge& judge) {
  const Claims& claims = subject.claims();
  Ledger& ledger = judge.ledger();
  check_random(subject, ledger);
  check_data(subject, ledger);
  for (const Index dim : subject.dims()) {
    if (claims.unbiased) {
      check_unbiased(subject.plane(dim), subject.options().trials, judge);
      check_unbiased(subject.axes(dim), subject.options().trials, judge);
    } else {
      ledger.not_applicable("claim: unbiased", std::string(not_claimed));
    }
    if (claims.nonnegative)
      check_nonnegative(subject, dim, ledger);
    else
      ledger.not_applicable("claim: nonnegative", std::string(not_claimed));
    if (claims.rotation_invariant)
      check_rotation(subject, dim, judge);
    else
      ledger.not_applicable("claim: rotation invariant", std::string(not_claimed));
  }
}

}  // namespace kapprox
