// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// How the tests of polynomial features ask a map: its value at a number t, its features of some
// rows.
#pragma once

#include <kapprox/plugin.hpp>

#include <vector>

namespace kapprox {

// p(t) as the method estimates it, through one pair of numbers with q·k = t.
inline LogNumber estimate_at(const FeatureMap& map, double t) {
  const double one[] = {1.0};
  const double key[] = {t};
  const ConstMatrixView q = {one, 1, 1, 1};
  const ConstMatrixView k = {key, 1, 1, 1};
  const Pair pair[] = {{0, 0}};
  LogNumber estimate;
  const auto prepared = map.prepare({q, k, {}, 1});
  prepared->draw(Stream(1))->estimate(q, k, pair, std::span(&estimate, 1));
  return estimate;
}

inline Theory theory_at(const FeatureMap& map, double t) {
  const double one[] = {1.0};
  const double key[] = {t};
  return map.prepare({{one, 1, 1, 1}, {key, 1, 1, 1}, {}, 1})->theory(one, key).value();
}

inline FeatureBlock features_of(const FeatureMap& map, const Matrix& rows) {
  const auto prepared = map.prepare({rows, rows, {}, rows.cols()});
  const auto sample = prepared->draw(Stream(1));
  return dynamic_cast<const FeatureSample&>(*sample).map(Side::query, rows);
}

// Features of one row, flattened, as plain numbers.
inline std::vector<double> plain_features(const FeatureMap& map, std::vector<double> row) {
  Matrix x(1, static_cast<Index>(row.size()));
  for (std::size_t l = 0; l < row.size(); ++l) x(0, static_cast<Index>(l)) = row[l];
  const FlatFeatures flat = flatten(features_of(map, x));
  std::vector<double> plain;
  for (const double value : flat.values.row(0))
    plain.push_back(value * std::exp(flat.log_scale[0]));
  return plain;
}

}  // namespace kapprox
