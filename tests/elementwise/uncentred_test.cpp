// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The simplified Performer maps, φ(x) = exp(ω·x)/√m without −‖x‖²/2. Leaving the norm of the query
// out changes no normalised row, draw by draw. Leaving that of the key out changes what the rows
// estimate: weights of exp(q·k + ‖k‖²/2) in place of exp(q·k), the same only for keys of one norm.
#include "elementwise/elementwise.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

namespace kapprox {
namespace {

constexpr Index n = 5;
constexpr Index d = 6;
constexpr Index m = 16;

// Queries and keys of norm below 0.5 or so; key norms differ.
struct Tokens {
  Matrix queries = normal_rows(n, d, 0.15, Stream(7).at("queries"));
  Matrix keys = normal_rows(n, d, 0.15, Stream(7).at("keys"));

  Tokens() {
    for (Index j = 0; j < n; ++j)
      for (double& value : keys.row(j)) value *= 0.5 + 0.3 * double(j);
  }
  Problem problem() const { return {queries, keys, {}, d}; }
  double half_squared_norm_of_key(Index j) const { return 0.5 * dot(keys.row(j), keys.row(j)); }
};

using Rows = std::vector<std::vector<double>>;

// Every row over its sum; log_weights is n × n.
Rows normalised(const Rows& log_weights) {
  Rows rows = log_weights;
  for (auto& row : rows) {
    double sum = 0.0;
    for (double& weight : row) sum += weight = std::exp(weight);
    for (double& weight : row) weight /= sum;
  }
  return rows;
}

// Rows of φ(q)·ϕ(k) with queries mapped by one draw of `of_queries`, keys by the same of `of_keys`.
Rows rows_of_draw(const Tokens& tokens, const KernelSample& of_queries,
                  const KernelSample& of_keys) {
  const auto features = [](const KernelSample& sample, Side side, const Matrix& rows) {
    return dynamic_cast<const FeatureSample&>(sample).map(side, rows);
  };
  std::vector<LogNumber> estimates(static_cast<std::size_t>(n * n));
  estimate_from_features(features(of_queries, Side::query, tokens.queries),
                         features(of_keys, Side::key, tokens.keys), all_pairs(n, n), estimates);
  Rows rows(n, std::vector<double>(n));
  for (std::size_t p = 0; p < estimates.size(); ++p) rows[p / n][p % n] = estimates[p].log_abs();
  return rows;
}

void expect_equal(const Rows& found, const Rows& expected) {
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      EXPECT_NEAR(found[i][j], expected[i][j], tolerance::closed_form) << i << ", " << j;
}

class Uncentred : public testing::TestWithParam<std::string> {
 protected:
  const Tokens tokens;
  const std::shared_ptr<const FeatureMap> uncentred = shipped_exp(m, GetParam());
  const std::shared_ptr<const FeatureMap> positive = shipped_map("positive", m, GetParam());
  const std::unique_ptr<const PreparedKernel> of_uncentred = uncentred->prepare(tokens.problem());
  const std::unique_ptr<const PreparedKernel> of_positive = positive->prepare(tokens.problem());
};

INSTANTIATE_TEST_SUITE_P(Directions, Uncentred, testing::Values("iid", "orthogonal"));

TEST_P(Uncentred, QueriesChangeNoNormalisedRowOfAnyDraw) {
  for (std::uint64_t trial = 0; trial < 10; ++trial) {
    const auto with = of_positive->draw(Stream(5).trial(trial));
    const auto without = of_uncentred->draw(Stream(5).trial(trial));

    const Rows of_both_norms = normalised(rows_of_draw(tokens, *with, *with));
    const Rows without_that_of_queries = normalised(rows_of_draw(tokens, *without, *with));

    expect_equal(without_that_of_queries, of_both_norms);
  }
}

TEST_P(Uncentred, KeysWeighEveryDrawByTheirNorm) {
  for (std::uint64_t trial = 0; trial < 10; ++trial) {
    const auto with = of_positive->draw(Stream(5).trial(trial));
    const auto without = of_uncentred->draw(Stream(5).trial(trial));
    Rows reweighted = rows_of_draw(tokens, *with, *with);
    for (auto& row : reweighted)
      for (std::size_t j = 0; j < n; ++j) row[j] += tokens.half_squared_norm_of_key(Index(j));

    const Rows found = normalised(rows_of_draw(tokens, *without, *without));

    expect_equal(found, normalised(reweighted));
  }
}

// Softmax rows of q·k + share · ‖k‖²/2.
Rows softmax_rows(const Tokens& tokens, double share) {
  Rows logits(n, std::vector<double>(n));
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      logits[std::size_t(i)][std::size_t(j)] = dot(tokens.queries.row(i), tokens.keys.row(j)) +
                                               share * tokens.half_squared_norm_of_key(j);
  return normalised(logits);
}

Rows rows_of_theory(const Tokens& tokens, const PreparedKernel& prepared) {
  Rows logs(n, std::vector<double>(n));
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      logs[std::size_t(i)][std::size_t(j)] =
          prepared.theory(tokens.queries.row(i), tokens.keys.row(j))->mean.log_abs();
  return normalised(logs);
}

TEST_P(Uncentred, MeanRowsAreTheSoftmaxOfLogitsPlusHalfSquaredKeyNorms) {
  const Rows found = rows_of_theory(tokens, *of_uncentred);

  expect_equal(found, softmax_rows(tokens, 1.0));
  expect_equal(rows_of_theory(tokens, *of_positive), softmax_rows(tokens, 0.0));
  // The longest key gains what the others lose: more than a twentieth of its weight.
  EXPECT_GT(found[0][n - 1], 1.05 * softmax_rows(tokens, 0.0)[0][n - 1]);
}

// The closed form against 4000 draws: E φ(q)·ϕ(k) = exp(‖q + k‖²/2), whose rows, normalised, are
// those above.
TEST_P(Uncentred, MeansOfDrawsAgree) {
  const std::vector<Pair> pairs = all_pairs(n, n);
  std::vector<Moments> moments(pairs.size());
  std::vector<LogNumber> estimates(pairs.size());
  for (std::uint64_t trial = 0; trial < 4000; ++trial) {
    of_uncentred->draw(Stream(6).trial(trial))
        ->estimate(tokens.queries, tokens.keys, pairs, estimates);
    for (std::size_t p = 0; p < pairs.size(); ++p) moments[p].add(estimates[p].to_double());
  }

  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const auto q = tokens.queries.row(pairs[p].query);
    const auto k = tokens.keys.row(pairs[p].key);
    const double mean = std::exp(dot(q, k) + 0.5 * dot(q, q) + 0.5 * dot(k, k));
    EXPECT_LT(std::abs(z_of_mean(moments[p], mean)), tolerance::standard_errors) << p;
  }
}

TEST_P(Uncentred, KeysOfOneNormLoseNothing) {
  Tokens of_one_norm;
  for (Index j = 0; j < n; ++j) {
    const double norm = std::sqrt(2.0 * of_one_norm.half_squared_norm_of_key(j));
    for (double& value : of_one_norm.keys.row(j)) value *= 0.5 / norm;
  }

  const Rows found = rows_of_theory(of_one_norm, *uncentred->prepare(of_one_norm.problem()));

  expect_equal(found, softmax_rows(of_one_norm, 0.0));
}

}  // namespace
}  // namespace kapprox
