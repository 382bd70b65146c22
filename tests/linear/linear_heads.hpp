// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Linear attention for tests: built by name over any shipped feature map, and the quadratic path as
// its formula stands, from estimates of pairs in long double.
#pragma once

#include "attention/plain_attention.hpp"
#include "plugins/shipped.hpp"

#include <kapprox/attention_method.hpp>
#include <kapprox/feature_map.hpp>

#include <map>
#include <string>
#include <vector>

namespace kapprox {

// `linear` over this map, with further parameters.
std::shared_ptr<const AttentionMethod> shipped_linear(
    const MethodSpec& map, const std::map<std::string, GivenValue>& parameters = {});

// One draw at a fixed address.
AttentionOutput output_of(const AttentionMethod& method, const Problem& problem, const Mask& mask);
Matrix weights_of(const AttentionMethod& method, const Problem& problem, const Mask& mask);

MethodSpec map_spec(const std::string& name, Index m, const std::string& directions = "iid");

// Every kernel method in the build tree that has features, with the base values of the conformance
// kit; hybrids among them.
std::vector<MethodSpec> all_feature_maps();

// Tokens of width 5 and norm 1, since `gegenbauer` takes vectors of one norm only; values uniform
// in ±largest_value.
inline constexpr double largest_value = 2.0;
struct UnitHead {
  UnitHead(Index n, Index d_v, std::uint64_t seed) : UnitHead(n, n, d_v, seed) {}
  UnitHead(Index n_q, Index n_k, Index d_v, std::uint64_t seed);
  Problem problem() const { return {queries, keys, values, queries.cols()}; }
  // The first n of as many queries as keys.
  UnitHead first(Index n) const;

  Matrix queries;
  Matrix keys;
  Matrix values;
};

struct QuadraticPath {
  Matrix rows;     // n_q × d_v
  Matrix weights;  // n_q × n_k
  // What rounding errors are relative to: Σ_j Σ_f |φ_f(q_i) ϕ_f(k_j)| over the size of the
  // normaliser. 1 where features are positive.
  std::vector<double> condition;
};

// From the features of one sample, pair by pair.
QuadraticPath quadratic_path(const FeatureSample& sample, const Problem& problem, const Mask& mask);

}  // namespace kapprox
