// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Block-sparse attention with a residual as its formula stands, in long double, pair by pair; and
// how tests build it.
#pragma once

#include "attention/plain_attention.hpp"
#include "plugins/shipped.hpp"

#include <map>
#include <string>
#include <vector>

namespace kapprox {

// block_sparse over this map; further parameters as they are.
std::shared_ptr<const AttentionMethod> with_residual(
    Index block, Index top_k, const MethodSpec& map,
    const std::map<std::string, GivenValue>& changes = {});

MethodSpec taylor_map(std::int64_t degree);
MethodSpec random_map(const std::string& name, std::int64_t m);

AttentionOutput output_of(const AttentionMethod& method, const Problem& problem, const Mask& mask);
Matrix weights_of(const AttentionMethod& method, const Problem& problem, const Mask& mask);

struct PlainChoice {
  Index block;
  Index top_k;
  bool own_is_forced;  // own_block = slot, else none
};

// Blocks chosen by log|B| + q·(mean key), estimates of the rest by the draw that output_of makes.
struct PlainResidual {
  Matrix rows;
  Matrix weights;
  // The wrong way: sparse attention, plus linear attention over all keys, less linear attention
  // over the chosen ones, each with its own normaliser.
  Matrix separate_rows;
  std::vector<double> log_sums;  // of |Z|
};
PlainResidual plain_residual(const Head& head, const Mask& mask, const PlainChoice& choice,
                             const MethodSpec& map);

// Root of the mean squared difference.
double distance(const Matrix& a, const Matrix& b);

}  // namespace kapprox
