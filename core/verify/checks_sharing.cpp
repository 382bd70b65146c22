// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Queries and keys share one draw. Mapping keys before queries must change nothing. And the
// features of one sample's queries with another sample's keys must make another estimate than those
// of one sample: a map that draws anew for each side cannot tell the two cases apart.
#include "verify/answers.hpp"
#include "verify/checks.hpp"

#include <kapprox/error.hpp>

#include <cmath>
#include <span>

namespace kapprox {

namespace {

constexpr std::string_view order_check = "one draw: order of the sides";
constexpr std::string_view shared_check = "one draw: queries and keys";

void check_order(KernelSubject& subject, Index dim, Ledger& ledger) {
  const TestProblem problem = cloud_problem(dim, 1.0);
  const Stream stream = subject.stream("sharing");
  const auto prepared = subject.method().prepare(problem.problem());
  const auto queries_first = prepared->draw(stream);
  const auto also_queries_first = prepared->draw(stream);
  const auto keys_first = prepared->draw(stream);

  const FeatureBlock queries = features_of(*queries_first, Side::query, problem.queries);
  const FeatureBlock keys = features_of(*queries_first, Side::key, problem.keys);
  if (!same_bytes(features_of(*also_queries_first, Side::query, problem.queries), queries)) {
    ledger.not_applicable(order_check, "a draw does not repeat itself");
    return;
  }
  const FeatureBlock other_keys = features_of(*keys_first, Side::key, problem.keys);
  const FeatureBlock other_queries = features_of(*keys_first, Side::query, problem.queries);

  ledger.holds(order_check, same_bytes(queries, other_queries) && same_bytes(keys, other_keys),
               "mapping keys before queries changes the features: something is drawn when rows are "
               "mapped, so queries and keys did not share one draw",
               trial_place(problem, 0));
}

// Trials that it may take to tell the two cases apart; most maps need the first few hundred.
constexpr Index most_trials = 25'600;

// The estimate at q = k of norm 0.5 from one sample, and from two independent ones, which make
// nothing of the angle between q and k.
class Mixing {
 public:
  explicit Mixing(const Estimates& estimates) : estimates_(estimates) {}

  void add(Index trial) {
    const TestProblem& problem = estimates_.problem();
    const auto one = estimates_.prepared().draw(estimates_.trial(trial));
    const auto other = estimates_.prepared().draw(estimates_.trial(trial + most_trials));
    const FeatureBlock queries = features_of(*one, Side::query, problem.queries);
    add_estimate(shared_, queries, features_of(*one, Side::key, problem.keys));
    add_estimate(mixed_, queries, features_of(*other, Side::key, problem.keys));
  }

  // Neither varies: no trial differs from another, which another check has to say.
  bool are_constant() const { return !(shared_.sum2 > 0.0) && !(mixed_.sum2 > 0.0); }

  bool are_apart() const {
    return std::abs(mean_against(shared_, mixed_).z()) > doubtful ||
           std::abs(variance_against(shared_, mixed_).z()) > doubtful;
  }

 private:
  void add_estimate(Moments& moments, const FeatureBlock& queries, const FeatureBlock& keys) {
    const TestProblem& problem = estimates_.problem();
    std::vector<LogNumber> out(1);
    estimate_from_features(queries, keys, std::span(problem.pairs).subspan(askew_pair, 1), out);
    moments.add(out[0].over(problem.exact(askew_pair)));
  }

  const Estimates& estimates_;
  Moments shared_;
  Moments mixed_;
};

void check_shared(KernelSubject& subject, Index dim, Ledger& ledger) {
  const Estimates& estimates = subject.axes(dim);
  Mixing mixing(estimates);
  try {
    bool apart = false;
    Index trial = 0;
    for (Index look = 100; look <= most_trials && !apart; look *= 4) {
      while (trial < look) mixing.add(trial++);
      apart = mixing.are_apart();
    }
    if (mixing.are_constant()) {
      ledger.not_applicable(shared_check, "all trials give one and the same sample");
      return;
    }
    ledger.holds(shared_check, apart,
                 "the features of one sample's queries and another sample's keys estimate as those "
                 "of one sample do: queries and keys did not share one draw",
                 estimates.problem().place(askew_pair));
  } catch (const Error&) {
    ledger.not_applicable(shared_check,
                          "features of two samples do not fit together (other segments)");
  }
}

}  // namespace

void check_sharing(KernelSubject& subject, Ledger& ledger) {
  if (!subject.has_features()) {
    for (const std::string_view check : {order_check, shared_check})
      ledger.not_applicable(check, "no features: nothing is mapped side by side");
    return;
  }
  for (const Index dim : subject.feature_dims()) check_order(subject, dim, ledger);
  if (!subject.claims().random) {
    ledger.not_applicable(shared_check, "not random");
    return;
  }
  check_shared(subject, subject.feature_dims().front(), ledger);
}

}  // namespace kapprox
