// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The exact reduction: a method sees the same law in all d coordinates and in a basis of the
// problem's span.
#include "plugins/shipped.hpp"

#include "numeric/span_basis.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

namespace kapprox {
namespace {

using Config = std::tuple<std::string, std::string, Index>;  // method, directions, m

class Reduction : public testing::TestWithParam<Config> {};

// Two pairs in d = 16 dimensions, so rank 4; 6000 trials each way, independent streams.
TEST_P(Reduction, FullAndReducedDrawsHaveOneLaw) {
  const auto [method, directions, m] = GetParam();
  const Index d = 16;
  Plane full(d, d, 0.5, {0.4, 2.0});
  for (Index j = 2; j < d; ++j) {  // out of the coordinate axes, norm near 0.5
    full.queries(0, j) = 0.02 * static_cast<double>(j);
    full.keys(1, j) = 0.3 / static_cast<double>(j);
  }
  const SpanCoordinates span = span_coordinates(full.queries, full.keys);
  Plane reduced = full;
  reduced.queries = span.queries;
  reduced.keys = span.keys;
  const auto map = shipped_map(method, m, directions);
  const auto prepared_full = map->prepare(full.problem());
  const auto prepared_reduced = map->prepare(reduced.problem());

  const auto in_full = relative_moments(*prepared_full, full, Stream(1), 6000);
  const auto in_reduced = relative_moments(*prepared_reduced, reduced, Stream(2), 6000);

  ASSERT_LT(span.rank, d);
  for (std::size_t i = 0; i < in_full.size(); ++i) {
    const auto theory =
        prepared_reduced->theory(reduced.queries.row(Index(i)), reduced.keys.row(Index(i)));
    const double variance = theory->variance.over(2.0 * full.exact(i));
    for (const Moments& moments : {in_full[i], in_reduced[i]}) {
      EXPECT_LT(std::abs(z_of_mean(moments, 1.0)), tolerance::standard_errors);
      EXPECT_LT(std::abs(z_of_variance(moments, variance)), tolerance::standard_errors);
    }
    const double difference = in_full[i].variance() - in_reduced[i].variance();
    EXPECT_LT(std::abs(difference),
              tolerance::standard_errors * std::hypot(in_full[i].variance_standard_error(),
                                                      in_reduced[i].variance_standard_error()));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Reduction,
                         testing::Combine(testing::Values("trig", "positive", "hyperbolic"),
                                          testing::Values("iid", "orthogonal"),
                                          testing::Values<Index>(8, 16, 24)),
                         [](const testing::TestParamInfo<Config>& one) {
                           return std::get<0>(one.param) + "_" + std::get<1>(one.param) + "_m" +
                                  std::to_string(std::get<2>(one.param));
                         });

}  // namespace
}  // namespace kapprox
