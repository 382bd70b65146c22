// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Which blocks scorers put first: SPLA beside second order, and a short block beside a full one.
#include "block_sparse/blocks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace kapprox {
namespace {

// A block with spread 4 about 0 has more mass than one with two keys at 3. SPLA takes it for less.
TEST(BlockRanking, SplaRewardsSpreadLess) {
  const Matrix wide = line_of({-4.0, 4.0});
  const Matrix narrow = line_of({3.0, 3.0});
  const std::vector<double> query = {1.0};
  const auto prefers_wide = [&](const std::string& scorer) {
    return score_of({scorer, {}}, wide, query) > score_of({scorer, {}}, narrow, query);
  };

  EXPECT_TRUE(prefers_wide("exact"));
  EXPECT_TRUE(prefers_wide("second_order"));
  EXPECT_FALSE(prefers_wide("spla"));
  EXPECT_FALSE(prefers_wide("mean"));
}

// log(1 + x/2) is x/2 to first order.
TEST(BlockRanking, SplaAgreesWithSecondOrderAtSmallQueries) {
  const Matrix keys = normal_rows(9, 4, 1.0, Stream(31));
  Matrix query = normal_rows(1, 4, 1e-3, Stream(32));

  const double spla = score_of({"spla", {}}, keys, query.row(0));
  const double second = score_of({"second_order", {}}, keys, query.row(0));

  EXPECT_NEAR(spla + std::log(9.0), second, 1e-10);  // the fourth power of 1e-3, times some 10
}

// A block without log|B| cannot be held against a short one.
TEST(BlockRanking, LogSizeTellsAShortBlockFromAFullOne) {
  const Matrix full = line_of({1.0, 1.0, 1.0, 1.0});
  const Matrix brief = line_of({1.2, 1.2});
  const std::vector<double> query = {1.0};
  const auto prefers_full = [&](const MethodSpec& spec) {
    return score_of(spec, full, query) > score_of(spec, brief, query);
  };

  EXPECT_TRUE(prefers_full({"exact", {}}));
  EXPECT_TRUE(prefers_full({"mean", {}}));
  EXPECT_FALSE(prefers_full({"mean", {{"log_size", false}}}));
}

}  // namespace
}  // namespace kapprox
