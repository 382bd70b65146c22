// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Block scorers on small blocks of all sizes: claims against the log-sum-exp, growth, range,
// purity, threads. All comparisons are exact.
#include "verify/checks_scorer.hpp"

#include "verify/accepted_dims.hpp"
#include "verify/parallel.hpp"
#include "verify/same_numbers.hpp"
#include "verify/scorer_blocks.hpp"

#include <kapprox/error.hpp>
#include <kapprox/problem.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view finite_check = "range: finite at squared norms up to 4000";
constexpr std::string_view grow_check = "life: keys one by one, or together";
constexpr std::string_view finish_check = "life: a finished block";
constexpr std::string_view together_check = "life: queries one by one, or together";
constexpr std::string_view refusal_check = "life: refusals come before a run";
constexpr std::string_view exact_check = "claim: exact";
constexpr std::string_view lower_check = "claim: at most the log-sum-exp";
constexpr std::string_view upper_check = "claim: at least the log-sum-exp";
constexpr std::string_view mass_check = "claim: stands for the log-sum-exp";
constexpr std::string_view order_check = "claim: the order of keys does not matter";
constexpr std::string_view calibration_check = "claim: calibration queries";
constexpr std::string_view cost_check = "cost: stated";

constexpr double same_score = 1e-11;  // a dozen logits, and moments of them to some order
// One key has no spread, whatever is kept of it: its mass is its logit.
constexpr double same_logit = 1e-11;

void check_bounds(const ScorerClaims& claims, const BlockSummary& block, const Blocks& data,
                  Ledger& ledger) {
  const ConstMatrixView keys = ConstMatrixView(data.keys).rows_from(0, block.size());
  const std::string place = fmt::format("{}, {} keys", data.place, block.size());
  const std::vector<double> found = scores(block, data.queries);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!ledger.holds(finite_check, std::isfinite(found[i]), "a score is not finite", place))
      return;
    const double exact = log_mass(keys, data.queries.row(static_cast<Index>(i)));
    const double error = difference(found[i], exact);
    const std::string fault =
        fmt::format("the score is {:.15g}, the log-sum-exp of q·k {:.15g}", found[i], exact);
    if (claims.exact) ledger.within(exact_check, "difference", error, same_score, fault, place);
    if (claims.lower_bound)
      ledger.within(lower_check, "excess", std::max(error, 0.0), same_score, fault, place);
    if (claims.upper_bound)
      ledger.within(upper_check, "deficit", std::min(error, 0.0), same_score, fault, place);
  }
}

// What stands for the log-sum-exp is it where all logits are one: for one key many times.
void check_equal_keys(const PreparedScorer& prepared, const Blocks& data, Ledger& ledger) {
  for (const Index count : {Index{1}, Index{2}, Index{7}}) {
    const std::unique_ptr<BlockSummary> block = prepared.begin_block();
    for (Index t = 0; t < count; ++t) block->add(data.keys.row(0));
    for (Index i = 0; i < data.queries.rows(); ++i) {
      const double expected =
          std::log(static_cast<double>(count)) + dot(data.keys.row(0), data.queries.row(i));
      const double found = block->score(data.queries.row(i));
      ledger.within(
          mass_check, "difference", difference(found, expected), same_logit,
          fmt::format("equal keys score {:.15g}, but log|B| + q·k is {:.15g}", found, expected),
          fmt::format("{}, {} equal keys", data.place, count));
    }
  }
}

void check_order(const PreparedScorer& prepared, const Blocks& data, Ledger& ledger) {
  Matrix turned(data.keys.rows(), data.keys.cols());
  for (Index t = 0; t < turned.rows(); ++t) {
    const std::span<const double> key = data.keys.row((7 * t + 5) % turned.rows());
    std::copy(key.begin(), key.end(), turned.row(t).begin());
  }
  const std::vector<double> here = scores(*summary(prepared, data.keys), data.queries);
  const std::vector<double> there = scores(*summary(prepared, turned), data.queries);
  for (std::size_t i = 0; i < here.size(); ++i)
    ledger.within(order_check, "difference", difference(here[i], there[i]), same_score,
                  "the same keys in another order score otherwise", data.place);
}

