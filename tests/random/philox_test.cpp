// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Philox4x32-10 word for word: the published known answers, and Random123's own header.
#include "random/philox.hpp"

#include <kapprox/error.hpp>

#include <vector>

#include <Random123/philox.h>
#include <gtest/gtest.h>

namespace kapprox {
namespace {

PhiloxBlock block_of(std::uint64_t key, std::uint64_t trial, std::uint32_t column,
                     std::uint32_t row) {
  PhiloxBlock block{};
  philox_blocks(key, trial, {&column, 1}, {&row, 1}, {&block, 1});
  return block;
}

// The lines "philox4x32 10" of kat_vectors, Random123 1.14 (D. E. Shaw Research).
TEST(Philox, GivesThePublishedKnownAnswers) {
  EXPECT_EQ(block_of(0, 0, 0, 0), (PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(block_of(0xffffffffffffffff, 0xffffffffffffffff, 0xffffffff, 0xffffffff),
            (PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(block_of(0x299f31d0a4093822, 0x0370734413198a2e, 0x243f6a88, 0x85a308d3),
            (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, EqualsRandom123OnManyCountersOfEveryBatchLength) {
  for (std::size_t n = 1; n <= 67; ++n) {
    const std::uint64_t key = 0x9e3779b97f4a7c15U * n;
    const std::uint64_t trial = 0xd1b54a32d192ed03U * n;
    std::vector<std::uint32_t> columns(n);
    std::vector<std::uint32_t> rows(n);
    for (std::size_t i = 0; i < n; ++i) {
      columns[i] = static_cast<std::uint32_t>(i * 2654435761U);
      rows[i] = static_cast<std::uint32_t>(i * i + n);
    }
    std::vector<PhiloxBlock> blocks(n);

    philox_blocks(key, trial, columns, rows, blocks);

    const philox4x32_key_t oracle_key = {
        {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)}};
    for (std::size_t i = 0; i < n; ++i) {
      const philox4x32_ctr_t counter = {{columns[i], rows[i], static_cast<std::uint32_t>(trial),
                                         static_cast<std::uint32_t>(trial >> 32)}};
      const philox4x32_ctr_t expected = philox4x32(counter, oracle_key);
      for (std::size_t w = 0; w < 4; ++w) ASSERT_EQ(blocks[i][w], expected.v[w]) << n << " " << i;
    }
  }
}

TEST(Philox, RefusesSizesThatDisagree) {
  const std::vector<std::uint32_t> two(2);
  const std::vector<std::uint32_t> three(3);
  std::vector<PhiloxBlock> blocks(3);

  EXPECT_THROW(philox_blocks(0, 0, two, three, blocks), Error);
  EXPECT_THROW(philox_blocks(0, 0, three, two, blocks), Error);
}

}  // namespace
}  // namespace kapprox
