// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "sketch/sketches.hpp"

#include <cmath>

namespace kapprox {

namespace {

void scale_rows(Matrix& rows, double norm) {
  for (Index i = 0; i < rows.rows(); ++i) {
    const double factor = norm / std::sqrt(dot(rows.row(i), rows.row(i)));
    for (double& x : rows.row(i)) x *= factor;
  }
}

}  // namespace

Rows::Rows(Index count, Index d, double query_norm, double key_norm, std::uint64_t seed)
    : queries(count, d), keys(count, d) {
  Stream(seed).at("queries").fill_normals(queries);
  Stream(seed).at("keys").fill_normals(keys);
  scale_rows(queries, query_norm);
  scale_rows(keys, key_norm);
  for (Index i = 0; i < count; ++i) pairs.push_back({i, i});
}

Rows::Rows(std::vector<double> query, std::vector<double> key)
    : queries(1, Index(query.size())), keys(1, Index(key.size())), pairs{{0, 0}} {
  std::copy(query.begin(), query.end(), queries.row(0).begin());
  std::copy(key.begin(), key.end(), keys.row(0).begin());
}

Theory theory_of(const FeatureMap& method, const Rows& rows, std::size_t i) {
  return method.prepare(rows.problem())
      ->theory(rows.queries.row(Index(i)), rows.keys.row(Index(i)))
      .value();
}

std::vector<Moments> estimate_moments(const PreparedKernel& prepared, const Rows& rows,
                                      Index trials) {
  std::vector<Moments> moments(rows.pairs.size());
  std::vector<LogNumber> estimates(rows.pairs.size());
  const Stream stream = Stream(2026);
  for (Index trial = 0; trial < trials; ++trial) {
    prepared.draw(stream.trial(static_cast<std::uint64_t>(trial)))
        ->estimate(rows.queries, rows.keys, rows.pairs, estimates);
    for (std::size_t i = 0; i < moments.size(); ++i) moments[i].add(estimates[i].to_double());
  }
  return moments;
}

Draw::Draw(const FeatureMap& method, const Rows& rows, const Stream& stream)
    : prepared(method.prepare(rows.problem())), sample(prepared->draw(stream)) {}

FeatureBlock Draw::map(Side side, const Matrix& rows) const {
  return dynamic_cast<const FeatureSample&>(*sample).map(side, rows);
}

std::vector<LogNumber> Draw::estimates(const Rows& rows) const {
  std::vector<LogNumber> out(rows.pairs.size());
  sample->estimate(rows.queries, rows.keys, rows.pairs, out);
  return out;
}

}  // namespace kapprox
