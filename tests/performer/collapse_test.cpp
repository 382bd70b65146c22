// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// ε turns attention into averaging: unit inputs at d = 128, where plain positive features are
// hopeless too, but not uniform. It is the maximum that does it: e^M makes an ε of 1e-4 large.
// Reports: lucidrains/performer-pytorch#69, #46.
#include "performer/performers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace kapprox {
namespace {

constexpr Index n = 24;
constexpr Index d = 128;

// Per row of an n × n kernel, given as logarithms: total variation between the normalised row and
// the uniform one.
std::vector<double> distances_from_uniform(const std::vector<double>& log_kernel) {
  std::vector<double> distances;
  for (std::size_t first = 0; first < log_kernel.size(); first += n) {
    const auto row = std::span(log_kernel).subspan(first, n);
    const double largest = *std::max_element(row.begin(), row.end());
    double sum = 0.0;
    for (const double value : row) sum += std::exp(value - largest);
    double distance = 0.0;
    for (const double value : row)
      distance += 0.5 * std::abs(std::exp(value - largest) / sum - 1.0 / n);
    distances.push_back(distance);
  }
  return distances;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// All rows under three draws.
std::vector<double> distances_of(const FeatureMap& map, const Matrix& queries, const Matrix& keys) {
  std::vector<double> distances;
  for (std::uint64_t trial = 0; trial < 3; ++trial) {
    std::vector<double> log_kernel;
    for (const LogNumber& estimate : estimates_of(map, queries, keys, Stream(21).trial(trial)))
      log_kernel.push_back(estimate.log_abs());
    for (const double distance : distances_from_uniform(log_kernel)) distances.push_back(distance);
  }
  return distances;
}

TEST(PerformerCollapse, EpsilonUnderTheMaximumMakesEveryRowNearlyUniform) {
  const double temperature = std::pow(static_cast<double>(d), -0.25);  // of both sides
  const Matrix queries = normal_rows(n, d, temperature, Stream(19));
  const Matrix keys = normal_rows(n, d, temperature, Stream(20));
  std::vector<double> logits;
  for (const Pair& pair : all_pairs(n, n))
    logits.push_back(dot(queries.row(pair.query), keys.row(pair.key)));
  const double exact = mean_of(distances_from_uniform(logits));

  const auto plain = distances_of(*performer({0.0, "none", 1024, "orthogonal"}), queries, keys);
  const auto fixed = distances_of(*performer({1e-4, "none", 1024, "orthogonal"}), queries, keys);
  const auto largest = distances_of(*performer({1e-4, "max", 1024, "orthogonal"}), queries, keys);

  EXPECT_NEAR(exact, 0.38, 0.04);
  EXPECT_GT(*std::min_element(plain.begin(), plain.end()), 0.3);
  EXPECT_GT(*std::min_element(fixed.begin(), fixed.end()), 0.3);
  EXPECT_LT(*std::max_element(largest.begin(), largest.end()), 0.06);
}

}  // namespace
}  // namespace kapprox
