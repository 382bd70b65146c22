// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Products of two features may underflow where the large ones of query and key do not meet, so they
// are formed from logarithms and rebased to the largest; the ratio does not feel the scale.
#include "study/effective_features.hpp"

#include <kapprox/feature_map.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>

namespace kapprox {

namespace {

// Flat features of the pairs' rows of one side, as logarithms of sizes with their signs.
struct LogFeatures {
  FlatFeatures flat;  // pairs × D, for the signs
  Matrix logs;        // pairs × D
};

Matrix rows_of(const Matrix& rows, const std::vector<Pair>& pairs, Side side) {
  Matrix out(static_cast<Index>(pairs.size()), rows.cols());
  for (Index p = 0; p < out.rows(); ++p) {
    const Pair& pair = pairs[static_cast<std::size_t>(p)];
    const std::span<const double> row = rows.row(side == Side::query ? pair.query : pair.key);
    std::copy(row.begin(), row.end(), out.row(p).begin());
  }
  return out;
}

LogFeatures log_features(const FeatureSample& sample, Side side, const Matrix& rows) {
  LogFeatures out{flatten(sample.map(side, rows)), {}};
  out.logs = Matrix(out.flat.values.rows(), out.flat.values.cols());
  const std::span<const double> values = out.flat.values.values();
  const std::span<double> logs = out.logs.values();
  for (std::size_t i = 0; i < values.size(); ++i) logs[i] = std::abs(values[i]);
  vector_log(logs, logs);
  return out;
}

}  // namespace

std::vector<double> effective_features(const PreparedKernel& prepared, const Stream& stream,
                                       const Coordinates& coordinates,
                                       const std::vector<Pair>& pairs) {
  const std::unique_ptr<const KernelSample> sample = prepared.draw(stream);
  const auto* features = dynamic_cast<const FeatureSample*>(sample.get());
  if (features == nullptr) return {};
  const LogFeatures q =
      log_features(*features, Side::query, rows_of(coordinates.queries, pairs, Side::query));
  const LogFeatures k =
      log_features(*features, Side::key, rows_of(coordinates.keys, pairs, Side::key));
  const std::size_t dim = q.flat.signature.size();
  std::vector<double> sizes(dim);
  std::vector<double> numbers;
  for (Index p = 0; p < q.logs.rows(); ++p) {
    for (std::size_t f = 0; f < dim; ++f) sizes[f] = q.logs.row(p)[f] + k.logs.row(p)[f];
    const double largest = max_value(sizes);
    for (double& size : sizes) size -= largest;
    vector_exp(sizes, sizes);
    double sum = 0.0;
    double squares = 0.0;
    for (std::size_t f = 0; f < dim; ++f) {
      const bool negative = (q.flat.values.row(p)[f] < 0) != (k.flat.values.row(p)[f] < 0);
      sum += q.flat.signature[f] * (negative ? -sizes[f] : sizes[f]);
      squares += sizes[f] * sizes[f];
    }
    numbers.push_back(sum * sum / squares);
  }
  return numbers;
}

}  // namespace kapprox
