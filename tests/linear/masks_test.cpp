// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Every mask and its intersections, at shapes where queries and keys differ in number; what nobody
// sees is not read, a later key changes no byte, and neither do threads.
#include "linear/linear_heads.hpp"
#include "message_of.hpp"
#include "numeric/threads.hpp"
#include "tolerances.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace kapprox {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr Index d_v = 3;

using Given = std::map<std::string, GivenValue>;

// Positive features, signed ones, and tensor segments with signs.
std::vector<MethodSpec> some_maps() {
  return {map_spec("positive", 16),
          map_spec("trig", 16),
          {"hybrid", {{"m", std::int64_t{4}}, {"n", std::int64_t{3}}}}};
}

// What each query may see, from its formula.
void expect_path(const MethodSpec& map, const UnitHead& head, const Mask& mask,
                 const AttentionOutput& out, const Matrix& weights, Index window = 0) {
  const auto prepared = shipped_feature_map(map)->prepare(head.problem());
  const auto sample = prepared->draw(Stream(7));
  const Mask both = intersection(mask, {false, window, {}});
  const QuadraticPath path =
      quadratic_path(dynamic_cast<const FeatureSample&>(*sample), head.problem(), both);
  const PlainAttention plain = plain_attention(head.problem(), both);

  EXPECT_EQ(out.flags, plain.flags);
  for (Index i = 0; i < out.rows.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    const bool is_empty = plain.flags[row] == RowFlag::no_key;
    const double bound = is_empty ? 0.0 : tolerance::linear_paths * path.condition[row];
    for (Index c = 0; c < d_v; ++c)
      EXPECT_NEAR(out.rows(i, c), is_empty ? 0.0 : path.rows(i, c), bound * largest_value) << i;
    for (Index j = 0; j < weights.cols(); ++j)
      EXPECT_NEAR(weights(i, j), path.weights(i, j), bound) << i << " " << j;
  }
}

TEST(LinearMasks, EqualTheQuadraticPathUnderEveryMask) {
  const std::vector<std::pair<Index, Index>> shapes = {{40, 40}, {7, 45}, {45, 7}, {1, 30}};
  for (const MethodSpec& map : some_maps())
    for (const auto& [n_q, n_k] : shapes)
      for (const Mask& mask : masks_of(n_k))
        for (const Index chunk : {1, 4, 64}) {
          SCOPED_TRACE(map.method + ", " + std::to_string(n_q) + " queries, " +
                       std::to_string(n_k) + " keys, mask " + mask.words() + ", chunk " +
                       std::to_string(chunk));
          const UnitHead head(n_q, n_k, d_v, 3);
          const auto method = shipped_linear(map, {{"chunk", std::int64_t{chunk}}});

          const AttentionOutput out = output_of(*method, head.problem(), mask);
          const Matrix weights = weights_of(*method, head.problem(), mask);

          expect_path(map, head, mask, out, weights);
        }
}

// Windows from none of a chunk to many of them, and past the ends.
TEST(LinearMasks, TheMethodsOwnWindowIsIntersected) {
  const MethodSpec map = map_spec("positive", 16);
  const UnitHead head(100, d_v, 4);
  for (const Index window : {1, 2, 7, 20, 60, 99, 100, 500})
    for (const Mask& mask : {Mask{}, causal_mask(), window_mask(33)}) {
      SCOPED_TRACE("window " + std::to_string(window) + ", mask " + mask.words());
      const auto method =
          shipped_linear(map, {{"chunk", std::int64_t{8}}, {"window", std::int64_t{window}}});

      const AttentionOutput out = output_of(*method, head.problem(), mask);

      expect_path(map, head, mask, out, weights_of(*method, head.problem(), mask), window);
    }
}

// 180 chunks: many panels, states that enter and leave the band.
TEST(LinearMasks, WindowsMoveOnOverManyChunks) {
  const MethodSpec map = map_spec("trig", 16);
  const UnitHead head(360, d_v, 5);
  const auto method = shipped_linear(map, {{"chunk", std::int64_t{2}}});

  const AttentionOutput out = output_of(*method, head.problem(), window_mask(25));

  expect_path(map, head, window_mask(25), out,
              weights_of(*method, head.problem(), window_mask(25)));
}

