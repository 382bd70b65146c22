// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What every draw of a sketch promises: its address, features that do not depend on m, flat
// features with the same estimate, and rows of zeros.
#include "sketch/sketches.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace kapprox {
namespace {

// Methods with m features each.
std::vector<MethodSpec> sampled(std::int64_t m) {
  return {{"random_maclaurin", {{"m", m}}},
          {"random_maclaurin", {{"m", m}, {"law", std::string("poisson")}}},
          {"gegenbauer", {{"m", m}, {"degree", std::int64_t{6}}}},
          {"poisson", {{"m", m}}},
          {"geometric", {{"m", m}}}};
}

std::vector<MethodSpec> all_methods() {
  std::vector<MethodSpec> all = sampled(40);
  all.push_back({"tensor_sketch", {{"degree", std::int64_t{4}}, {"buckets", std::int64_t{12}}}});
  return all;
}

TEST(Draws, FeatureIIsTheSameForEveryM) {
  const Rows rows(4, 37, 0.9, 0.7, 1);
  const std::vector<MethodSpec> many = sampled(300);
  for (const std::int64_t m : {1, 7, 32})
    for (std::size_t i = 0; i < many.size(); ++i) {
      const Segment most = Draw(*shipped_feature_map(many[i]), rows, Stream(5))
                               .map(Side::query, rows.queries)
                               .segments[0];
      const Segment few = Draw(*shipped_feature_map(sampled(m)[i]), rows, Stream(5))
                              .map(Side::query, rows.queries)
                              .segments[0];

      for (Index row = 0; row < 4; ++row) {
        const double scale =
            std::exp(few.log_scale[std::size_t(row)] - most.log_scale[std::size_t(row)]) *
            std::sqrt(double(m) / 300.0);
        for (Index f = 0; f < m; ++f)
          EXPECT_NEAR(few.values(row, f) * scale, most.values(row, f), tolerance::closed_form)
              << many[i].method << " " << m;
      }
    }
}

TEST(Draws, EveryPartOfTheAddressChangesTheDraw) {
  const Rows rows(3, 5, 0.9, 0.7, 1);
  for (const MethodSpec& spec : all_methods()) {
    const auto method = shipped_feature_map(spec);
    const Stream stream = Stream(1).at("problem");
    const double here = Draw(*method, rows, stream).estimates(rows)[0].to_double();

    EXPECT_EQ(Draw(*method, rows, stream).estimates(rows)[0].to_double(), here);
    EXPECT_NE(Draw(*method, rows, stream.trial(1)).estimates(rows)[0].to_double(), here);
    EXPECT_NE(Draw(*method, rows, Stream(1)).estimates(rows)[0].to_double(), here);
  }
}

// Row l is all ones but for −1 in coordinate l. Signs, hashes or counts that come back after 16 or
// 32 coordinates would make two rows equal.
TEST(Draws, NoTwoCoordinatesShareTheirNumbers) {
  const Index d = 70;
  Rows rows(d, d, 1.0, 1.0, 1);
  for (Index i = 0; i < d; ++i)
    for (Index l = 0; l < d; ++l) rows.queries(i, l) = i == l ? -1.0 : 1.0;
  for (const MethodSpec& spec : all_methods()) {
    const Draw draw(*shipped_feature_map(spec), rows, Stream(1));
    const FlatFeatures flat = flatten(draw.map(Side::query, rows.queries));

    for (Index i = 0; i < d; ++i)
      for (Index j = 0; j < i; ++j)
        EXPECT_FALSE(std::equal(flat.values.row(i).begin(), flat.values.row(i).end(),
                                flat.values.row(j).begin()))
            << spec.method << ", coordinates " << i << " and " << j;
  }
}

// Flat features have one log-scale per row, and with it rounding relative to Σ|φϕ| ≤ ‖φ‖‖ϕ‖.
TEST(Draws, FlatFeaturesGiveTheSameEstimate) {
  for (const double norm : {0.3, 2.0, 6.0}) {
    const Rows rows(5, 9, norm, norm, 2);
    for (const MethodSpec& spec : all_methods()) {
      const Draw draw(*shipped_feature_map(spec), rows, Stream(3));
      const FlatFeatures q = flatten(draw.map(Side::query, rows.queries));
      const FlatFeatures k = flatten(draw.map(Side::key, rows.keys));
      const std::vector<LogNumber> estimates = draw.estimates(rows);

      for (Index i = 0; i < 5; ++i) {
        double sum = 0.0;
        for (Index f = 0; f < q.values.cols(); ++f)
          sum += q.signature[std::size_t(f)] * q.values(i, f) * k.values(i, f);
        const double scale = q.log_scale[std::size_t(i)] + k.log_scale[std::size_t(i)];
        const double sizes = std::sqrt(dot(q.values.row(i), q.values.row(i)) *
                                       dot(k.values.row(i), k.values.row(i)));
        EXPECT_NEAR(estimates[std::size_t(i)].over(scale), sum, tolerance::closed_form * sizes)
            << spec.method << " at norm " << norm;
      }
    }
  }
}

TEST(Draws, FeatureDimensionIsThatOfTheCost) {
  const Rows rows(2, 5, 0.9, 0.7, 1);
  for (const MethodSpec& spec : all_methods()) {
    const auto method = shipped_feature_map(spec);

    EXPECT_EQ(Draw(*method, rows, Stream(1)).map(Side::key, rows.keys).feature_dim(),
              method->cost(5).feature_dim);
  }
}

// exp(0) = 1 whatever the other vector; a problem of nothing but zeros has no data to fit to.
TEST(Draws, RowsOfZeros) {
  const Rows zeros({0.0, 0.0, 0.0}, {0.0, 0.0, 0.0});
  for (const MethodSpec& spec : all_methods()) {
    const auto method = shipped_feature_map(spec);

    const Theory theory = theory_of(*method, zeros);
    const double estimate = Draw(*method, zeros, Stream(1)).estimates(zeros)[0].to_double();

    EXPECT_EQ(theory.mean.to_double(), 1.0) << spec.method;
    EXPECT_TRUE(std::isfinite(theory.variance.to_double()));
    EXPECT_TRUE(std::isfinite(estimate));
    if (method->claims().exact_at_zero) {
      EXPECT_EQ(estimate, 1.0);
    }
  }
}

}  // namespace
}  // namespace kapprox
