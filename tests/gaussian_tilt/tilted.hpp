// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Tilted maps for tests, built by name, and what theory says of them.
#pragma once

#include "plugins/shipped.hpp"

#include <string>
#include <vector>

namespace kapprox {

// oprf or sderf, m directions.
struct TiltedSpec {
  std::string method = "oprf";
  bool antithetic = false;
  Index m = 1;
  std::string directions = "iid";
  std::string centre = "none";
};
std::shared_ptr<const FeatureMap> tilted_map(const TiltedSpec& spec);

// Queries and keys of one problem in all their coordinates.
struct Tokens {
  Matrix queries;
  Matrix keys;

  Index dim() const { return queries.cols(); }
  Problem problem() const { return {queries, keys, {}, dim()}; }
  std::vector<Pair> pairs() const;  // all of them
  double exact(const Pair& pair) const;
  double phi(const Pair& pair) const;  // ‖q + k‖²
};

// q = k = (√φ/2) e_1 in d dimensions: ‖q + k‖² = φ.
Tokens one_pair(Index d, double phi);

// Variance of the estimate over exp(2 q·k), after the method was prepared on `fitted_to`.
double relative_variance(const FeatureMap& map, const Tokens& fitted_to, const Tokens& at,
                         const Pair& pair = {0, 0});

// Mean over all pairs of `at` of the log of the relative second moment.
double mean_log_second_moment(const FeatureMap& map, const Tokens& fitted_to, const Tokens& at);

// Estimates of all pairs under one draw.
std::vector<LogNumber> estimates_of(const FeatureMap& map, const Tokens& tokens,
                                    const Stream& stream);

}  // namespace kapprox
