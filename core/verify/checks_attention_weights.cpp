// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Weights: output = weights × values, rows that sum to 1, signs, zeros where the mask hides.
#include "verify/attention_subject.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view product_check = "weights: output is weights × values";
constexpr std::string_view sum_check = "claim: rows sum to 1";
constexpr std::string_view sign_check = "claim: no weight is negative";
constexpr std::string_view zero_check = "weights: zero where the mask hides";
constexpr std::string_view single_check = "attention: one key gives its value";

// Rounding of sums of some tens of products of size up to the largest weight.
constexpr double same_product = 1e-9;
constexpr double same_sum = 1e-9;

// A method that keeps sums in a narrow format rounds each a few times, with values of size up to 4.
double of_storage(const AttentionClaims& claims) { return 16.0 * claims.unit_roundoff; }

// Terms of both signs may be far larger than the weights they add up to.
bool rounds_signed_terms(const AttentionClaims& claims) {
  return !claims.nonnegative && of_storage(claims) > same_product;
}

void check_row(const AttentionAnswer& answer, const TestHead& head, const Mask& mask, Index i,
               const AttentionClaims& claims, Ledger& ledger) {
  const std::string place = fmt::format("{}, row {}", head_place(head, mask), i);
  const std::span<const double> weights = answer.weights.row(i);
  double sum = 0.0;
  double size = 0.0;
  bool hidden_is_zero = true;
  bool nonnegative = true;
  for (Index j = 0; j < head.keys.rows(); ++j) {
    const double weight = weights[static_cast<std::size_t>(j)];
    sum += weight;
    size += std::abs(weight);
    nonnegative = nonnegative && weight >= 0.0;
    if (!mask.allows(i, j, head.queries.rows(), head.keys.rows()))
      hidden_is_zero = hidden_is_zero && weight == 0.0;
  }
  ledger.holds(zero_check, hidden_is_zero, "a hidden key has a weight", place);
  if (claims.nonnegative) ledger.holds(sign_check, nonnegative, "a weight is negative", place);
  if (claims.rows_sum_to_one && answer.output.flags[static_cast<std::size_t>(i)] == RowFlag::ok)
    ledger.within(sum_check, "|sum − 1| / Σ|weight|", (sum - 1.0) / std::max(size, 1.0), same_sum,
                  fmt::format("the weights sum to {:.12g}", sum), place);
  if (rounds_signed_terms(claims)) return;
  for (Index c = 0; c < head.values.cols(); ++c) {
    double product = 0.0;
    for (Index j = 0; j < head.keys.rows(); ++j)
      if (weights[static_cast<std::size_t>(j)] != 0.0)
        product += weights[static_cast<std::size_t>(j)] * head.values(j, c);
    ledger.within(product_check, "|difference| / Σ|weight|",
                  (answer.output.rows(i, c) - product) / std::max(size, 1e-300),
                  same_product + of_storage(claims),
                  fmt::format("column {} of the output is {:.12g}, but weights × values is {:.12g}",
                              c, answer.output.rows(i, c), product),
                  place);
  }
}

// Whatever the mask: a query that sees one key returns its value.
void check_single(const AttentionSubject& subject, Index dim, Ledger& ledger) {
  const TestHead head = random_head(1, 1, dim, 0.5);
  const AttentionOutput output = subject.answer(head, {}, subject.stream("weights")).output;
  if (output.flags[0] != RowFlag::ok) return;
  for (Index c = 0; c < head.values.cols(); ++c)
    ledger.within(single_check, "relative difference", output.rows(0, c) / head.values(0, c) - 1.0,
                  same_sum + of_storage(subject.claims()), "the one value is not returned",
                  head_place(head, {}));
}

}  // namespace

void check_attention_weights(AttentionSubject& subject, Ledger& ledger) {
  const AttentionClaims& claims = subject.claims();
  const bool is_unbounded = rounds_signed_terms(claims);
  if (is_unbounded)
    for (const std::string_view check : {single_check, product_check})
      ledger.left_out(check, "sums of both signs in a narrow format have no bound in the weights");
  if (!claims.rows_sum_to_one)
    ledger.not_applicable(single_check, "rows are not claimed to sum to 1");
  else if (!is_unbounded)
    check_single(subject, subject.dims().front(), ledger);
  if (!claims.has_weights) {
    for (const std::string_view check : {product_check, sum_check, sign_check, zero_check})
      ledger.not_applicable(check, "the method has no weights");
    return;
  }
  if (!claims.rows_sum_to_one) ledger.not_applicable(sum_check, "not claimed");
  if (!claims.nonnegative) ledger.not_applicable(sign_check, "not claimed");
  for (const Index dim : subject.dims())
    for (const Mask& mask : subject.masks(23, 23)) {
      const TestHead head = random_head(23, 23, dim, 0.5);
      const AttentionAnswer answer = subject.answer(head, mask, subject.stream("weights"));
      for (Index i = 0; i < 23; ++i) check_row(answer, head, mask, i, claims, ledger);
    }
}

}  // namespace kapprox
