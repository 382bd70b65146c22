// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Heads, masks and answers; finding out in which dimensions a method works.
#include "verify/attention_subject.hpp"

#include "verify/accepted_dims.hpp"
#include "verify/same_numbers.hpp"

#include <kapprox/error.hpp>
#include <kapprox/rows.hpp>

#include <utility>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr Index value_width = 3;

Matrix normals(std::string_view name, Index rows, Index cols, double std) {
  Matrix matrix(rows, cols);
  Stream(0).at("verify").at("attention").at(name).fill_normals(matrix);
  multiply(matrix, std);
  return matrix;
}

}  // namespace

TestHead random_head(Index queries, Index keys, Index dim, double std) {
  return {normals("queries", queries, dim, std), normals("keys", keys, dim, std),
          normals("values", keys, value_width, 1.0), dim};
}

bool same_bytes(const AttentionAnswer& a, const AttentionAnswer& b) {
  return same_numbers(a.output.rows.values(), b.output.rows.values()) &&
         same_numbers(a.output.normalisers, b.output.normalisers) &&
         a.output.flags == b.output.flags && same_numbers(a.weights.values(), b.weights.values());
}

AttentionSubject::AttentionSubject(const AttentionMethod& method, const VerifyOptions& options,
                                   std::function<BuiltMethod()> rebuild, bool must_work,
                                   Ledger& ledger)
    : method_(method), options_(options), rebuild_(std::move(rebuild)), claims_(method.claims()) {
  const auto ask = [this](Index dim) {
    method_.check_problem(random_head(9, 9, dim, 0.5).problem());
  };
  dims_ = accepted_dims("life: prepare", options, must_work, ledger, ask, [this](Index dim) {
    answer(random_head(9, 9, dim, 0.5), {}, stream("life"));
  });
}

std::vector<Mask> AttentionSubject::masks(Index queries, Index keys) const {
  std::vector<Mask> accepted;
  for (Mask& mask : test_masks(keys))
    if (method_.refusal(mask).empty()) accepted.push_back(std::move(mask));
  if (queries == keys) return accepted;
  std::vector<Mask> plain;  // a method may want as many queries as keys where order counts
  for (Mask& mask : accepted)
    if (!mask.causal && mask.window == 0) plain.push_back(std::move(mask));
  return plain;
}

Stream AttentionSubject::stream(std::string_view check) const {
  return Stream(options_.seed).at("verify").at(check);
}

AttentionAnswer AttentionSubject::answer(const TestHead& head, const Mask& mask,
                                         const Stream& stream) const {
  return answer(method_, head, mask, stream);
}

AttentionAnswer AttentionSubject::answer(const AttentionMethod& method, const TestHead& head,
                                         const Mask& mask, const Stream& stream) {
  const auto prepared = method.prepare(head.problem(), mask);
  const auto sample = prepared->draw(stream);
  AttentionAnswer answer;
  answer.output = sample->output();
  if (method.claims().has_weights) answer.weights = sample->weights();
  return answer;
}

std::vector<Mask> test_masks(Index keys) {
  Mask causal;
  causal.causal = true;
  Mask window;
  window.window = 3;
  Mask hidden;
  for (Index j = 0; j < keys; ++j) hidden.keys.push_back(j % 3 == 1 ? 0 : 1);
  return {{},
          causal,
          window,
          hidden,
          intersection(causal, window),
          intersection(causal, hidden),
          intersection(window, hidden),
          intersection(intersection(causal, window), hidden)};
}

std::string head_place(const TestHead& head, const Mask& mask) {
  return fmt::format("d = {}, {} queries, {} keys, mask {}", head.ambient_dim, head.queries.rows(),
                     head.keys.rows(), mask.words());
}

}  // namespace kapprox
