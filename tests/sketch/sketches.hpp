// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What the tests of sketches ask of a method: its theory, moments, one draw.
#pragma once

#include "plugins/shipped.hpp"

#include <memory>
#include <string>
#include <vector>

namespace kapprox {

// Rows of both sides and the pairs (i, i).
struct Rows {
  Matrix queries;
  Matrix keys;
  std::vector<Pair> pairs;

  // Directions from the address `seed`, query_norm and key_norm in the ambient dimension d.
  Rows(Index count, Index d, double query_norm, double key_norm, std::uint64_t seed);
  // One pair.
  Rows(std::vector<double> query, std::vector<double> key);

  Index dim() const { return queries.cols(); }
  Problem problem() const { return {queries, keys, {}, dim()}; }
  double exact(std::size_t i) const { return dot(queries.row(Index(i)), keys.row(Index(i))); }
};

// Theory of pair i after the method was prepared on all rows.
Theory theory_of(const FeatureMap& method, const Rows& rows, std::size_t i = 0);

// Moments, per pair, of the estimate over `trials` draws.
std::vector<Moments> estimate_moments(const PreparedKernel& prepared, const Rows& rows,
                                      Index trials);

// One draw, prepared on `rows`; as a feature sample.
struct Draw {
  std::unique_ptr<const PreparedKernel> prepared;
  std::unique_ptr<const KernelSample> sample;

  Draw(const FeatureMap& method, const Rows& rows, const Stream& stream);
  FeatureBlock map(Side side, const Matrix& rows) const;
  std::vector<LogNumber> estimates(const Rows& rows) const;
};

}  // namespace kapprox
