// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Everything stays finite at squared norms up to 4000, where exp(q·k) and exp(‖q‖²/2) have long
// left the range of double, and theory with it.
#include "verify/answers.hpp"
#include "verify/checks.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view check = "range: finite at squared norms to 4000";

bool is_finite(const LogNumber& x) { return std::isfinite(x.value) && std::isfinite(x.log_scale); }

bool is_finite(const Segment& segment) {
  const auto finite = [](double x) { return std::isfinite(x); };
  const auto values = segment.values.values();
  return std::all_of(values.begin(), values.end(), finite) &&
         std::all_of(segment.log_scale.begin(), segment.log_scale.end(), finite);
}

bool is_finite(const FeatureBlock& block) {
  return std::all_of(block.segments.begin(), block.segments.end(),
                     [](const Segment& segment) { return is_finite(segment); });
}

bool is_zero(const FlatFeatures& features, Index row) {
  const auto values = features.values.row(row);
  return std::all_of(values.begin(), values.end(), [](double x) { return x == 0.0; });
}

// A row whose features are not all 0 at norm 1 must not lose them all at another norm.
void check_vanishing(const FeatureBlock& block, const FeatureBlock& at_norm_1,
                     const TestProblem& problem, Ledger& ledger) {
  const FlatFeatures features = flatten(block);
  const FlatFeatures reference = flatten(at_norm_1);
  for (Index row = 0; row < block.rows(); ++row)
    ledger.holds(
        check, !is_zero(features, row) || is_zero(reference, row),
        "all features of a row have vanished, but its log-scale must keep the largest near "
        "1",
        problem.place(static_cast<std::size_t>(row)));
}

void check_one(const KernelSubject& subject, const TestProblem& problem, Ledger& ledger) {
  const auto prepared = subject.method().prepare(problem.problem());
  for (std::uint64_t trial = 0; trial < 3; ++trial) {
    const auto sample = prepared->draw(subject.stream("range").trial(trial));
    const Answer answer = answer_of(*sample, problem);
    for (std::size_t p = 0; p < answer.estimates.size(); ++p)
      ledger.holds(check, is_finite(answer.estimates[p]),
                   fmt::format("an estimate is {} · exp({})", answer.estimates[p].value,
                               answer.estimates[p].log_scale),
                   problem.place(p));
    for (const Side side : {Side::query, Side::key}) {
      const auto& block = side == Side::query ? answer.queries : answer.keys;
      if (!block) continue;
      ledger.holds(check, is_finite(*block), "a feature or a log-scale is not finite",
                   problem.place(0));
      const TestProblem unit = norm_problem(problem.ambient_dim, 1.0);
      check_vanishing(*block,
                      features_of(*sample, side, side == Side::query ? unit.queries : unit.keys),
                      problem, ledger);
    }
  }
  for (std::size_t p = 0; p < problem.pairs.size(); ++p) {
    const auto theory = prepared->theory(problem.queries.row(static_cast<Index>(p)),
                                         problem.keys.row(static_cast<Index>(p)));
    if (!theory) continue;
    ledger.holds(check, is_finite(theory->mean) && is_finite(theory->variance),
                 "theory gives a mean or a variance that is not finite", problem.place(p));
    if (theory->fourth)
      ledger.holds(check, is_finite(*theory->fourth),
                   "theory gives a fourth moment that is not finite", problem.place(p));
  }
}

}  // namespace

void check_range(KernelSubject& subject, Ledger& ledger) {
  for (const Index dim : subject.feature_dims())
    for (const double square : {400.0, 1600.0, 4000.0})
      check_one(subject, norm_problem(dim, std::sqrt(square)), ledger);
}

}  // namespace kapprox
