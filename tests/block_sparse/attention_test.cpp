// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Case S5 (a) to (d): ties, the own block, one block only, a short last block, empty input; and
// what block-sparse attention must equal.
#include "attention/plain_attention.hpp"
#include "block_sparse/blocks.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace kapprox {
namespace {

using Changes = std::map<std::string, GivenValue>;

std::shared_ptr<const AttentionMethod> sparse(Index block, Index top_k,
                                              const Changes& changes = {}) {
  MethodSpec spec = {"block_sparse",
                     {{"block", std::int64_t{block}}, {"top_k", std::int64_t{top_k}}}};
  for (const auto& [name, value] : changes) spec.parameters[name] = value;
  return shipped_attention(spec);
}

AttentionOutput output_of(const AttentionMethod& method, const Problem& problem, const Mask& mask) {
  return method.prepare(problem, mask)->draw(Stream(1))->output();
}

Matrix weights_of(const AttentionMethod& method, const Problem& problem, const Mask& mask) {
  return method.prepare(problem, mask)->draw(Stream(1))->weights();
}

void expect_near(const Matrix& found, const Matrix& expected) {
  for (std::size_t i = 0; i < expected.values().size(); ++i)
    EXPECT_NEAR(found.values()[i], expected.values()[i], tolerance::block_score) << i;
}

// Which blocks row i has weight on.
std::vector<Index> blocks_of(const Matrix& weights, Index i, Index block) {
  std::vector<Index> found;
  for (Index j = 0; j < weights.cols(); ++j)
    if (weights(i, j) > 0.0 && (found.empty() || found.back() != j / block))
      found.push_back(j / block);
  return found;
}

// (a) n = 10 in blocks of 4, 4, 2: each row sees its own block up to itself.
TEST(BlockSparse, OneBlockIsBlockDiagonalCausalAttention) {
  const Head head(10, 10, 3, 2, 1.0);

  const AttentionOutput found = output_of(*sparse(4, 1), head.problem(), causal_mask());

  for (const auto& [first, count] : {std::pair<Index, Index>{0, 4}, {4, 4}, {8, 2}}) {
    const Problem part = {ConstMatrixView(head.queries).rows_from(first, count),
                          ConstMatrixView(head.keys).rows_from(first, count),
                          ConstMatrixView(head.values).rows_from(first, count), 3};
    const PlainAttention plain = plain_attention(part, causal_mask());
    for (Index i = 0; i < count; ++i)
      for (Index l = 0; l < 2; ++l)
        EXPECT_NEAR(found.rows(first + i, l), plain.rows(i, l), tolerance::block_score);
  }
}

// (b) under every mask, and for a block longer than the head.
TEST(BlockSparse, AllBlocksAreExactAttention) {
  const Head head(10, 13, 3, 2, 1.0);
  for (const auto& [block, top_k] : {std::pair<Index, Index>{4, 4}, {4, 100}, {100, 1}, {1, 13}})
    for (const char* own : {"slot", "extra", "none"})
      for (const char* weights : {"exact", "surrogate"})
        for (const Mask& mask : masks_of(13)) {
          const PlainAttention plain = plain_attention(head.problem(), mask);
          const auto method = sparse(block, top_k,
                                     {{"own_block", std::string(own)},
                                      {"weights", std::string(weights)},
                                      {"scorer", std::string("exact")}});

          const AttentionOutput found = output_of(*method, head.problem(), mask);

          expect_near(found.rows, plain.rows);
          EXPECT_EQ(found.flags, plain.flags);
          for (std::size_t i = 0; i < plain.log_sums.size(); ++i)
            if (plain.flags[i] == RowFlag::ok) {
              EXPECT_NEAR(found.normalisers[i].log_abs(), plain.log_sums[i],
                          tolerance::block_score);
            }
        }
}

// (c) blocks 0 and 1 of 3 hold the same keys.
TEST(BlockSparse, TheLowestOfEqualBlocksWins) {
  Head head(12, 12, 3, 2, 1.0);
  for (Index t = 0; t < 4; ++t)
    for (Index l = 0; l < 3; ++l) head.keys(t + 4, l) = head.keys(t, l);
  for (const char* scorer : {"mean", "second_order", "spla", "hils", "max", "exact", "series"}) {
    const auto method = sparse(4, 2, {{"scorer", std::string(scorer)}});

    const Matrix weights = weights_of(*method, head.problem(), causal_mask());

    for (Index i = 8; i < 12; ++i)
      EXPECT_EQ(blocks_of(weights, i, 4), (std::vector<Index>{0, 2})) << scorer;
  }
}

// (d)
TEST(BlockSparse, EmptyInputIsAnEmptyResultAndOneTokenIsItsValue) {
  const Head one(1, 1, 3, 2, 1.0);
  const Matrix nothing(0, 3);
  const Matrix no_values(0, 2);

  const AttentionOutput empty = output_of(*sparse(4, 1), {nothing, nothing, no_values, 3}, {});
  const AttentionOutput alone = output_of(*sparse(4, 1), one.problem(), causal_mask());

  EXPECT_EQ(empty.rows.rows(), 0);
  EXPECT_TRUE(empty.flags.empty());
  expect_near(alone.rows, one.values);
}

TEST(BlockSparse, OwnBlocksTakeASlotComeExtraOrCompete) {
  // One query at the last of 12 positions. Blocks 0, 1, 2 score 3, 1, 0: the own one is last.
  const Matrix query = line_of({1.0});
  const Matrix keys = line_of({3, 3, 3, 3, 1, 1, 1, 1, 0, 0, 0, 0});
  const Matrix values = line_of({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  const auto blocks = [&](const char* own, Index top_k) {
    const auto method = sparse(4, top_k, {{"own_block", std::string(own)}});
    return blocks_of(weights_of(*method, {query, keys, values, 1}, causal_mask()), 0, 4);
  };

  EXPECT_EQ(blocks("slot", 1), (std::vector<Index>{2}));
  EXPECT_EQ(blocks("slot", 2), (std::vector<Index>{0, 2}));
  EXPECT_EQ(blocks("extra", 1), (std::vector<Index>{0, 2}));
  EXPECT_EQ(blocks("none", 1), (std::vector<Index>{0}));
  EXPECT_EQ(blocks("none", 2), (std::vector<Index>{0, 1}));
}

// Two blocks of two keys: softmax within each, between them by log 2 + mean.
// Later keys of the query's own block would change its score, and so the choice.
TEST(BlockSparse, LaterKeysChangeNoEarlierRow) {
  const Head head(24, 24, 3, 2, 1.0);
  Head changed = head;
  for (Index t = 14; t < 24; ++t)
    for (Index l = 0; l < 3; ++l) changed.keys(t, l) = 9.0 - 7.0 * changed.keys(t, l);
  for (const char* weights : {"exact", "surrogate"}) {
    const auto method = sparse(8, 1,
                               {{"own_block", std::string("none")},
                                {"weights", std::string(weights)},
                                {"scorer", std::string("second_order")}});

    const Matrix before = weights_of(*method, head.problem(), causal_mask());
    const Matrix after = weights_of(*method, changed.problem(), causal_mask());

    for (Index i = 0; i < 14; ++i) EXPECT_TRUE(same_bytes(before.row(i), after.row(i))) << i;
    EXPECT_FALSE(same_bytes(before.row(23), after.row(23)));
  }
}

TEST(BlockSparse, SurrogateWeighsBlocksByTheirScores) {
  const Matrix query = line_of({1.0});
  const Matrix keys = line_of({0.0, 2.0, 0.5, 0.5});
  const Matrix values = line_of({1.0, 1.0, 1.0, 1.0});
  const auto method =
      sparse(2, 2, {{"own_block", std::string("none")}, {"weights", std::string("surrogate")}});
  const double first = std::exp(1.0) / (std::exp(1.0) + std::exp(0.5));

  const Matrix weights = weights_of(*method, {query, keys, values, 1}, {});

  EXPECT_NEAR(weights(0, 0), first / (1.0 + std::exp(2.0)), tolerance::block_score);
  EXPECT_NEAR(weights(0, 1), first / (1.0 + std::exp(-2.0)), tolerance::block_score);
  EXPECT_NEAR(weights(0, 2), 0.5 * (1.0 - first), tolerance::block_score);
}

// Where every score leaves the range of double, so does the mass by scores: the row is the mean of
// what it sees, and says so.
TEST(BlockSparse, ARowWithoutMassIsTheMeanOfItsValues) {
  const Matrix query = line_of({1e200});
  const Matrix keys = line_of({-1e200, -1e200, -1e200});
  const Matrix values = line_of({1.0, 2.0, 6.0});
  const auto method =
      sparse(2, 1, {{"own_block", std::string("none")}, {"weights", std::string("surrogate")}});

  const AttentionOutput found = output_of(*method, {query, keys, values, 1}, {});

  EXPECT_EQ(found.flags.front(), RowFlag::no_mass);
  EXPECT_NEAR(found.rows(0, 0), 3.0, tolerance::block_score);
}

TEST(BlockSparse, RefusesScorersThatItCannotServe) {
  const GivenValue mean_query = nested({"hils", {{"landmark", std::string("mean_query")}}});
  const GivenValue surrogate = std::string("surrogate");

  EXPECT_THROW(sparse(4, 1, {{"scorer", mean_query}}), InputError);
  EXPECT_THROW(sparse(4, 1, {{"scorer", std::string("spla")}, {"weights", surrogate}}), InputError);
  EXPECT_NO_THROW(sparse(4, 1, {{"scorer", std::string("hils")}, {"weights", surrogate}}));
}

}  // namespace
}  // namespace kapprox
