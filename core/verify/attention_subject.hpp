// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One config of an attention method under test, the small heads and masks it is tried on, and the
// families of checks for it.
#pragma once

#include "methods/build.hpp"
#include "verify/ledger.hpp"
#include "verify/verify.hpp"

#include <kapprox/attention_method.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kapprox {

// A head of n_q queries and n_k keys.
struct TestHead {
  Matrix queries;
  Matrix keys;
  Matrix values;
  Index ambient_dim = 0;

  Problem problem() const { return {queries, keys, values, ambient_dim}; }
};

// Entries N(0, std²) of queries and keys, N(0, 1) of values (width 3), of an address of its own.
TestHead random_head(Index queries, Index keys, Index dim, double std);

// Everything a sample says.
struct AttentionAnswer {
  AttentionOutput output;
  Matrix weights;  // 0 × 0 where the method has none
};
bool same_bytes(const AttentionAnswer& a, const AttentionAnswer& b);

class AttentionSubject {
 public:
  // `rebuild` makes the same config anew. Tries every dimension once; the ledger says which are
  // refused, all of them only where the config need not work.
  AttentionSubject(const AttentionMethod& method, const VerifyOptions& options,
                   std::function<BuiltMethod()> rebuild, bool must_work, Ledger& ledger);

  const AttentionMethod& method() const { return method_; }
  const AttentionClaims& claims() const { return claims_; }
  const VerifyOptions& options() const { return options_; }
  BuiltMethod rebuild() const { return rebuild_(); }
  const std::vector<Index>& dims() const { return dims_; }  // accepted ones

  // Of the masks of the kit for this many queries and keys, those that the method does not refuse.
  std::vector<Mask> masks(Index queries, Index keys) const;

  Stream stream(std::string_view check) const;

  AttentionAnswer answer(const TestHead& head, const Mask& mask, const Stream& stream) const;
  static AttentionAnswer answer(const AttentionMethod& method, const TestHead& head,
                                const Mask& mask, const Stream& stream);

 private:
  const AttentionMethod& method_;
  const VerifyOptions& options_;
  std::function<BuiltMethod()> rebuild_;
  AttentionClaims claims_;
  std::vector<Index> dims_;
};

// None, causal, a window of 3, every third key hidden, and what several of these leave.
std::vector<Mask> test_masks(Index keys);

// "d = 5, n = 7, causal mask".
std::string head_place(const TestHead& head, const Mask& mask);

void check_attention_shapes(AttentionSubject& subject, Ledger& ledger);   // sizes, flags, refusals
void check_attention_masks(AttentionSubject& subject, Ledger& ledger);    // nothing of hidden keys
void check_attention_weights(AttentionSubject& subject, Ledger& ledger);  // sums, signs, products
void check_attention_claims(AttentionSubject& subject, Ledger& ledger);   // exact, equivariant, …
void check_attention_purity(AttentionSubject& subject, Ledger& ledger);   // same bytes, threads too
void check_attention_range(AttentionSubject& subject, Ledger& ledger);    // finite at large norms

}  // namespace kapprox