void check_growth(const ScorerClaims& claims, const PreparedScorer& prepared, const Blocks& data,
                  Ledger& ledger) {
  const std::unique_ptr<BlockSummary> growing = prepared.begin_block();
  for (Index count = 1; count <= most_keys; ++count) {
    growing->add(data.keys.row(count - 1));
    const std::unique_ptr<BlockSummary> scratch =
        summary(prepared, ConstMatrixView(data.keys).rows_from(0, count));
    ledger.holds(grow_check,
                 same_numbers(scores(*growing, data.queries), scores(*scratch, data.queries)),
                 "keys added one by one score otherwise than the same keys added together",
                 fmt::format("{}, {} keys", data.place, count));
    check_bounds(claims, *growing, data, ledger);
  }
}

// Scores keep their bits, one at a time and together, and no key comes any more.
void check_finished(const PreparedScorer& prepared, const Blocks& data, Ledger& ledger) {
  const std::unique_ptr<BlockSummary> growing = summary(prepared, data.keys);
  const std::unique_ptr<BlockSummary> full = summary(prepared, data.keys);
  full->finish();
  const auto together = [&](const BlockSummary& block) {
    std::vector<double> all(static_cast<std::size_t>(data.queries.rows()));
    block.scores(data.queries, all);
    return all;
  };
  ledger.holds(finish_check,
               same_numbers(scores(*full, data.queries), scores(*growing, data.queries)) &&
                   same_numbers(together(*full), together(*growing)),
               "a finished block scores otherwise than before", data.place);
  bool is_refused = false;
  try {
    full->add(data.keys.row(0));
  } catch (const Error&) {
    is_refused = true;
  }
  ledger.holds(finish_check, is_refused, "a key is taken by a finished block", data.place);
}

// Within rounding of one at a time, and with bits that no other query moves.
void check_together(const PreparedScorer& prepared, const Blocks& data, Ledger& ledger) {
  const std::unique_ptr<BlockSummary> block = summary(prepared, data.keys);
  const ConstMatrixView queries = data.queries;
  const std::vector<double> alone = scores(*block, data.queries);
  if (!std::all_of(alone.begin(), alone.end(), [](double s) { return std::isfinite(s); }))
    return;  // and finite_check says so
  std::vector<double> all(alone.size());
  std::vector<double> parts(alone.size());
  block->scores(queries, all);
  block->scores(queries.rows_from(0, 1), std::span(parts).first(1));
  block->scores(queries.rows_from(1, queries.rows - 1), std::span(parts).subspan(1));
  for (std::size_t i = 0; i < alone.size(); ++i)
    ledger.within(together_check, "difference", difference(all[i], alone[i]), same_score,
                  "many queries together score otherwise than one at a time", data.place);
  ledger.holds(together_check, same_numbers(all, parts),
               "the score of a query depends on the queries beside it", data.place);
}

void check_cost(const BlockScorer& scorer, Index dim, Ledger& ledger) {
  const ScorerCost cost = scorer.cost(most_keys, dim);
  ledger.holds(cost_check,
               cost.summary_numbers > 0.0 && cost.growing_numbers >= cost.summary_numbers &&
                   cost.multiply_adds > 0.0,
               fmt::format("numbers kept {}, held while growing {}, multiply-adds {}: all must be "
                           "above 0, and no fewer numbers held than kept",
                           cost.summary_numbers, cost.growing_numbers, cost.multiply_adds),
               fmt::format("d = {}", dim));
}

// Other calibration queries move the scores of those that use them, and of no others.
void check_calibration(const BlockScorer& scorer, const Blocks& data, Ledger& ledger) {
  Blocks other = data;
  for (double& x : other.calibration.values()) x = 0.5 - x;
  const bool same = same_numbers(scores(scorer, data), scores(scorer, other));
  ledger.holds(calibration_check, same != scorer.claims().uses_calibration,
               same ? "claimed to be used, but other queries change nothing"
                    : "not claimed to be used, but other queries change scores",
               data.place);
}

