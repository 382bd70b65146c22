// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// No NaN and no infinity up to ‖q‖² = ‖k‖² = 4000: features, estimates and theory stay in the log
// domain, though no sketch is worth its name there.
#include "sketch/sketches.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace kapprox {
namespace {

bool is_finite(const LogNumber& x) { return std::isfinite(x.value) && std::isfinite(x.log_scale); }

std::vector<MethodSpec> methods() {
  const std::int64_t m = 16;
  const auto tensor = [](std::int64_t degree) {
    return MethodSpec{"tensor_sketch", {{"degree", degree}, {"buckets", std::int64_t{8}}}};
  };
  const auto gegenbauer = [m](std::int64_t degree) {
    return MethodSpec{"gegenbauer", {{"m", m}, {"degree", degree}}};
  };
  return {{"random_maclaurin", {{"m", m}}},
          {"random_maclaurin", {{"m", m}, {"law", std::string("poisson")}}},
          {"random_maclaurin", {{"m", m}, {"law", std::string("poisson")}, {"rate", 1e-6}}},
          tensor(2),
          tensor(40),
          gegenbauer(2),
          gegenbauer(256),
          {"poisson", {{"m", m}}},
          {"poisson", {{"m", m}, {"rate", 1e-6}}},
          {"geometric", {{"m", m}}},
          {"geometric", {{"m", m}, {"success", 0.001}}},
          {"geometric", {{"m", m}, {"success", 0.999}}}};
}

// Key 0 equals query 0, key 1 is opposite to query 1, key 2 is zero.
Rows long_rows(Index d, double square) {
  Rows rows(4, d, std::sqrt(square), std::sqrt(square), 1);
  for (Index j = 0; j < d; ++j) {
    rows.keys(0, j) = rows.queries(0, j);
    rows.keys(1, j) = -rows.queries(1, j);
    rows.keys(2, j) = 0.0;
  }
  return rows;
}

void expect_finite(const FeatureMap& method, const Rows& rows) {
  const Draw draw(method, rows, Stream(3));

  for (const LogNumber& estimate : draw.estimates(rows)) EXPECT_TRUE(is_finite(estimate));
  for (const Segment& segment : draw.map(Side::key, rows.keys).segments) {
    for (const double value : segment.values.values()) EXPECT_LE(std::abs(value), 1.0);
    for (const double log_scale : segment.log_scale) EXPECT_TRUE(std::isfinite(log_scale));
  }
  for (std::size_t i = 0; i < rows.pairs.size(); ++i) {
    const Theory theory = theory_of(method, rows, i);
    EXPECT_TRUE(is_finite(theory.mean));
    EXPECT_TRUE(is_finite(theory.variance));
    EXPECT_GE(theory.variance.value, 0.0);
    if (theory.fourth) {
      EXPECT_TRUE(is_finite(*theory.fourth));
      EXPECT_GE(theory.fourth->value, 0.0);
    }
  }
}

class Finite : public testing::TestWithParam<double> {};

INSTANTIATE_TEST_SUITE_P(SquaredNorms, Finite, testing::Values(1e-300, 1.0, 400.0, 4000.0));

TEST_P(Finite, EverySketch) {
  for (const Index d : {1, 2, 64})
    for (const MethodSpec& spec : methods()) {
      SCOPED_TRACE(spec.method + ", d = " + std::to_string(d));
      expect_finite(*shipped_feature_map(spec), long_rows(d, GetParam()));
    }
}

}  // namespace
}  // namespace kapprox
