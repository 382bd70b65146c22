// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Shapes, flags and refusals.
#include "verify/attention_subject.hpp"

#include <kapprox/error.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view shape_check = "attention: shapes";
constexpr std::string_view refusal_check = "masks: refused by name or honoured";
constexpr std::string_view empty_check = "masks: a row without keys is zeros and flagged";

struct Sizes {
  Index queries;
  Index keys;
};

void check_shapes(const AttentionSubject& subject, const TestHead& head, const Mask& mask,
                  Ledger& ledger) {
  const AttentionAnswer answer = subject.answer(head, mask, subject.stream("shapes"));
  const Index queries = head.queries.rows();
  const auto rows = static_cast<Index>(answer.output.flags.size());
  const auto normalisers = static_cast<Index>(answer.output.normalisers.size());
  ledger.holds(shape_check,
               answer.output.rows.rows() == queries &&
                   answer.output.rows.cols() == head.values.cols() && rows == queries &&
                   (normalisers == 0 || normalisers == queries),
               fmt::format("the output has {} × {} rows, {} flags and {} normalisers",
                           answer.output.rows.rows(), answer.output.rows.cols(), rows, normalisers),
               head_place(head, mask));
  if (subject.claims().has_weights)
    ledger.holds(
        shape_check, answer.weights.rows() == queries && answer.weights.cols() == head.keys.rows(),
        fmt::format("the weights are {} × {}", answer.weights.rows(), answer.weights.cols()),
        head_place(head, mask));
}

// A claim to honour a mask and a refusal of it exclude each other, and a refusal names the mask.
void check_refusals(const AttentionSubject& subject, Index dim, Ledger& ledger) {
  const AttentionClaims& claims = subject.claims();
  const TestHead head = random_head(9, 9, dim, 0.5);
  for (const Mask& mask : test_masks(9)) {
    const std::string refusal = subject.method().refusal(mask);
    const bool claimed = (!mask.causal || claims.causal) && (mask.window == 0 || claims.window) &&
                         (mask.keys.empty() || claims.key_mask);
    if (refusal.empty()) {
      ledger.holds(refusal_check, claimed, "a mask beyond the claims is not refused",
                   head_place(head, mask));
      continue;
    }
    bool refused = false;
    try {
      subject.method().prepare(head.problem(), mask);
    } catch (const Error&) {
      refused = true;
    }
    ledger.holds(refusal_check, refused && refusal.size() > 20,
                 "a mask that refusal() names is prepared all the same, or refused without words",
                 head_place(head, mask));
  }
}

void check_empty_rows(const AttentionSubject& subject, Index dim, Ledger& ledger) {
  const TestHead head = random_head(5, 5, dim, 0.5);
  Mask nothing;
  nothing.keys.assign(5, 0);
  Mask late;  // the first two queries see nothing
  late.causal = true;
  late.keys = {0, 0, 1, 1, 1};
  for (const Mask& mask : {nothing, late}) {
    if (!subject.method().refusal(mask).empty()) {
      ledger.not_applicable(empty_check, "the method refuses such masks");
      continue;
    }
    const AttentionAnswer answer = subject.answer(head, mask, subject.stream("shapes"));
    for (Index i = 0; i < 5; ++i) {
      bool sees = false;
      for (Index j = 0; j < 5; ++j) sees = sees || mask.allows(i, j, 5, 5);
      const std::span<const double> row = answer.output.rows.row(i);
      const bool zeros = std::all_of(row.begin(), row.end(), [](double x) { return x == 0.0; });
      const RowFlag flag = answer.output.flags[static_cast<std::size_t>(i)];
      ledger.holds(empty_check, sees ? flag != RowFlag::no_key : zeros && flag == RowFlag::no_key,
                   sees ? fmt::format("row {} sees a key and is flagged no_key", i)
                        : fmt::format("row {} sees no key and is not zeros, or not flagged", i),
                   head_place(head, mask));
    }
  }
}

}  // namespace

void check_attention_shapes(AttentionSubject& subject, Ledger& ledger) {
  for (const Index dim : subject.dims())
    for (const Sizes sizes : {Sizes{1, 1}, Sizes{7, 7}, Sizes{23, 23}, Sizes{3, 8}, Sizes{8, 5}})
      for (const Mask& mask : subject.masks(sizes.queries, sizes.keys))
        check_shapes(subject, random_head(sizes.queries, sizes.keys, dim, 0.5), mask, ledger);
  check_refusals(subject, subject.dims().front(), ledger);
  check_empty_rows(subject, subject.dims().front(), ledger);
}

}  // namespace kapprox
