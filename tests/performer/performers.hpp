// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The map `performer` for tests, and a small problem.
#pragma once

#include "plugins/shipped.hpp"

#include <string>
#include <vector>

namespace kapprox {

struct PerformerSpec {
  double epsilon = 1e-6;
  std::string stabiliser = "max";
  Index m = 8;
  std::string directions = "iid";
  std::string centre = "none";
};
std::shared_ptr<const FeatureMap> performer(const PerformerSpec& spec);

// n × d rows, N(0, std²).
Matrix normal_rows(Index n, Index d, double std, std::uint64_t seed);

// All pairs of n_q queries and n_k keys.
std::vector<Pair> all_pairs(Index n_q, Index n_k);

// Estimates of all pairs under one draw of a map fitted to these rows.
std::vector<LogNumber> estimates_of(const FeatureMap& map, const Matrix& queries,
                                    const Matrix& keys, const Stream& stream);

}  // namespace kapprox
