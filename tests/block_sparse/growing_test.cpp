// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A summary of a growing block is the summary of its keys, bit by bit, at every length.
#include "block_sparse/blocks.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

TEST(GrowingBlocks, AreSummariesFromScratchAtEveryLength) {
  const Matrix keys = normal_rows(12, 5, 1.0, Stream(21));
  const Matrix query = normal_rows(1, 5, 1.0, Stream(22));
  const Matrix calibration = normal_rows(3, 5, 1.0, Stream(23));
  for (const MethodSpec& spec : all_scorers(5)) {
    const PreparedScorer prepared = shipped_scorer(spec)->prepare({5, calibration});
    const std::unique_ptr<BlockSummary> growing = prepared.begin_block();
    for (Index n = 1; n <= keys.rows(); ++n) {
      growing->add(keys.row(n - 1));
      const std::unique_ptr<BlockSummary> scratch = prepared.begin_block();
      scratch->add(ConstMatrixView(keys).rows_from(0, n));

      EXPECT_EQ(growing->score(query.row(0)), scratch->score(query.row(0)))
          << spec.method << ", " << n << " keys";
    }
  }
}

TEST(GrowingBlocks, KeepTheirBitsWhenTheyAreFull) {
  const Matrix keys = normal_rows(12, 5, 1.0, Stream(21));
  const Matrix queries = normal_rows(4, 5, 1.0, Stream(22));
  const Matrix calibration = normal_rows(3, 5, 1.0, Stream(23));
  const auto scores = [&](const BlockSummary& block) {
    std::vector<double> all(4);
    block.scores(queries, all);
    all.push_back(block.score(queries.row(0)));
    return all;
  };
  for (const MethodSpec& spec : all_scorers(5)) {
    const std::unique_ptr<BlockSummary> block =
        shipped_scorer(spec)->prepare({5, calibration}).begin_block();
    block->add(keys);
    const std::vector<double> growing = scores(*block);

    block->finish();

    EXPECT_EQ(scores(*block), growing) << spec.method;
  }
}

// One key has no spread and log 1 = 0: every scorer is then q·k.
TEST(GrowingBlocks, OneKeyIsItsLogit) {
  const Matrix keys = normal_rows(1, 5, 1.0, Stream(24));
  const Matrix query = normal_rows(1, 5, 1.0, Stream(25));
  for (const MethodSpec& spec : all_scorers(5)) {
    const double found = score_of(spec, keys, query.row(0), query);

    expect_score(found, dot(keys.row(0), query.row(0)), tolerance::block_score);
  }
}

TEST(GrowingBlocks, AreFiniteAtSquaredNormsOf4000) {
  const Matrix keys = rows_of_square(12, 5, 4000.0, Stream(26));
  const Matrix queries = rows_of_square(4, 5, 4000.0, Stream(27));
  for (const MethodSpec& spec : all_scorers(5))
    for (Index i = 0; i < queries.rows(); ++i)
      EXPECT_TRUE(std::isfinite(score_of(spec, keys, queries.row(i), queries))) << spec.method;
}

}  // namespace
}  // namespace kapprox
