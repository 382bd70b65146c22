// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "performer/performers.hpp"

namespace kapprox {

std::shared_ptr<const FeatureMap> performer(const PerformerSpec& spec) {
  return shipped_feature_map({"performer",
                              {{"m", std::int64_t{spec.m}},
                               {"directions", spec.directions},
                               {"centre", spec.centre},
                               {"epsilon", spec.epsilon},
                               {"stabiliser", spec.stabiliser}}});
}

Matrix normal_rows(Index n, Index d, double std, std::uint64_t seed) {
  Matrix rows(n, d);
  Stream(seed).fill_normals(rows);
  for (double& value : rows.values()) value *= std;
  return rows;
}

std::vector<Pair> all_pairs(Index n_q, Index n_k) {
  std::vector<Pair> pairs;
  for (Index i = 0; i < n_q; ++i)
    for (Index j = 0; j < n_k; ++j) pairs.push_back({i, j});
  return pairs;
}

std::vector<LogNumber> estimates_of(const FeatureMap& map, const Matrix& queries,
                                    const Matrix& keys, const Stream& stream) {
  const std::vector<Pair> pairs = all_pairs(queries.rows(), keys.rows());
  std::vector<LogNumber> estimates(pairs.size());
  map.prepare({queries, keys, {}, queries.cols()})
      ->draw(stream)
      ->estimate(queries, keys, pairs, estimates);
  return estimates;
}

}  // namespace kapprox
