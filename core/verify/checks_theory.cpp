// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Closed-form mean and variance against Monte Carlo over norms, angles and dimensions. Where theory
// gives the fourth moment, it gives the standard error of the sample variance too, and says where
// tails are too heavy for a verdict.
#include "verify/checks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view mean_check = "theory: mean";
constexpr std::string_view variance_check = "theory: variance";
constexpr std::string_view claim_check = "theory: agrees with the claims";
constexpr std::string_view coordinates_check = "theory: same in reduced coordinates";

// Closed forms of a deterministic method, of an unbiased mean, in other coordinates: a few dozen
// roundings, of terms that may cancel.
constexpr double closed_form = 1e-10;

// In units of exp(q·k) and its powers.
struct RelativeTheory {
  double mean = 0.0;
  double variance = 0.0;
  double fourth = std::numeric_limits<double>::quiet_NaN();
  bool fourth_is_exact = false;

  double kurtosis() const { return variance > 0.0 ? fourth / (variance * variance) : 0.0; }
};

std::optional<RelativeTheory> relative_theory(Estimates& estimates, std::size_t p) {
  const std::optional<Theory>& theory = estimates.theory(p);
  if (!theory) return std::nullopt;
  const double exact = estimates.problem().exact(p);
  RelativeTheory relative{theory->mean.over(exact), theory->variance.over(2.0 * exact)};
  if (theory->fourth) relative.fourth = theory->fourth->over(4.0 * exact);
  relative.fourth_is_exact = theory->fourth_is_exact && theory->fourth;
  return relative;
}

// Standard error of a sample variance of n values; from the sample where theory does not say.
double variance_error(const RelativeTheory& theory, const Moments& moments) {
  if (!theory.fourth_is_exact) return moments.variance_standard_error();
  const auto n = static_cast<double>(moments.count);
  const double square = theory.variance * theory.variance;
  return std::sqrt(std::max(theory.fourth - square * (n - 3.0) / (n - 1.0), 0.0) / n);
}

void check_random_pair(Estimates& estimates, std::size_t p, const RelativeTheory& theory,
                       Index trials, Judge& judge) {
  const std::string place = estimates.problem().place(p);
  judge.compare(
      mean_check, "the mean of estimate / exp(q·k)", "theory",
      [&](int look) {
        const Moments& moments = estimates.look(look)[p];
        // Theory knows the spread of heavy tails; where its variance is wrong, that is not blamed
        // on the mean.
        const double error = std::sqrt(theory.variance / static_cast<double>(moments.count));
        return mean_against(moments, theory.mean, std::max(error, moments.mean_standard_error()));
      },
      place);
  const double kurtosis =
      std::isnan(theory.fourth) ? estimates.look(0)[p].kurtosis() : theory.kurtosis();
  if (kurtosis > largest_kurtosis(trials)) {
    judge.ledger().left_out(variance_check, fmt::format("tails too heavy for {} trials", trials));
    return;
  }
  judge.compare(
      variance_check, "the variance of estimate / exp(q·k)", "theory",
      [&](int look) {
        const Moments& moments = estimates.look(look)[p];
        Statistic statistic =
            variance_against(moments, theory.variance, variance_error(theory, moments));
        // Without a fourth moment nobody knows how rare and large the estimates are that this
        // sample has missed: only what falls below half the variance is held against it.
        if (std::isnan(theory.fourth) && statistic.found > 0.5 * theory.variance)
          statistic.found = std::max(statistic.found, theory.variance);
        return statistic;
      },
      place);
}

void check_deterministic_pair(Estimates& estimates, std::size_t p, const RelativeTheory& theory,
                              Ledger& ledger) {
  const std::string place = estimates.problem().place(p);
  const double found = estimates.look(0)[p].mean;
  ledger.within(mean_check, "relative difference", found - theory.mean, closed_form,
                fmt::format("the estimate is {:.12g} times exp(q·k), but theory says {:.12g}",
                            found, theory.mean),
                place);
  ledger.holds(variance_check, theory.variance == 0.0,
               fmt::format("the method is not random, but theory gives it the variance {:.3g}",
                           theory.variance),
               place);
}

// Nothing of this needs a draw.
void check_consistency(const KernelSubject& subject, const TestProblem& problem, std::size_t p,
                       const RelativeTheory& theory, Ledger& ledger) {
  const std::string place = problem.place(p);
  ledger.holds(claim_check, theory.variance >= 0.0,
               fmt::format("the variance is {:.3g}", theory.variance), place);
  if (subject.claims().unbiased)
    ledger.within(
        claim_check, "relative difference", theory.mean - 1.0, closed_form,
        fmt::format("unbiased is claimed, but theory gives the mean {:.12g} exp(q·k)", theory.mean),
        place);
  if (theory.fourth_is_exact)
    ledger.holds(claim_check,
                 theory.fourth >= theory.variance * theory.variance * (1.0 - closed_form),
                 fmt::format("the fourth moment {:.6g} is below the square of the variance {:.6g}",
                             theory.fourth, theory.variance),
                 place);
}

void check_coordinates(KernelSubject& subject, Index dim, Ledger& ledger) {
  if (!subject.claims().rotation_invariant) {
    ledger.not_applicable(coordinates_check, "rotation invariance is not claimed");
    return;
  }
  Estimates& full = subject.plane(dim);
  Estimates& small = subject.reduced_plane(dim);
  for (std::size_t p = 0; p < full.problem().pairs.size(); ++p) {
    const auto a = relative_theory(full, p);
    const auto b = relative_theory(small, p);
    const std::string fault = "theory is another in coordinates of the problem's span";
    if (!ledger.holds(coordinates_check, a.has_value() == b.has_value(), fault,
                      full.problem().place(p)) ||
        !a)
      continue;
    ledger.within(coordinates_check, "relative difference", a->mean - b->mean, closed_form, fault,
                  full.problem().place(p));
    ledger.within(coordinates_check, "relative difference", a->variance - b->variance,
                  closed_form * (1.0 + a->variance), fault, full.problem().place(p));
  }
}

}  // namespace

void check_theory(KernelSubject& subject, Judge& judge) {
  Ledger& ledger = judge.ledger();
  for (const Index dim : subject.dims()) {
    for (Estimates* estimates : {&subject.plane(dim), &subject.axes(dim)}) {
      const TestProblem& problem = estimates->problem();
      for (std::size_t p = 0; p < problem.pairs.size(); ++p) {
        const auto theory = relative_theory(*estimates, p);
        if (!theory) {
          for (const auto check : {mean_check, variance_check, claim_check})
            ledger.not_applicable(check, "no theory is given");
          continue;
        }
        check_consistency(subject, problem, p, *theory, ledger);
        if (subject.claims().random)
          check_random_pair(*estimates, p, *theory, subject.options().trials, judge);
        else
          check_deterministic_pair(*estimates, p, *theory, ledger);
      }
    }
    check_coordinates(subject, dim, ledger);
  }
}

}  // namespace kapprox
