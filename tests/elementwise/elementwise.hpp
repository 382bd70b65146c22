// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Small inputs for the tests of elementwise maps.
#pragma once

#include "plugins/shipped.hpp"

#include <cmath>

namespace kapprox {

// The shipped exp over m directions; m = 0: the coordinates.
inline std::shared_ptr<const FeatureMap> shipped_exp(Index m,
                                                     const std::string& directions = "iid") {
  return shipped_feature_map({"exp", {{"m", std::int64_t{m}}, {"directions", directions}}});
}

// rows × cols normal numbers times `scale`.
inline Matrix normal_rows(const char* address, Index rows, Index cols, double scale) {
  Matrix x(rows, cols);
  Stream(7).at(address).fill_normals(x);
  for (double& value : x.values()) value *= scale;
  return x;
}

inline std::vector<Pair> all_pairs(Index queries, Index keys) {
  std::vector<Pair> pairs;
  for (Index i = 0; i < queries; ++i)
    for (Index j = 0; j < keys; ++j) pairs.push_back({i, j});
  return pairs;
}

// The estimate of every pair, from one draw.
inline std::vector<LogNumber> estimates_of(const FeatureMap& map, const Matrix& queries,
                                           const Matrix& keys) {
  const std::vector<Pair> pairs = all_pairs(queries.rows(), keys.rows());
  std::vector<LogNumber> estimates(pairs.size());
  map.prepare({queries, keys, {}, queries.cols()})
      ->draw(Stream(1))
      ->estimate(queries, keys, pairs, estimates);
  return estimates;
}

inline bool is_finite(const LogNumber& x) {
  return std::isfinite(x.value) && std::isfinite(x.log_scale);
}

}  // namespace kapprox
