// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The residual against its formula, written pair by pair; where it must be exact attention; what
// must not change it.
#include "block_sparse/plain_residual.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

const GivenValue none_word = std::string("none");

void expect_near(const Matrix& found, const Matrix& expected, double tolerance) {
  ASSERT_EQ(found.values().size(), expected.values().size());
  for (std::size_t i = 0; i < found.values().size(); ++i)
    EXPECT_NEAR(found.values()[i], expected.values()[i], tolerance) << i;
}

Matrix product(const Matrix& weights, const Matrix& values) {
  Matrix rows(weights.rows(), values.cols());
  for (Index i = 0; i < rows.rows(); ++i)
    for (Index j = 0; j < values.rows(); ++j)
      for (Index c = 0; c < rows.cols(); ++c) rows(i, c) += weights(i, j) * values(j, c);
  return rows;
}

std::vector<MethodSpec> some_maps() {
  return {taylor_map(2), taylor_map(3), random_map("positive", 16), random_map("trig", 64)};
}

// Far beyond any use log-scales of features are larger than doubles count in ones, and most
// products are 0. Weights then give the output, or are equal on a row without mass: never NaN.
TEST(Residual, WeightsAreTheOutputsAtAnyNorm) {
  using Sizes = std::pair<double, double>;  // of queries, of keys
  for (const auto& [of_queries, of_keys] : {Sizes{1e2, 1e2},
                                            {1e4, 1e4},
                                            {1e6, 1e6},
                                            {1e8, 1e8},
                                            {1e10, 1e10},
                                            {1e150, 1e150},
                                            {1e100, 1e-100},
                                            {1e-10, 1e10},
                                            {1.0, 1e10},
                                            {1e10, 1.0}})
    for (const MethodSpec& map : {random_map("positive", 8), random_map("hyperbolic", 8),
                                  random_map("trig", 8), taylor_map(2)})
      for (const Mask& mask : masks_of(45)) {
        Head head(45, 45, 3, 2, 0.5);
        for (double& value : head.queries.values()) value *= of_queries;
        for (double& value : head.keys.values()) value *= of_keys;
        const auto method = with_residual(4, 2, map);

        const AttentionOutput found = output_of(*method, head.problem(), mask);
        const Matrix weights = weights_of(*method, head.problem(), mask);

        SCOPED_TRACE(map.method + ", " + mask.words() + ", " + std::to_string(of_queries) + ", " +
                     std::to_string(of_keys));
        expect_near(product(weights, head.values), found.rows, tolerance::block_residual);
      }
}

// 45 keys in blocks of 4: eleven, and a twelfth of one key; more queries than go together.
TEST(Residual, EqualsItsFormulaPairByPair) {
  const Head head(45, 45, 3, 2, 0.5);
  for (const MethodSpec& map : some_maps())
    for (const Mask& mask : masks_of(45))
      for (const bool own_is_forced : {true, false})
        for (const Index top_k : {1, 3}) {
          SCOPED_TRACE(map.method + ", " + mask.words());
          const auto method = with_residual(
              4, top_k, map, {{"own_block", std::string(own_is_forced ? "slot" : "none")}});
          const PlainResidual plain = plain_residual(head, mask, {4, top_k, own_is_forced}, map);

          const AttentionOutput found = output_of(*method, head.problem(), mask);
          const Matrix weights = weights_of(*method, head.problem(), mask);

          expect_near(found.rows, plain.rows, tolerance::block_residual);
          expect_near(weights, plain.weights, tolerance::block_residual);
          expect_near(product(weights, head.values), found.rows, tolerance::block_residual);
          for (std::size_t i = 0; i < found.flags.size(); ++i) {
            const bool sees_any = std::isfinite(plain.log_sums[i]);
            EXPECT_EQ(found.flags[i], sees_any ? RowFlag::ok : RowFlag::no_key);
            EXPECT_NEAR(sees_any ? found.normalisers[i].log_abs() : 0.0,
                        sees_any ? plain.log_sums[i] : 0.0, tolerance::block_residual);
          }
        }
}

// Groups of queries, windows that end within blocks, fewer queries than keys.
TEST(Residual, EqualsItsFormulaForManyQueriesAndForFewerThanKeys) {
  for (const auto& [n_q, n_k] : {std::pair<Index, Index>{150, 150}, {5, 40}}) {
    const Head head(n_q, n_k, 3, 2, 0.5);
    for (const Mask& mask : {causal_mask(), window_mask(21), keys_mask(n_k)}) {
      SCOPED_TRACE(mask.words());
      const auto method = with_residual(8, 2, taylor_map(4), {{"own_block", none_word}});
      const PlainResidual plain = plain_residual(head, mask, {8, 2, false}, taylor_map(4));

      expect_near(output_of(*method, head.problem(), mask).rows, plain.rows,
                  tolerance::block_residual);
    }
  }
}