void check_purity(const BlockScorer& scorer, const Blocks& data, const VerifyOptions& options,
                  const std::function<BuiltMethod()>& rebuild, Ledger& ledger) {
  const std::vector<double> expected = scores(scorer, data);
  const BuiltMethod again = rebuild();
  ledger.holds("purity: a method repeats itself", same_numbers(scores(scorer, data), expected),
               "the same keys score otherwise when asked again: a state is kept");
  ledger.holds(
      "purity: a method built anew is the same",
      same_numbers(scores(dynamic_cast<const BlockScorer&>(*again.method), data), expected),
      "the same method built again scores otherwise");
  const PreparedScorer prepared = scorer.prepare({data.keys.cols(), data.calibration});
  const std::unique_ptr<BlockSummary> block = summary(prepared, data.keys);
  const Index failures = count_false(options.threads, [&](int) {
    return same_numbers(scores(*block, data.queries), expected) &&
           same_numbers(scores(*summary(prepared, data.keys), data.queries), expected);
  });
  ledger.holds("threads: many queries and blocks at once", failures == 0,
               "several threads at once get other scores than one: a state is kept");
}

// Whether the scorer works in these dimensions; what prepare refuses, check_problem refuses too.
bool accepts(const BlockScorer& scorer, const Blocks& data, Ledger& ledger) {
  Problem problem;
  problem.ambient_dim = data.keys.cols();
  problem.queries = data.queries;
  problem.keys = data.keys;
  bool refused = false;
  try {
    scorer.check_problem(problem);
  } catch (const InputError&) {
    refused = true;
  }
  try {
    scorer.prepare({data.keys.cols(), data.calibration});
  } catch (const InputError& error) {
    ledger.holds(refusal_check, refused,
                 fmt::format("prepare refuses what check_problem does not: {}", error.what()),
                 data.place);
    return false;
  }
  ledger.holds(refusal_check, !refused, "check_problem refuses what prepare does not", data.place);
  return true;
}

}  // namespace

void check_scorer(const BlockScorer& scorer, const VerifyOptions& options,
                  const std::function<BuiltMethod()>& rebuild, bool must_work, Ledger& ledger) {
  const ScorerClaims claims = scorer.claims();
  if (!claims.exact) ledger.not_applicable(exact_check, "not claimed");
  if (!claims.lower_bound) ledger.not_applicable(lower_check, "not claimed");
  if (!claims.upper_bound) ledger.not_applicable(upper_check, "not claimed");
  if (!claims.estimates_log_mass) ledger.not_applicable(mass_check, "not claimed");
  if (!claims.key_equivariant) ledger.not_applicable(order_check, "not claimed");
  const std::vector<Index> dims =
      dims_that(options, [&](Index dim) { return accepts(scorer, blocks(dim, 1.0), ledger); });
  for (const Index dim : dims) {
    const Blocks small = blocks(dim, 1.0);
    check_cost(scorer, dim, ledger);
    check_calibration(scorer, small, ledger);
    check_purity(scorer, small, options, rebuild, ledger);
    for (const double norm : {0.5, 1.0, 4.0, std::sqrt(4000.0)}) {
      const Blocks data = blocks(dim, norm);
      const PreparedScorer prepared = scorer.prepare({dim, data.calibration});
      check_growth(claims, prepared, data, ledger);
      check_finished(prepared, data, ledger);
      check_together(prepared, data, ledger);
      if (claims.estimates_log_mass) check_equal_keys(prepared, data, ledger);
      if (claims.key_equivariant && norm <= 1.0) check_order(prepared, data, ledger);
    }
  }
  if (must_work)
    ledger.holds(refusal_check, !dims.empty(),
                 "every dimension tried is refused, but one must be served");
}

}  // namespace kapprox
