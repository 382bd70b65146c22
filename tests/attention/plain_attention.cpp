// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "attention/plain_attention.hpp"

#include <kapprox/stream.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace kapprox {

Head::Head(Index n_q, Index n_k, Index d, Index d_v, double std)
    : queries(n_q, d), keys(n_k, d), values(n_k, d_v) {
  Stream(1).fill_normals(queries);
  Stream(2).fill_normals(keys);
  Stream(3).fill_normals(values);
  for (double& value : queries.values()) value *= std;
  for (double& value : keys.values()) value *= std;
}

PlainAttention plain_attention(const Problem& problem, const Mask& mask) {
  const Index n_q = problem.queries.rows;
  const Index n_k = problem.keys.rows;
  const Index d_v = problem.values.cols;
  PlainAttention plain{Matrix(n_q, d_v), Matrix(n_q, n_k), {}, {}};
  for (Index i = 0; i < n_q; ++i) {
    std::vector<Index> seen;
    std::vector<long double> weights;
    for (Index j = 0; j < n_k; ++j) {
      if (!mask.allows(i, j, n_q, n_k)) continue;
      long double logit = 0.0L;
      for (Index k = 0; k < problem.keys.cols; ++k)
        logit += static_cast<long double>(problem.queries(i, k)) * problem.keys(j, k);
      seen.push_back(j);
      weights.push_back(logit);
    }
    plain.flags.push_back(seen.empty() ? RowFlag::no_key : RowFlag::ok);
    const long double largest =
        seen.empty() ? 0.0L : *std::max_element(weights.begin(), weights.end());
    long double sum = 0.0L;
    for (long double& weight : weights) sum += weight = std::exp(weight - largest);
    plain.log_sums.push_back(static_cast<double>(largest + std::log(sum)));
    for (Index c = 0; c < d_v; ++c) {
      long double total = 0.0L;
      for (std::size_t s = 0; s < seen.size(); ++s)
        total += weights[s] / sum * problem.values(seen[s], c);
      plain.rows(i, c) = static_cast<double>(total);
    }
    for (std::size_t s = 0; s < seen.size(); ++s)
      plain.weights(i, seen[s]) = static_cast<double>(weights[s] / sum);
  }
  return plain;
}

Mask causal_mask() {
  Mask mask;
  mask.causal = true;
  return mask;
}

Mask window_mask(Index window) {
  Mask mask;
  mask.window = window;
  return mask;
}

Mask keys_mask(Index keys) {
  Mask mask;
  for (Index j = 0; j < keys; ++j) mask.keys.push_back(j % 3 == 0 ? 0 : 1);
  return mask;
}

std::vector<Mask> masks_of(Index keys) {
  const std::vector<Mask> kinds = {causal_mask(), window_mask(10), keys_mask(keys)};
  std::vector<Mask> masks;
  for (unsigned which = 0; which < 8; ++which) {
    Mask mask;
    for (unsigned kind = 0; kind < 3; ++kind)
      if ((which >> kind & 1U) != 0) mask = intersection(mask, kinds[kind]);
    masks.push_back(mask);
  }
  return masks;
}

bool same_bytes(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

bool same_bytes(const Matrix& a, const Matrix& b) {
  return a.cols() == b.cols() && same_bytes(a.values(), b.values());
}

}  // namespace kapprox
