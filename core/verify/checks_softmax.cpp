// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Softmax methods on rows of logits: sums, signs, shifts, order, purity, threads.
#include "verify/checks_softmax.hpp"

#include "verify/parallel.hpp"
#include "verify/same_numbers.hpp"

#include <kapprox/stream.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view sum_check = "claim: weights sum to 1";
constexpr std::string_view sign_check = "claim: no weight is negative";
constexpr std::string_view shift_check = "claim: shifted logits keep their weights";
constexpr std::string_view order_check = "claim: the order of logits does not matter";
constexpr std::string_view series_check = "claim: the series errs less than equal weights";
constexpr std::string_view finite_check = "range: finite for any finite logits";
constexpr std::string_view place_check = "softmax: out may be the logits";

// Sums of some tens of numbers; a shift by 1000 costs three digits of the logits.
constexpr double same_sum = 1e-12;
constexpr double same_shifted = 1e-9;

struct Row {
  std::vector<double> weights;
  double log_sum_exp = 0.0;

  bool same_bytes(const Row& other) const {
    return same_numbers(weights, other.weights) &&
           same_numbers(std::span(&log_sum_exp, 1), std::span(&other.log_sum_exp, 1));
  }
  double size() const {
    double sum = 0.0;
    for (const double w : weights) sum += std::abs(w);
    return std::max(sum, 1.0);
  }
};

Row row_of(const SoftmaxMethod& method, std::span<const double> logits) {
  Row row;
  row.weights.resize(logits.size());
  row.log_sum_exp = method.weights(logits, row.weights);
  return row;
}

std::vector<double> random_logits(Index count, double std) {
  Matrix logits(1, count);
  Stream(0).at("verify").at("logits").fill_normals(logits);
  std::vector<double> row(logits.values().begin(), logits.values().end());
  for (double& x : row) x *= std;
  return row;
}

double largest_difference(const Row& a, const Row& b) {
  double size = 0.0;
  for (std::size_t j = 0; j < a.weights.size(); ++j)
    size = std::max(size, std::abs(a.weights[j] - b.weights[j]));
  return size / b.size();
}

void check_row(const SoftmaxMethod& method, const std::vector<double>& logits,
               const std::string& place, Ledger& ledger) {
  const SoftmaxClaims claims = method.claims();
  const Row row = row_of(method, logits);
  double sum = 0.0;
  bool finite = std::isfinite(row.log_sum_exp);
  bool nonnegative = true;
  for (const double weight : row.weights) {
    sum += weight;
    finite = finite && std::isfinite(weight);
    nonnegative = nonnegative && weight >= 0.0;
  }
  if (!ledger.holds(finite_check, finite, "a weight or the log-sum-exp is not finite", place))
    return;
  if (claims.nonnegative) ledger.holds(sign_check, nonnegative, "a weight is negative", place);
  if (claims.sums_to_one)
    ledger.within(sum_check, "|sum − 1| / Σ|weight|", (sum - 1.0) / row.size(), same_sum,
                  fmt::format("the weights sum to {:.15g}", sum), place);

  std::vector<double> in_place = logits;
  method.weights(in_place, in_place);
  ledger.holds(place_check, same_numbers(in_place, row.weights),
               "weights written over the logits are others", place);

  if (claims.shift_invariant) {
    std::vector<double> shifted = logits;
    for (double& x : shifted) x += 1000.0;
    const Row moved = row_of(method, shifted);
    ledger.within(shift_check, "difference", largest_difference(moved, row), same_shifted,
                  "logits shifted by 1000 get other weights", place);
    ledger.within(
        shift_check, "difference of the log-sum-exp",
        (moved.log_sum_exp - 1000.0 - row.log_sum_exp) / std::max(1.0, std::abs(row.log_sum_exp)),
        same_shifted, "logits shifted by 1000 move the log-sum-exp by another number", place);
  }
  if (claims.equivariant) {
    std::vector<double> reversed(logits.rbegin(), logits.rend());
    Row back = row_of(method, reversed);
    std::reverse(back.weights.begin(), back.weights.end());
    ledger.within(order_check, "difference", largest_difference(back, row), same_sum,
                  "logits in the opposite order get other weights", place);
  }
}

// Half of the logits at each end, and logits all over, of a quarter of the claimed spread: there
// the first order of such a series has done most of its work.
void check_series(const SoftmaxMethod& method, Ledger& ledger) {
  const double spread = 0.25 * method.claims().converges_below;
  std::vector<double> even(23);
  for (std::size_t j = 0; j < even.size(); ++j)
    even[j] = spread * static_cast<double>(j) / static_cast<double>(even.size() - 1);
  for (const std::vector<double>& logits : {std::vector<double>{0.0, spread}, even}) {
    std::vector<double> exact(logits.size());
    const double mass = exp_and_sum(logits, 0.0, exact);
    const Row row = row_of(method, logits);
    double error = 0.0;
    double uniform = 0.0;
    for (std::size_t j = 0; j < logits.size(); ++j) {
      error += std::abs(row.weights[j] - exact[j] / mass);
      uniform += std::abs(1.0 / static_cast<double>(logits.size()) - exact[j] / mass);
    }
    ledger.holds(series_check, error < uniform,
                 fmt::format("weights err by {:.3g} and equal ones by {:.3g}", error, uniform),
                 fmt::format("{} logits that spread over {:.3g}", logits.size(), spread));
  }
}

void check_purity(const SoftmaxMethod& method, const VerifyOptions& options,
                  const std::function<BuiltMethod()>& rebuild, Ledger& ledger) {
  const std::vector<double> logits = random_logits(23, 0.5);
  const Row expected = row_of(method, logits);
  const BuiltMethod again = rebuild();
  ledger.holds("purity: a method repeats itself", row_of(method, logits).same_bytes(expected),
               "the same logits get other weights when asked again: a state is kept");
  ledger.holds(
      "purity: a method built anew is the same",
      row_of(dynamic_cast<const SoftmaxMethod&>(*again.method), logits).same_bytes(expected),
      "the same method built again gives other weights");
  const Index failures = count_false(
      options.threads, [&](int) { return row_of(method, logits).same_bytes(expected); });
  ledger.holds("threads: many rows at once", failures == 0,
               "several threads at once get other weights than one: a state is kept");
}

}  // namespace

void check_softmax(const SoftmaxMethod& method, const VerifyOptions& options,
                   const std::function<BuiltMethod()>& rebuild, Ledger& ledger) {
  const SoftmaxClaims claims = method.claims();
  if (!claims.nonnegative) ledger.not_applicable(sign_check, "not claimed");
  if (!claims.sums_to_one) ledger.not_applicable(sum_check, "not claimed");
  if (!claims.shift_invariant) ledger.not_applicable(shift_check, "not claimed");
  if (!claims.equivariant) ledger.not_applicable(order_check, "not claimed");
  if (std::isinf(claims.converges_below))
    ledger.not_applicable(series_check, "no radius of convergence is claimed");
  else
    check_series(method, ledger);
  for (const Index count : {Index{1}, Index{2}, Index{23}})
    for (const double std : {0.0, 0.5, 3.0, 1000.0})
      check_row(method, random_logits(count, std),
                fmt::format("{} logits of standard deviation {}", count, std), ledger);
  check_row(method, {1.0, 3.0, 3.0, 2.0, 3.0}, "logits 1, 3, 3, 2, 3", ledger);
  check_purity(method, options, rebuild, ledger);
}

}  // namespace kapprox