TEST(LinearMasks, HiddenKeysAreNotRead) {
  for (const MethodSpec& map : some_maps())
    for (const Mask& base : masks_of(50)) {
      if (base.keys.empty()) continue;
      const UnitHead head(50, d_v, 6);
      const auto method = shipped_linear(map, {{"chunk", std::int64_t{8}}});
      const AttentionOutput before = output_of(*method, head.problem(), base);
      const Matrix weights = weights_of(*method, head.problem(), base);
      for (const double poison : {nan, 1e30}) {
        UnitHead other = head;
        for (Index j = 0; j < 50; ++j) {
          if (base.allows_key(j)) continue;
          std::fill(other.keys.row(j).begin(), other.keys.row(j).end(), poison);
          std::fill(other.values.row(j).begin(), other.values.row(j).end(), poison);
        }

        const AttentionOutput after = output_of(*method, other.problem(), base);

        EXPECT_TRUE(same_bytes(before.rows, after.rows)) << map.method << " " << base.words();
        EXPECT_TRUE(same_bytes(weights, weights_of(*method, other.problem(), base)));
      }
    }
}

// A later key, even one of no number, a million or a scale beyond all earlier ones.
TEST(LinearMasks, LaterKeysChangeNoEarlierByte) {
  std::vector<MethodSpec> maps = some_maps();
  maps.push_back({"taylor", {{"degree", std::int64_t{3}}}});
  maps.push_back({"performer", {{"m", std::int64_t{8}}, {"stabiliser", std::string("max")}}});
  for (const MethodSpec& map : maps)
    for (const Mask& mask : {causal_mask(), intersection(causal_mask(), window_mask(9))})
      for (const std::string storage : {"float64", "bfloat16"}) {
        Given given = {{"chunk", std::int64_t{8}}, {"storage", storage}};
        if (map.method == "performer") given["calibration"] = std::int64_t{6};
        const auto method = shipped_linear(map, given);
        const UnitHead head(40, d_v, 7);
        const AttentionOutput before = output_of(*method, head.problem(), mask);
        for (const Index changed : {10, 16, 27, 39})
          for (const double poison : {nan, 30.0, 1e6}) {
            UnitHead other = head;
            std::fill(other.keys.row(changed).begin(), other.keys.row(changed).end(), poison);
            std::fill(other.values.row(changed).begin(), other.values.row(changed).end(), poison);

            const AttentionOutput after = output_of(*method, other.problem(), mask);

            const auto earlier = static_cast<std::size_t>(changed * d_v);
            EXPECT_TRUE(same_bytes(std::span(before.rows.values()).first(earlier),
                                   std::span(after.rows.values()).first(earlier)))
                << map.method << ", " << mask.words() << ", " << storage << ", key " << changed;
          }
      }
}

TEST(LinearMasks, ThreadsChangeNoByte) {
  const MethodSpec map = {"hybrid", {{"m", std::int64_t{4}}, {"n", std::int64_t{3}}}};
  const UnitHead head(333, d_v, 8);
  for (const Mask& mask : {Mask{}, causal_mask(), window_mask(30)}) {
    const auto method = shipped_linear(map, {{"chunk", std::int64_t{7}}});
    std::vector<AttentionOutput> outputs;
    std::vector<Matrix> weights;
    for (const int threads : {1, 2, 3}) {
      use_threads(threads);
      outputs.push_back(output_of(*method, head.problem(), mask));
      weights.push_back(weights_of(*method, head.problem(), mask));
    }
    use_threads(1);

    for (std::size_t run : {1, 2}) {
      EXPECT_TRUE(same_bytes(outputs[0].rows, outputs[run].rows)) << mask.words();
      EXPECT_TRUE(same_bytes(weights[0], weights[run])) << mask.words();
    }
  }
}

TEST(LinearMasks, NoVisibleKeyGivesZerosAndAFlag) {
  const UnitHead head(5, d_v, 9);
  Mask mask;
  mask.keys.assign(5, 0);
  const auto method = shipped_linear({"oprf", {{"m", std::int64_t{8}}}});

  const AttentionOutput out = output_of(*method, head.problem(), mask);

  for (const double value : out.rows.values()) EXPECT_EQ(value, 0.0);
  for (const RowFlag flag : out.flags) EXPECT_EQ(flag, RowFlag::no_key);
  for (const LogNumber& normaliser : out.normalisers) EXPECT_EQ(normaliser.value, 0.0);
  const Matrix weights = weights_of(*method, head.problem(), mask);
  for (const double weight : weights.values()) EXPECT_EQ(weight, 0.0);
}

