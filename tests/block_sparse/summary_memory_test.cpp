// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What scorers say that they keep of a block is what lives: while keys may come, and once the block
// is full.
#include "block_sparse/blocks.hpp"
#include "counted_memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace kapprox {
namespace {

constexpr Index dim = 64;
constexpr Index keys_of_block = 256;  // a power of two: vectors that double have no slack
// Objects and their headers: no array.
constexpr double overhead = 512.0;

TEST(SummaryMemory, IsWhatTheCostSays) {
  const Matrix keys = normal_rows(keys_of_block, dim, 0.3, Stream(31));
  const Matrix calibration = normal_rows(3, dim, 0.3, Stream(32));
  for (MethodSpec spec : all_scorers(dim)) {
    if (spec.method == "series") spec.parameters["order"] = std::int64_t{2};
    const std::shared_ptr<const BlockScorer> scorer = shipped_scorer(spec);
    const ScorerCost cost = scorer->cost(keys_of_block, dim);
    const PreparedScorer prepared = scorer->prepare({dim, calibration});
    const std::ptrdiff_t before = live_bytes();

    const std::unique_ptr<BlockSummary> block = prepared.begin_block();
    block->add(keys);
    const auto growing = static_cast<double>(live_bytes() - before);
    block->finish();
    const auto full = static_cast<double>(live_bytes() - before);

    EXPECT_GE(full, 8.0 * cost.summary_numbers) << spec.method;
    EXPECT_LE(full, 8.0 * cost.summary_numbers + overhead) << spec.method;
    EXPECT_GE(growing, 8.0 * cost.summary_numbers) << spec.method;
    EXPECT_LE(growing, 8.0 * cost.growing_numbers + overhead) << spec.method;
  }
}

}  // namespace
}  // namespace kapprox
