// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Attention as its formula stands, in long double, row by row: the reference of every faster path.
// And the heads and masks that tests of attention share.
#pragma once

#include <kapprox/attention_method.hpp>
#include <kapprox/error.hpp>

#include <span>
#include <vector>

namespace kapprox {

// Queries and keys N(0, std²), values N(0, 1).
struct Head {
  Head(Index n_q, Index n_k, Index d, Index d_v, double std);
  Problem problem() const { return {queries, keys, values, queries.cols()}; }

  Matrix queries;
  Matrix keys;
  Matrix values;
};

struct PlainAttention {
  Matrix rows;
  Matrix weights;
  std::vector<double> log_sums;
  std::vector<RowFlag> flags;
};

PlainAttention plain_attention(const Problem& problem, const Mask& mask);

Mask causal_mask();
Mask window_mask(Index window);
// Hides every third key, and the first.
Mask keys_mask(Index keys);

// No mask, each kind, and all their intersections: eight.
std::vector<Mask> masks_of(Index keys);

bool same_bytes(std::span<const double> a, std::span<const double> b);
bool same_bytes(const Matrix& a, const Matrix& b);

}  // namespace kapprox
