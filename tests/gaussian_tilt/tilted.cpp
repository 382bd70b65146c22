// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "gaussian_tilt/tilted.hpp"

#include <cmath>

namespace kapprox {

std::shared_ptr<const FeatureMap> tilted_map(const TiltedSpec& spec) {
  return shipped_feature_map({spec.method,
                              {{"m", std::int64_t{spec.m}},
                               {"directions", spec.directions},
                               {"centre", spec.centre},
                               {"antithetic", spec.antithetic}}});
}

std::vector<Pair> Tokens::pairs() const { return all_pairs(queries.rows(), keys.rows()); }

double Tokens::exact(const Pair& pair) const {
  return dot(queries.row(pair.query), keys.row(pair.key));
}

double Tokens::phi(const Pair& pair) const {
  const auto q = queries.row(pair.query);
  const auto k = keys.row(pair.key);
  return dot(q, q) + 2.0 * dot(q, k) + dot(k, k);
}

Tokens one_pair(Index d, double phi) {
  Tokens tokens{Matrix(1, d), Matrix(1, d)};
  tokens.queries(0, 0) = tokens.keys(0, 0) = std::sqrt(phi) / 2.0;
  return tokens;
}

double relative_variance(const FeatureMap& map, const Tokens& fitted_to, const Tokens& at,
                         const Pair& pair) {
  const auto theory =
      map.prepare(fitted_to.problem())->theory(at.queries.row(pair.query), at.keys.row(pair.key));
  return theory.value().variance.over(2.0 * at.exact(pair));
}

double mean_log_second_moment(const FeatureMap& map, const Tokens& fitted_to, const Tokens& at) {
  double sum = 0.0;
  for (const Pair& pair : at.pairs())
    sum += std::log1p(relative_variance(map, fitted_to, at, pair));
  return sum / static_cast<double>(at.pairs().size());
}

std::vector<LogNumber> estimates_of(const FeatureMap& map, const Tokens& tokens,
                                    const Stream& stream) {
  return estimates_of(map, tokens.queries, tokens.keys, stream);
}

}  // namespace kapprox