TEST(Residual, IsEmptyWhereAllBlocksAreChosen) {
  const Head head(45, 45, 3, 2, 1.5);
  for (const MethodSpec& map : some_maps())
    for (const Index block : {4, 100})
      for (const Mask& mask : masks_of(45)) {
        const PlainAttention plain = plain_attention(head.problem(), mask);
        const auto method = with_residual(block, 12, map);

        const AttentionOutput found = output_of(*method, head.problem(), mask);

        expect_near(found.rows, plain.rows, tolerance::block_score);
        expect_near(weights_of(*method, head.problem(), mask), plain.weights,
                    tolerance::block_score);
        EXPECT_EQ(found.flags, plain.flags);
      }
}

// |q·k| is at most 3.6 here: the polynomial of degree 20 leaves 3.6^21/21! · e^3.6 = 3.6e-7 of one
// term, whose exact value is at least e^−3.6.
TEST(Residual, OfAPerfectMapIsExactAttention) {
  const Head head(45, 45, 3, 2, 0.6);
  const auto method = with_residual(4, 1, taylor_map(20));
  for (const Mask& mask : masks_of(45))
    expect_near(output_of(*method, head.problem(), mask).rows,
                plain_attention(head.problem(), mask).rows, tolerance::block_perfect_map);
}

// A chosen key of squared norm 400, q·k = 0, in a map whose features of it are of size e^200: of
// the difference of two states nothing would be left.
TEST(Residual, KeepsItsDigitsBesideALongChosenKey) {
  Head head(1, 12, 2, 2, 0.5);
  for (Index j = 0; j < 12; ++j) head.keys(j, 1) = 0.0;
  head.queries(0, 1) = 0.0;
  head.keys(11, 0) = 0.0;
  head.keys(11, 1) = 20.0;
  const MethodSpec map = random_map("trig", 64);
  const PlainResidual plain = plain_residual(head, {}, {4, 1, true}, map);
  const auto method = with_residual(4, 1, map);

  expect_near(output_of(*method, head.problem(), {}).rows, plain.rows, tolerance::block_residual);
  expect_near(weights_of(*method, head.problem(), {}), plain.weights, tolerance::block_residual);
}

TEST(Residual, LaterKeysChangeNoEarlierRow) {
  const Head head(90, 90, 3, 2, 0.5);
  Head changed = head;
  for (Index t = 70; t < 90; ++t) {
    for (Index l = 0; l < 3; ++l) changed.keys(t, l) = 5.0 - 7.0 * changed.keys(t, l);
    changed.values(t, 0) = 100.0;
  }
  for (const MethodSpec& map : some_maps()) {
    const auto method = with_residual(8, 2, map, {{"own_block", none_word}});

    const AttentionOutput before = output_of(*method, head.problem(), causal_mask());
    const AttentionOutput after = output_of(*method, changed.problem(), causal_mask());
    const Matrix weights_before = weights_of(*method, head.problem(), causal_mask());
    const Matrix weights_after = weights_of(*method, changed.problem(), causal_mask());

    for (Index i = 0; i < 70; ++i) {
      EXPECT_TRUE(same_bytes(before.rows.row(i), after.rows.row(i))) << map.method << i;
      EXPECT_TRUE(same_bytes(weights_before.row(i), weights_after.row(i))) << map.method << i;
    }
    EXPECT_FALSE(same_bytes(before.rows.row(89), after.rows.row(89)));
  }
}

TEST(Residual, EmptyInputOneTokenAndALongBlock) {
  const Head one(1, 1, 3, 2, 1.0);
  const Head few(5, 5, 3, 2, 1.0);
  const Matrix nothing(0, 3);
  const Matrix no_values(0, 2);
  for (const MethodSpec& map : some_maps()) {
    const auto method = with_residual(8, 1, map);

    const AttentionOutput empty = output_of(*method, {nothing, nothing, no_values, 3}, {});
    const AttentionOutput blind = output_of(*method, {few.queries, nothing, no_values, 3}, {});

    EXPECT_EQ(empty.rows.rows(), 0);
    EXPECT_EQ(blind.flags, std::vector<RowFlag>(5, RowFlag::no_key));
    expect_near(output_of(*method, one.problem(), causal_mask()).rows, one.values,
                tolerance::block_score);
    expect_near(output_of(*method, few.problem(), causal_mask()).rows,
                plain_attention(few.problem(), causal_mask()).rows, tolerance::block_score);
  }
}

}  // namespace
}  // namespace kapprox
