// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Geometry of pairs and rows of normal numbers.
#include "inputs/pair_cases.hpp"

#include <kapprox/vector_math.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace kapprox {

PairGeometry geometry_of(std::span<const double> query, std::span<const double> key) {
  PairGeometry geometry = {std::sqrt(dot(query, query)), std::sqrt(dot(key, key)),
                           std::numeric_limits<double>::quiet_NaN()};
  if (geometry.query_norm == 0.0 || geometry.key_norm == 0.0) return geometry;
  double difference = 0.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < query.size(); ++i) {
    const double u = query[i] / geometry.query_norm;
    const double v = key[i] / geometry.key_norm;
    difference += (u - v) * (u - v);
    sum += (u + v) * (u + v);
  }
  geometry.angle = 2.0 * std::atan2(std::sqrt(difference), std::sqrt(sum));
  return geometry;
}

void add_geometry(const PairGeometry& geometry, Case& made) {
  made.coordinates.emplace_back("query_norm", geometry.query_norm);
  made.coordinates.emplace_back("key_norm", geometry.key_norm);
  made.coordinates.emplace_back("angle", geometry.angle);
}

Matrix normal_rows(const Stream& stream, std::string_view side, Index rows, Index cols) {
  Matrix normals(rows, cols);
  stream.at(side).fill_normals(normals);
  return normals;
}

void check_volume(const Axes& axes, const std::string& key, std::int64_t rows, std::int64_t cols) {
  if (rows > most_pairs)
    axes.refuse(key, fmt::format("makes {} rows", rows), fmt::format("at most {} rows", most_pairs),
                "ask for less");
  constexpr std::int64_t most_values = std::int64_t{1} << 28;  // 2 GiB of doubles
  if (rows > most_values / cols)
    axes.refuse(key, fmt::format("makes {} rows of {} numbers", rows, cols),
                fmt::format("at most {} numbers", most_values), "ask for less");
}

}  // namespace kapprox
