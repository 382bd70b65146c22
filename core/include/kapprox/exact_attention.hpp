// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Exact softmax attention, the oracle of every study: by tiles with a running maximum and sum per
// row, so that memory grows with n_q + n_k and never with their product. Milakov and Gimelshein,
// "Online normalizer calculation for softmax", 2018; Rabe and Staats, "Self-attention does not need
// O(n²) memory", 2021; Dao et al., "FlashAttention", NeurIPS 2022, algorithm 1.
//
// Tiles depend on sizes alone and a row's sums on the keys it sees alone: the same bits for any
// number of threads, and nothing of a key that a row may not see.
#pragma once

#include <kapprox/attention_method.hpp>
#include <kapprox/mask.hpp>
#include <kapprox/matrix.hpp>
#include <kapprox/problem.hpp>

namespace kapprox {

// rows: n_q × d_v; normalisers: n_q, whose log_abs() is the log-sum-exp of a row, −infinity where
// it sees no key. Uses the threads of for_each_index. Throws Error when shapes disagree, values are
// missing, or the mask does not fit the keys.
AttentionOutput exact_attention(const Problem& problem, const Mask& mask);

// n_q × n_k, 0 where the mask hides a key; 1/count over what it sees in a row without mass. Values
// may be missing. Throws as above.
Matrix exact_weights(const Problem& problem, const Mask& mask);

}  // namespace kapprox
