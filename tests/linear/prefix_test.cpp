// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Right multiplication by states equals the masked quadratic path, for every shipped feature map,
// at lengths that chunks do not divide. Reports: fla-org/flash-linear-attention#850 (prefix sum
// along the wrong axis), cpcp1998/PermuteFormer#2 (NaN on long inputs).
#include "linear/linear_heads.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace kapprox {
namespace {

constexpr Index d_v = 4;
constexpr Index heads = 6;  // batch 2, heads 3

// Sanitizers look at addresses, which all heads have alike, and take ten times as long.
#if defined(KAPPROX_SANITIZED)
constexpr Index heads_of_long_ones = 1;
#else
constexpr Index heads_of_long_ones = heads;
#endif

// A map fitted to data sees only the first tokens in causal order, which are exact then.
constexpr Index calibration = 5;

bool fits_data(const MethodSpec& map) { return shipped_feature_map(map)->claims().fits_data; }

std::shared_ptr<const AttentionMethod> causal_linear(const MethodSpec& map,
                                                     const std::string& storage) {
  std::map<std::string, GivenValue> given = {{"chunk", std::int64_t{11}}, {"storage", storage}};
  if (fits_data(map)) given["calibration"] = std::int64_t{calibration};
  return shipped_linear(map, given);
}

// The features that a sample of linear has: the map fitted to what linear fits it to.
QuadraticPath path_of(const MethodSpec& spec, const UnitHead& head, const Mask& mask) {
  const auto map = shipped_feature_map(spec);
  const bool is_calibrated = mask.causal && fits_data(spec);
  const UnitHead first = head.first(std::min(calibration, head.keys.rows()));
  const auto prepared = map->prepare(is_calibrated ? first.problem() : head.problem());
  const auto sample = prepared->draw(Stream(7));
  return quadratic_path(dynamic_cast<const FeatureSample&>(*sample), head.problem(), mask);
}

// Rounding errors of a row are relative to Σ|φϕ|: `condition` times its largest value.
void expect_rows(const AttentionOutput& out, const QuadraticPath& path, Index first,
                 double tolerance) {
  for (Index i = first; i < out.rows.rows(); ++i) {
    ASSERT_EQ(out.flags[static_cast<std::size_t>(i)], RowFlag::ok);
    for (Index c = 0; c < out.rows.cols(); ++c)
      EXPECT_NEAR(out.rows(i, c), path.rows(i, c),
                  tolerance * path.condition[static_cast<std::size_t>(i)] * largest_value)
          << "row " << i;
  }
}

TEST(Prefix, EqualsTheQuadraticPathForEveryMap) {
  for (const MethodSpec& map : all_feature_maps()) {
    const auto exact = causal_linear(map, "float64");
    const auto single = causal_linear(map, "float32");
    for (const Index n : {1, 7, 63, 300})
      for (Index head = 0; head < (n < 100 ? heads : heads_of_long_ones); ++head) {
        const UnitHead tokens(n, d_v, static_cast<std::uint64_t>(head));
        const QuadraticPath path = path_of(map, tokens, causal_mask());

        const AttentionOutput out = output_of(*exact, tokens.problem(), causal_mask());

        SCOPED_TRACE(map.method + ", length " + std::to_string(n) + ", head " +
                     std::to_string(head));
        const Index first = fits_data(map) ? std::min(calibration, n) : 0;
        expect_rows(out, path, first, tolerance::linear_paths);
        for (Index c = 0; c < d_v; ++c)
          EXPECT_NEAR(out.rows(0, c), tokens.values(0, c),
                      tolerance::linear_paths * path.condition.front());
        if (head == 0)
          expect_rows(output_of(*single, tokens.problem(), causal_mask()), path, first,
                      tolerance::linear_float32);
      }
  }
}

TEST(Prefix, RightEqualsLeftMultiplicationForEveryMap) {
  for (const MethodSpec& map : all_feature_maps()) {
    SCOPED_TRACE(map.method);
    const UnitHead tokens(63, d_v, 1);
    const QuadraticPath path = path_of(map, tokens, {});
    const auto method = shipped_linear(map, {{"chunk", std::int64_t{11}}});
    const auto prepared = method->prepare(tokens.problem(), {});
    const auto sample = prepared->draw(Stream(7));

    const AttentionOutput out = sample->output();
    const Matrix weights = sample->weights();

    expect_rows(out, path, 0, tolerance::linear_paths);
    for (Index i = 0; i < weights.rows(); ++i) {
      const double bound = tolerance::linear_paths * path.condition[static_cast<std::size_t>(i)];
      for (Index j = 0; j < weights.cols(); ++j)
        EXPECT_NEAR(weights(i, j), path.weights(i, j), bound);
      for (Index c = 0; c < d_v; ++c) {
        double sum = 0.0;
        for (Index j = 0; j < weights.cols(); ++j) sum += weights(i, j) * tokens.values(j, c);
        EXPECT_NEAR(out.rows(i, c), sum, bound * largest_value);
      }
    }
  }
}

// One address is one draw, whatever the head and the order of heads.
TEST(Prefix, OneDrawServesAllHeads) {
  for (const MethodSpec& map : all_feature_maps()) {
    const auto method = causal_linear(map, "float64");
    std::vector<Matrix> forwards;
    std::vector<Matrix> backwards;
    for (std::uint64_t head = 0; head < heads; ++head) {
      const UnitHead tokens(20, d_v, head);
      const UnitHead other(20, d_v, heads - 1 - head);
      forwards.push_back(output_of(*method, tokens.problem(), causal_mask()).rows);
      backwards.push_back(output_of(*method, other.problem(), causal_mask()).rows);
    }

    std::reverse(backwards.begin(), backwards.end());

    for (std::size_t head = 0; head < heads; ++head)
      EXPECT_TRUE(same_bytes(forwards[head], backwards[head])) << map.method << " " << head;
  }
}

// The last rows of a long sequence against all pairs in long double.
TEST(Prefix, TwentyThousandTokensStayFiniteAndRight) {
  constexpr Index n = 20'000;
  const MethodSpec map = map_spec("positive", 64);
  const Head head(n, n, 5, d_v, 0.5);
  const auto prepared_map = shipped_feature_map(map)->prepare(head.problem());
  const auto map_sample = prepared_map->draw(Stream(7));
  const Index last = 20;
  Problem end = head.problem();
  end.queries.data += (n - last) * end.queries.stride;
  end.queries.rows = last;
  const QuadraticPath path =
      quadratic_path(dynamic_cast<const FeatureSample&>(*map_sample), end, causal_mask());

  const AttentionOutput out = output_of(*shipped_linear(map), head.problem(), causal_mask());

  for (const double value : out.rows.values()) ASSERT_TRUE(std::isfinite(value));
  for (Index i = 0; i < last; ++i)
    for (Index c = 0; c < d_v; ++c)
      EXPECT_NEAR(out.rows(n - last + i, c), path.rows(i, c), tolerance::linear_long);
}

}  // namespace
}  // namespace kapprox