// Odd powers of q·k: orthogonal tokens have exactly no mass.
TEST(LinearMasks, NoMassGivesTheMeanAndAFlag) {
  Matrix queries(2, 2);
  Matrix keys(2, 2);
  Matrix values(2, 1);
  queries(0, 0) = keys(0, 1) = keys(1, 1) = queries(1, 1) = 1.0;
  values(0, 0) = 1.0;
  values(1, 0) = 4.0;
  const auto method = shipped_linear({"power", {{"degree", std::int64_t{1}}}});
  const Problem problem = {queries, keys, values, 2};

  const AttentionOutput out = output_of(*method, problem, {});
  const Matrix weights = weights_of(*method, problem, {});

  EXPECT_EQ(out.flags[0], RowFlag::no_mass);
  EXPECT_EQ(out.rows(0, 0), 2.5);
  EXPECT_EQ(out.normalisers[0].value, 0.0);
  EXPECT_EQ(weights(0, 0), 0.5);
  EXPECT_EQ(out.flags[1], RowFlag::ok);
  EXPECT_EQ(out.rows(1, 0), 2.5);
}

// Signed features: a key with a negative estimate has a negative weight, and a negative normaliser
// stays. By hand: estimates of q = 1 are k itself, −3 and 1, over −2.
TEST(LinearMasks, NegativeWeightsAndNormalisersStay) {
  Matrix queries(1, 1);
  Matrix keys(2, 1);
  Matrix values(2, 1);
  queries(0, 0) = keys(1, 0) = 1.0;
  keys(0, 0) = -3.0;
  values(0, 0) = 10.0;
  values(1, 0) = 2.0;
  const auto method = shipped_linear({"power", {{"degree", std::int64_t{1}}}});
  const Problem problem = {queries, keys, values, 1};

  const AttentionOutput out = output_of(*method, problem, {});
  const Matrix weights = weights_of(*method, problem, {});

  EXPECT_NEAR(out.normalisers[0].to_double(), -2.0, tolerance::closed_form);
  EXPECT_NEAR(weights(0, 0), 1.5, tolerance::closed_form);
  EXPECT_NEAR(weights(0, 1), -0.5, tolerance::closed_form);
  EXPECT_NEAR(out.rows(0, 0), 14.0, 14.0 * tolerance::closed_form);
}

// Erratum 17: the normaliser of row i is the sum of row i, not of column i. With these tokens the
// two differ by more than a factor of two.
TEST(LinearMasks, NormalisersAreRowSums) {
  const UnitHead head(12, d_v, 10);
  const MethodSpec map = map_spec("positive", 8);
  const auto prepared = shipped_feature_map(map)->prepare(head.problem());
  const auto sample = prepared->draw(Stream(7));
  const std::vector<Pair> pairs = all_pairs(12, 12);
  std::vector<LogNumber> estimates(pairs.size());
  sample->estimate(head.queries, head.keys, pairs, estimates);
  std::vector<double> row_sums(12);
  std::vector<double> column_sums(12);
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    row_sums[static_cast<std::size_t>(pairs[p].query)] += estimates[p].to_double();
    column_sums[static_cast<std::size_t>(pairs[p].key)] += estimates[p].to_double();
  }

  const AttentionOutput out = output_of(*shipped_linear(map), head.problem(), {});

  double largest_ratio = 0.0;
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_NEAR(out.normalisers[i].to_double() / row_sums[i], 1.0, tolerance::linear_paths);
    largest_ratio = std::max(largest_ratio, std::abs(std::log(row_sums[i] / column_sums[i])));
  }
  EXPECT_GT(largest_ratio, std::log(2.0));
}

TEST(LinearMasks, RefusesWhatHasNoFeatures) {
  const std::string message = message_of<InputError>([] {
    shipped_linear({"oracle_hybrid", {{"m", std::int64_t{8}}}});
  });

  EXPECT_NE(message.find("linear: feature_map"), std::string::npos) << message;
}

}  // namespace
}  // namespace kapprox
