// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Masks: what a query may not see leaves no trace in its row, bit for bit.
#include "verify/attention_subject.hpp"
#include "verify/same_numbers.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view hidden_check = "masks: hidden keys are never read";
constexpr std::string_view future_check = "masks: nothing of later keys";
constexpr std::string_view window_check = "masks: nothing from beyond the window";
constexpr Index length = 23;  // no multiple of any tile

void fill(std::span<double> row, double value) { std::fill(row.begin(), row.end(), value); }

// Hidden rows that would spoil every sum they enter.
void check_hidden(const AttentionSubject& subject, Index dim, Ledger& ledger) {
  for (const Mask& mask : subject.masks(length, length)) {
    if (mask.keys.empty()) continue;
    TestHead head = random_head(length, length, dim, 0.5);
    const AttentionAnswer expected = subject.answer(head, mask, subject.stream("masks"));
    for (Index j = 0; j < length; ++j) {
      if (mask.allows_key(j)) continue;
      fill(head.keys.row(j), j % 2 == 0 ? 1e30 : std::numeric_limits<double>::quiet_NaN());
      fill(head.values.row(j), std::numeric_limits<double>::infinity());
    }
    ledger.holds(hidden_check,
                 same_bytes(subject.answer(head, mask, subject.stream("masks")), expected),
                 "NaN and 1e30 in keys and values that the mask hides change the output",
                 head_place(head, mask));
  }
}

// True where row `i` of both answers has the same bits.
bool same_row(const AttentionAnswer& a, const AttentionAnswer& b, Index i) {
  const auto at = static_cast<std::size_t>(i);
  const auto same = [i](const Matrix& x, const Matrix& y) {
    return x.rows() == 0 || same_numbers(x.row(i), y.row(i));
  };
  const auto one = [at](const std::vector<LogNumber>& x) { return std::span(x).subspan(at, 1); };
  const bool normaliser = a.output.normalisers.empty() ||
                          same_numbers(one(a.output.normalisers), one(b.output.normalisers));
  return same(a.output.rows, b.output.rows) && normaliser &&
         a.output.flags[at] == b.output.flags[at] && same(a.weights, b.weights);
}

// Changes one key with its value; every row that may not see it keeps its bits.
void check_change(const AttentionSubject& subject, const Mask& mask, Index dim, Index key,
                  Ledger& ledger) {
  TestHead head = random_head(length, length, dim, 0.5);
  const AttentionAnswer before = subject.answer(head, mask, subject.stream("masks"));
  fill(head.keys.row(key), 1.5);
  fill(head.values.row(key), -7.0);
  const AttentionAnswer after = subject.answer(head, mask, subject.stream("masks"));
  for (Index i = 0; i < length; ++i) {
    if (mask.allows(i, key, length, length)) continue;
    const bool later = mask.causal && key > i;
    if (!later && subject.claims().fits_data) continue;
    ledger.holds(later ? future_check : window_check, same_row(before, after, i),
                 fmt::format("another key {} changes row {}, which may not see it", key, i),
                 head_place(head, mask));
  }
}

}  // namespace

void check_attention_masks(AttentionSubject& subject, Ledger& ledger) {
  const Index dim = subject.dims().front();
  check_hidden(subject, dim, ledger);
  bool ordered = false;
  for (const Mask& mask : subject.masks(length, length)) {
    if (!mask.causal && mask.window == 0) continue;
    ordered = true;
    if (!mask.keys.empty()) continue;
    for (const Index key : {Index{0}, Index{3}, Index{11}, length - 1})
      check_change(subject, mask, dim, key, ledger);
  }
  if (!ordered) ledger.not_applicable(future_check, "the method refuses causal masks and windows");
  if (subject.claims().fits_data && ordered)
    ledger.left_out(window_check,
                    "a fit may look at keys beyond a window; later keys are what counts");
}

}  // namespace kapprox
