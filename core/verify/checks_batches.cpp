// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A row's features are its own: alone, in a shorter batch or in another order they are the same
// within 1e-10, where a map that looks at other rows (a common maximum, a statistic of the batch)
// would leak later rows into earlier ones.
#include "verify/answers.hpp"
#include "verify/checks.hpp"

#include <kapprox/rows.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view check = "batches: a row does not see other rows";

// What docs/reproducibility.md promises of rows that travel with other rows: products may round
// otherwise in another batch.
constexpr double other_rows = 1e-10;

// Largest difference of features relative to the largest feature of the row in `whole`.
double difference(const FlatFeatures& whole, Index row, const FlatFeatures& part, Index its_row) {
  const double scale = whole.log_scale[static_cast<std::size_t>(row)];
  const double rebase = std::exp(part.log_scale[static_cast<std::size_t>(its_row)] - scale);
  double largest = 0.0;
  double apart = 0.0;
  for (Index f = 0; f < whole.values.cols(); ++f) {
    const double value = whole.values(row, f);
    const double gap = std::abs(value - rebase * part.values(its_row, f));
    largest = std::max(largest, std::abs(value));
    if (!(gap <= apart)) apart = gap;
  }
  return apart == 0.0 ? 0.0 : apart / largest;
}

void check_choice(const FeatureSample& sample, Side side, const TestProblem& problem,
                  const FlatFeatures& whole, const std::vector<Index>& choice, Ledger& ledger) {
  const Matrix& rows = side == Side::query ? problem.queries : problem.keys;
  const FlatFeatures part = flatten(sample.map(side, rows_at(rows, choice)));
  for (std::size_t i = 0; i < choice.size(); ++i) {
    const Index row = choice[i];
    const double apart = difference(whole, row, part, static_cast<Index>(i));
    ledger.within(
        check, "relative difference", apart, other_rows,
        fmt::format("{} {} of {} has other features in a batch of {} rows: features of a "
                    "row depend on other rows",
                    side == Side::query ? "query" : "key", row, rows.rows(), choice.size()),
        trial_place(problem, 0));
  }
}

void check_side(const FeatureSample& sample, Side side, const TestProblem& problem,
                Ledger& ledger) {
  const Matrix& rows = side == Side::query ? problem.queries : problem.keys;
  const FlatFeatures whole = flatten(sample.map(side, rows));
  std::vector<Index> order(static_cast<std::size_t>(rows.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t count = 1; count < order.size(); ++count)
    check_choice(sample, side, problem, whole, {order.begin(), order.begin() + Index(count)},
                 ledger);
  std::reverse(order.begin(), order.end());
  check_choice(sample, side, problem, whole, order, ledger);
  for (const Index row : order) check_choice(sample, side, problem, whole, {row}, ledger);
}

}  // namespace

void check_batches(KernelSubject& subject, Ledger& ledger) {
  if (!subject.has_features()) {
    ledger.not_applicable(check, "no features");
    return;
  }
  for (const Index dim : subject.feature_dims()) {
    const TestProblem problem = cloud_problem(dim, 2.0);
    const auto prepared = subject.method().prepare(problem.problem());
    const auto drawn = prepared->draw(subject.stream("batches"));
    const auto& sample = dynamic_cast<const FeatureSample&>(*drawn);
    check_side(sample, Side::query, problem, ledger);
    check_side(sample, Side::key, problem, ledger);
  }
}

}  // namespace kapprox
