// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Claims of attention methods: random, exact, equivariant under the order of keys, invariant under
// rotations; and the same purity and thread safety that every sample owes.
#include "verify/attention_subject.hpp"
#include "verify/parallel.hpp"
#include "verify/problems.hpp"

#include <kapprox/error.hpp>
#include <kapprox/exact_attention.hpp>
#include <kapprox/linear_algebra.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view random_check = "claim: random";
constexpr std::string_view exact_check = "claim: exact";
constexpr std::string_view order_check = "claim: the order of keys does not matter";
constexpr std::string_view rotation_check = "claim: rotation invariant";
constexpr std::string_view range_check = "range: finite at squared norms up to 4000";
constexpr Index length = 13;
// A method may leave its draw out of a short head: the rest of block-sparse attention is empty
// there.
constexpr Index long_length = 600;
// Sums of 13 values of size about 1 in another order, through features whose own sums are
// re-ordered too.
constexpr double same_output = 1e-9;

double largest(const Matrix& matrix) {
  double size = 0.0;
  for (const double x : matrix.values()) size = std::max(size, std::abs(x));
  return size;
}

double difference(const Matrix& a, const Matrix& b) {
  double size = 0.0;
  for (std::size_t i = 0; i < a.values().size(); ++i)
    size = std::max(size, std::abs(a.values()[i] - b.values()[i]));
  return size / std::max(largest(b), 1.0);
}

// True where some of four trials differ.
bool is_random(const AttentionSubject& subject, const TestHead& head) {
  const AttentionAnswer first = subject.answer(head, {}, subject.stream("claims").trial(0));
  for (std::uint64_t trial = 1; trial < 4; ++trial)
    if (!same_bytes(first, subject.answer(head, {}, subject.stream("claims").trial(trial))))
      return true;
  return false;
}

void check_random(const AttentionSubject& subject, const TestHead& head, Ledger& ledger) {
  bool differ = is_random(subject, head);
  if (!differ && subject.claims().random)
    differ = is_random(subject, random_head(long_length, long_length, head.ambient_dim, 0.5));
  ledger.holds(random_check, differ == subject.claims().random,
               differ
                   ? "trials differ, but the method claims to be deterministic"
                   : "four trials gave one and the same output, but the method claims to be random",
               head_place(head, {}));
}

void check_exact(const AttentionSubject& subject, Index dim, Ledger& ledger) {
  if (!subject.claims().exact) {
    ledger.not_applicable(exact_check, "not claimed");
    return;
  }
  for (const Mask& mask : subject.masks(length, length)) {
    const TestHead head = random_head(length, length, dim, 1.0);
    ledger.within(exact_check, "difference",
                  difference(subject.answer(head, mask, subject.stream("claims")).output.rows,
                             exact_attention(head.problem(), mask).rows),
                  same_output, "the output is not that of softmax attention",
                  head_place(head, mask));
  }
}

void check_order(const AttentionSubject& subject, const TestHead& head, Ledger& ledger) {
  if (!subject.claims().key_equivariant) {
    ledger.not_applicable(order_check, "not claimed");
    return;
  }
  TestHead other = head;
  for (Index j = 0; j < length; ++j) {
    const Index from = (5 * j + 2) % length;
    std::copy_n(head.keys.row(from).begin(), head.keys.cols(), other.keys.row(j).begin());
    std::copy_n(head.values.row(from).begin(), head.values.cols(), other.values.row(j).begin());
  }
  ledger.within(order_check, "difference",
                difference(subject.answer(other, {}, subject.stream("claims")).output.rows,
                           subject.answer(head, {}, subject.stream("claims")).output.rows),
                same_output, "another order of keys and values gives another output",
                head_place(head, {}));
}

// Of a deterministic method the output itself stays; the law of a random one is its feature map's.
void check_rotation(const AttentionSubject& subject, const TestHead& head, Ledger& ledger) {
  if (!subject.claims().rotation_invariant || subject.claims().random) {
    ledger.not_applicable(rotation_check, subject.claims().random
                                              ? "a law, judged for the feature map"
                                              : "not claimed");
    return;
  }
  Matrix turn(head.ambient_dim, head.ambient_dim);
  Stream(0).at("verify").at("rotation").fill_normals(turn);
  orthonormalise_columns(turn);
  TestHead turned = head;
  multiply_transposed(head.queries, turn, turned.queries);
  multiply_transposed(head.keys, turn, turned.keys);
  ledger.within(rotation_check, "difference",
                difference(subject.answer(turned, {}, subject.stream("claims")).output.rows,
                           subject.answer(head, {}, subject.stream("claims")).output.rows),
                same_output, "queries and keys rotated together give another output",
                head_place(head, {}));
}

}  // namespace

void check_attention_claims(AttentionSubject& subject, Ledger& ledger) {
  for (const Index dim : subject.dims()) {
    const TestHead head = random_head(length, length, dim, 0.5);
    check_random(subject, head, ledger);
    check_exact(subject, dim, ledger);
    check_order(subject, head, ledger);
    check_rotation(subject, head, ledger);
  }
}

void check_attention_purity(AttentionSubject& subject, Ledger& ledger) {
  const Index dim = subject.dims().front();
  const TestHead head = random_head(length, length, dim, 0.5);
  const Stream stream = subject.stream("purity");
  const std::string place = head_place(head, {});
  const auto prepared = subject.method().prepare(head.problem(), {});
  const auto read = [&](const AttentionSample& sample) {
    AttentionAnswer answer;
    answer.output = sample.output();
    if (subject.claims().has_weights) answer.weights = sample.weights();
    return answer;
  };
  const auto sample = prepared->draw(stream);
  const AttentionAnswer expected = read(*sample);
  ledger.holds("purity: a sample repeats itself", same_bytes(read(*sample), expected),
               "a sample that is asked again answers otherwise: it keeps a state or draws when it "
               "is asked",
               place);
  ledger.holds("purity: a draw repeats itself", same_bytes(read(*prepared->draw(stream)), expected),
               "the same address drawn again gives another sample", place);
  const BuiltMethod again = subject.rebuild();
  ledger.holds(
      "purity: a method built anew is the same",
      same_bytes(AttentionSubject::answer(dynamic_cast<const AttentionMethod&>(*again.method), head,
                                          {}, stream),
                 expected),
      "the same method built and prepared again gives another sample", place);
  const Index failures = count_false(subject.options().threads, [&](int) {
    return same_bytes(read(*sample), expected) &&
           same_bytes(read(*prepared->draw(stream)), expected);
  });
  ledger.holds("threads: many draws at once", failures == 0,
               "several threads at once get other answers than one: a state is kept", place);
}

void check_attention_range(AttentionSubject& subject, Ledger& ledger) {
  for (const Index dim : subject.dims())
    for (const double square : {400.0, 1600.0, 4000.0}) {
      TestHead head = random_head(length, length, dim, 1.0);
      for (Matrix* rows : {&head.queries, &head.keys})
        for (Index i = 0; i < length; ++i) {
          const double factor = std::sqrt(square / dot(rows->row(i), rows->row(i)));
          for (double& x : rows->row(i)) x *= factor;
        }
      for (const Mask& mask : subject.masks(length, length)) {
        const AttentionOutput output = subject.answer(head, mask, subject.stream("range")).output;
        const std::span<const double> values = output.rows.values();
        ledger.holds(
            range_check,
            std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); }),
            fmt::format("the output is not finite at |q|² = |k|² = {}", square),
            head_place(head, mask));
      }
    }
}

}  // namespace kapprox
