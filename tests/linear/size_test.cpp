// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Memory and cost: what is allocated at once at 65536 tokens is the output, a few panels of
// features and a state per chunk of a panel, never n × D.
#include "counted_memory.hpp"
#include "linear/linear_heads.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

namespace kapprox {
namespace {

constexpr Index d_v = 4;

// Peak of what one output allocates, the output included.
double peak_bytes(Index n, const Mask& mask) {
  const Head head(n, n, 4, d_v, 0.5);
  const auto method = shipped_linear(map_spec("positive", 32));
  const auto prepared = method->prepare(head.problem(), mask);
  const auto sample = prepared->draw(Stream(7));
  return peak_bytes_of([&] { EXPECT_EQ(sample->output().rows.rows(), n); });
}

// rows n · d_v, normalisers 2 n, all of 8 bytes, and flags of 1: 49 bytes per token, 3.2 MB. The
// panel of 16 chunks of 64 tokens with 32 features takes 16 · 64 · 32 · 8 = 0.26 MB for keys, as
// much for queries under way, and its states 16 · 5 · 32 · 8 = 20 kB.
TEST(LinearSize, MemoryGrowsWithTokensByTheirOutputAlone) {
  for (const Mask& mask : {Mask{}, causal_mask(), window_mask(500)}) {
    const double half = peak_bytes(32768, mask);
    const double whole = peak_bytes(65536, mask);

    const double outputs = 65536.0 * (8 * d_v + 16 + 1);
    EXPECT_LT(whole, outputs + 1.5e6) << mask.words();
    EXPECT_NEAR(whole - half, 0.5 * outputs, 1e5) << mask.words();
  }
}

// By hand: 10 queries and 20 keys, d = 5, m = 8 positive features: 48 multiply-adds to map a token,
// and 8 features times 4 columns, one of them for the normaliser.
TEST(LinearSize, CostByHand) {
  const AttentionCost cost = shipped_linear(map_spec("positive", 8))->cost(10, 20, 5, 3);

  EXPECT_EQ(cost.feature_dim, 8);
  EXPECT_EQ(cost.projections_per_token, 8);
  EXPECT_EQ(cost.multiply_adds, 30.0 * (48.0 + 32.0));
}

}  // namespace
}  // namespace kapprox
