// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Prefix states by themselves: one token at a time or by blocks, added and taken away, at scales
// far apart, rounded.
#include "linear/linear_heads.hpp"
#include "message_of.hpp"
#include "tolerances.hpp"

#include <kapprox/error.hpp>
#include <kapprox/linear_state.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace kapprox {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// One segment of n rows of features, all with one log-scale each.
FlatSegments features(const std::vector<std::vector<double>>& rows, std::vector<double> scales,
                      std::vector<double> signature = {}) {
  FlatFeatures flat;
  flat.values = Matrix(static_cast<Index>(rows.size()), static_cast<Index>(rows.front().size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    std::copy(rows[i].begin(), rows[i].end(), flat.values.row(static_cast<Index>(i)).begin());
  flat.log_scale = std::move(scales);
  flat.signature = std::move(signature);
  if (flat.signature.empty()) flat.signature.assign(rows.front().size(), 1.0);
  return {flat};
}

Matrix column(const std::vector<double>& values) {
  Matrix result(static_cast<Index>(values.size()), 1);
  std::copy(values.begin(), values.end(), result.values().begin());
  return result;
}

AttentionSums read(const LinearState& state, const FlatSegments& queries) {
  AttentionSums sums(queries.front().values.rows(), state.value_dim());
  state.read(queries, sums);
  return sums;
}

// By hand: the query sees 0.5 and −0.5 · 1 of the signed feature, values 2 and 6.
TEST(LinearState, SumsByHand) {
  LinearState state(1);
  state.add(features({{0.5, 0.0}, {0.0, 1.0}}, {std::log(2.0), 0.0}, {1.0, -1.0}),
            column({2.0, 6.0}));

  const AttentionSums sums = read(state, features({{1.0, 0.5}}, {std::log(4.0)}));

  // 4 (2 · 0.5 · 2 − 0.5 · 6) and 4 (1 − 0.5).
  EXPECT_NEAR(sums.numerator(0, 0).to_double(), -4.0, 4.0 * tolerance::closed_form);
  EXPECT_NEAR(sums.normaliser(0).to_double(), 2.0, 2.0 * tolerance::closed_form);
}

TEST(LinearState, ScaleIsThatOfThePastAlone) {
  LinearState state(1);
  EXPECT_EQ(state.log_scale(0), -infinity);
  for (const double scale : {-3.0, -5.0, 2000.0, 7.0}) {
    const double before = state.log_scale(0);

    state.add(features({{1.0}}, {scale}), column({1.0}));

    EXPECT_EQ(state.log_scale(0), std::max(before, scale));
  }
  state.add(features({{0.0}}, {9999.0}), column({1.0}));
  EXPECT_EQ(state.log_scale(0), 2000.0) << "a row of zeros has no scale";
}

// exp(±3000) on either side: their product is 1.
TEST(LinearState, ScalesBeyondTheRangeOfDoubleCancel) {
  LinearState state(1);
  state.add(features({{1.0}, {1.0}}, {3000.0, -3000.0}), column({2.0, 9.0}));

  const AttentionSums sums = read(state, features({{1.0}}, {-3000.0}));

  EXPECT_EQ(sums.numerator(0, 0).to_double(), 2.0);
  EXPECT_EQ(sums.normaliser(0).to_double(), 1.0);
}

// Recurrent decoding: the state after i tokens gives row i of the chunked path.
TEST(LinearState, SteppingEqualsChunks) {
  const MethodSpec specs[] = {map_spec("positive", 16),
                              {"hybrid", {{"m", std::int64_t{4}}, {"n", std::int64_t{3}}}},
                              {"taylor", {{"degree", std::int64_t{3}}}}};
  for (const MethodSpec& spec : specs)
    for (const std::string storage : {"float64", "bfloat16"}) {
      SCOPED_TRACE(spec.method + " " + storage);
      const UnitHead head(60, 3, 1);
      const auto prepared = shipped_feature_map(spec)->prepare(head.problem());
      const auto drawn = prepared->draw(Stream(7));
      const auto& sample = dynamic_cast<const FeatureSample&>(*drawn);
      const QuadraticPath path = quadratic_path(sample, head.problem(), causal_mask());
      // Chunks of one token round the state as often as steps do; the last row of a chunk is not
      // read from it, but multiplied out.
      const bool is_rounded = storage != "float64";
      const auto method = shipped_linear(
          spec, {{"storage", storage}, {"chunk", std::int64_t{is_rounded ? 1 : 13}}});
      const AttentionOutput chunked = output_of(*method, head.problem(), causal_mask());
      const Storage format = storage_named(storage);
      const double precision = is_rounded ? 8.0 * unit_roundoff(format) : tolerance::linear_paths;

      LinearState state(3);
      for (Index i = 0; i < 60; ++i) {
        const auto row_of = [&](Side side, const Matrix& rows) {
          return flatten_segments(
              sample.map(side, {rows.row(i).data(), 1, rows.cols(), rows.cols()}), format);
        };
        const AttentionSums sums = state.step(row_of(Side::key, head.keys), head.values.row(i),
                                              row_of(Side::query, head.queries), format);

        for (Index c = 0; c < 3; ++c)
          EXPECT_NEAR(sums.rows(0, c) / sums.rows(0, 3), chunked.rows(i, c),
                      precision * largest_value * path.condition[static_cast<std::size_t>(i)]);
      }
    }
}

// By hand, for the query (1, 1): keys sum to 1.5 e^0.5 and 1.25 e^3 in the first state, 1.5 e^2 in
// the second.
TEST(LinearState, AddsAndTakesAwayOtherStates) {
  const FlatSegments first_keys = features({{1.0, 0.5}, {0.25, 1.0}}, {0.5, 3.0});
  LinearState first(1);
  first.add(first_keys, column({1.0, -2.0}));
  LinearState second(1);
  second.add(features({{0.5, 1.0}}, {2.0}), column({5.0}));
  const FlatSegments query = features({{1.0, 1.0}}, {0.0});
  const double of_first = 1.5 * std::exp(0.5) + 1.25 * std::exp(3.0);
  const double of_second = 1.5 * std::exp(2.0);

  LinearState together = first;
  together.add(second);
  LinearState other_way = second;
  other_way.add(first);
  LinearState back = together;
  back.subtract(first);

  const double bound = 64.0 * tolerance::closed_form;
  for (const LinearState& state : {together, other_way}) {
    EXPECT_EQ(state.log_scale(0), 3.0);
    EXPECT_NEAR(read(state, query).normaliser(0).to_double(), of_first + of_second, bound);
  }
  EXPECT_EQ(back.log_scale(0), 3.0) << "it never shrinks";
  EXPECT_NEAR(read(back, query).normaliser(0).to_double(), of_second, bound);
  EXPECT_NEAR(read(back, query).numerator(0, 0).to_double(), 5.0 * of_second, 5.0 * bound);
}

// The same sums from nothing, whichever side was empty.
TEST(LinearState, AnEmptyStateIsNothing) {
  LinearState state(1);
  state.add(features({{1.0}}, {2.0}), column({3.0}));
  LinearState empty(1);
  LinearState copy = empty;
  copy.add(state);
  state.add(empty);
  const FlatSegments query = features({{1.0}}, {0.0});

  EXPECT_EQ(read(copy, query).numerator(0, 0).to_double(),
            read(state, query).numerator(0, 0).to_double());
  EXPECT_EQ(read(empty, query).normaliser(0).value, 0.0);
}

// A feature's values are multiples of a power of two of their own: tiny and huge ones keep their
// digits in float16, and what is 2^-30 of the largest underflows.
TEST(LinearState, RoundsRelativeToItsLargestValue) {
  const double tiny = std::ldexp(1.0, -30);
  for (const double size : {1e-290, 1e-9, 1.0, 1e9, 1e300}) {
    LinearState state(2);
    Matrix values(1, 2);
    values(0, 0) = size * 4.0 / 3.0;
    values(0, 1) = size * tiny;
    state.add(features({{1.0, 0.5}}, {0.0}), values);

    state.round_to(Storage::float16);

    const AttentionSums sums = read(state, features({{1.0, 0.0}}, {0.0}));
    EXPECT_NEAR(sums.rows(0, 0) / size, 4.0 / 3.0, 4.0 / 3.0 * unit_roundoff(Storage::float16));
    EXPECT_NE(sums.rows(0, 0), values(0, 0));
    EXPECT_EQ(sums.rows(0, 1), 0.0);
    EXPECT_EQ(sums.rows(0, 2), 1.0);
  }
}

// Each segment is multiplied out by itself and rounded to the digits of the format, whatever its
// size.
TEST(FlattenSegments, RoundsFeaturesToTheFormatsDigits) {
  FeatureBlock block;
  for (const double value : {1.0 / 3.0, 1e-30 / 3.0}) {
    block.segments.push_back(Segment::zeros(1, 1));
    block.segments.back().values(0, 0) = value;
  }

  const FlatSegments flat = flatten_segments(block, Storage::bfloat16);

  ASSERT_EQ(flat.size(), 2U);
  EXPECT_EQ(flat[0].values(0, 0), rounded(1.0 / 3.0, Storage::bfloat16));
  EXPECT_NE(flat[1].values(0, 0), 1e-30 / 3.0);
  EXPECT_NEAR(flat[1].values(0, 0) / (1e-30 / 3.0), 1.0, unit_roundoff(Storage::bfloat16));
}

// 1 + 2^-12 has 13 digits; float16 has 11.
TEST(LinearState, RoundsNormalisers) {
  LinearState state(1);
  state.add(features({{1.0}, {std::ldexp(1.0, -12)}}, {0.0, 0.0}), column({3.0, 3.0}));

  state.round_to(Storage::float16);

  EXPECT_EQ(read(state, features({{1.0}}, {0.0})).normaliser(0).to_double(), 1.0);
}

// float16 has 11 digits: 1 takes in 2^-12 five times without a change where the state is rounded
// after each, and grows by 2^-10 where it is rounded once. Features and normaliser are exact.
TEST(LinearStorage, RoundsStatesAfterEveryChunk) {
  const Matrix ones = column({1, 1, 1, 1, 1, 1});
  const double small = std::ldexp(1.0, -12);
  const Matrix values = column({1.0, small, small, small, small, small});
  const Problem problem = {ones, ones, values, 1};
  const auto row_at = [&](std::int64_t chunk, const std::string& storage) {
    const auto method = shipped_linear({"power", {{"degree", std::int64_t{1}}}},
                                       {{"chunk", chunk}, {"storage", storage}});
    return output_of(*method, problem, {}).rows(0, 0);
  };

  EXPECT_EQ(row_at(1, "float16"), 1.0 / 6.0);
  EXPECT_EQ(row_at(64, "float16"), (1.0 + std::ldexp(1.0, -10)) / 6.0);
  EXPECT_EQ(row_at(1, "float64"), (1.0 + 5.0 * small) / 6.0);
}

TEST(LinearState, NamesSizesThatDisagree) {
  LinearState state(1);
  state.add(features({{1.0, 0.5}}, {0.0}), column({1.0}));
  AttentionSums narrow(1, 0);
  const FlatSegments one = features({{1.0}}, {0.0});

  EXPECT_NE(message_of<Error>([&] { state.add(one, column({1.0})); }).find("features of a key"),
            std::string::npos);
  EXPECT_NE(message_of<Error>([&] { state.add({}, column({1.0})); }).find("segments"),
            std::string::npos);
  EXPECT_NE(message_of<Error>([&] { state.add(one, Matrix(1, 2)); }).find("width of the values"),
            std::string::npos);
  EXPECT_NE(message_of<Error>([&] { state.read(one, narrow); }).find("columns of the sums"),
            std::string::npos);
  EXPECT_NE(message_of<Error>([&] { state.add(LinearState(2)); }).find("width of the values"),
            std::string::npos);
}

// Runs select keys; outside of them nothing is multiplied.
TEST(MultiplyFeatures, LeavesOutWhatNoRunSees) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const FlatSegments queries = features({{1.0}, {1.0}, {1.0}}, {1.0, 2.0, 3.0});
  const FlatSegments keys = features({{0.5}, {1.0}, {nan}}, {0.0, 5.0, 999.0});
  const std::vector<KeyRange> runs = {{0, 1}, {0, 2}, {2, 2}};
  Matrix weights(3, 3);
  std::vector<double> scales(3);

  multiply_features(queries, keys, runs, weights, scales);

  EXPECT_EQ(scales, (std::vector<double>{1.0, 7.0, -infinity}));
  EXPECT_EQ(weights(0, 0), 0.5);
  EXPECT_NEAR(weights(1, 0), 0.5 * std::exp(-5.0), tolerance::closed_form);
  EXPECT_EQ(weights(1, 1), 1.0);
  for (const double zero : {weights(0, 1), weights(0, 2), weights(1, 2), weights(2, 0)})
    EXPECT_EQ(zero, 0.0);
}

}  // namespace
}  // namespace kapprox
