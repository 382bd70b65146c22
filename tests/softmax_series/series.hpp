// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// How the tests of the softmax series ask the two methods, and the plain reference: every power of
// every centred logit, in long double, by the recursion of σ_r as it is printed.
#pragma once

#include "attention/plain_attention.hpp"

#include <kapprox/plugin.hpp>

#include <memory>
#include <vector>

namespace kapprox {

std::shared_ptr<const SoftmaxMethod> series_softmax(Index order);
std::shared_ptr<const AttentionMethod> series_attention(Index order);

struct SeriesRow {
  std::vector<double> weights;
  double log_sum_exp = 0.0;
};

// What the softmax method makes of these logits.
SeriesRow series_row(const std::vector<double>& logits, Index order);

// Σ_{r≤order} σ_r(i)/n, plainly.
std::vector<double> plain_weights(const std::vector<long double>& logits, Index order);

AttentionOutput output_of(const AttentionMethod& method, const Head& head, const Mask& mask);
Matrix weights_of(const AttentionMethod& method, const Head& head, const Mask& mask);

// n_q × n_k, zeros where the mask hides a key: plain_weights of each row's logits. `common` is
// taken off every key first, exactly where keys are multiples of a power of two.
Matrix plain_attention_weights(const Head& head, const Mask& mask, Index order,
                               double common = 0.0);

// Expects rows of `output` to be weights × values, within `relative` of Σ_j |w_j| |v_j|.
void expect_rows(const AttentionOutput& output, const Matrix& weights, const Matrix& values,
                 double relative);

}  // namespace kapprox
