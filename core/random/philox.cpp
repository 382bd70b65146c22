// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Philox4x32-10 over arbitrary counters, word for word.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "random/philox.cpp"
#include "random/philox.hpp"

#include <kapprox/error.hpp>

#include <algorithm>

#include <hwy/foreach_target.h>
// foreach_target.h comes first.
#include "random/philox-inl.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kapprox {
namespace HWY_NAMESPACE {

void blocks_of(std::uint64_t key, std::uint64_t trial, const std::uint32_t* columns,
               const std::uint32_t* rows, PhiloxBlock* blocks, std::size_t n) {
  const Words dw;
  const PhiloxKeys keys(key);
  for (std::size_t i = 0; i < n; i += max_lanes) {
    const std::size_t count = std::min(max_lanes, n - i);
    HWY_ALIGN std::uint64_t word[4][max_lanes] = {};
    for (std::size_t lane = 0; lane < count; ++lane) {
      word[0][lane] = columns[i + lane];
      word[1][lane] = rows[i + lane];
    }
    PhiloxState state[1] = {{hn::Load(dw, word[0]), hn::Load(dw, word[1]),
                             hn::Set(dw, trial & 0xFFFFFFFF), hn::Set(dw, trial >> 32)}};
    philox_rounds(keys, state);
    hn::Store(state[0].w0, dw, word[0]);
    hn::Store(state[0].w1, dw, word[1]);
    hn::Store(state[0].w2, dw, word[2]);
    hn::Store(state[0].w3, dw, word[3]);
    for (std::size_t lane = 0; lane < count; ++lane)
      for (std::size_t w = 0; w < 4; ++w)
        blocks[i + lane][w] = static_cast<std::uint32_t>(word[w][lane]);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace kapprox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kapprox {

HWY_EXPORT(blocks_of);

void philox_blocks(std::uint64_t key, std::uint64_t trial, std::span<const std::uint32_t> columns,
                   std::span<const std::uint32_t> rows, std::span<PhiloxBlock> blocks) {
  check_size("columns", std::ssize(columns), std::ssize(blocks));
  check_size("rows", std::ssize(rows), std::ssize(blocks));
  HWY_DYNAMIC_DISPATCH(blocks_of)
  (key, trial, columns.data(), rows.data(), blocks.data(), blocks.size());
}

}  // namespace kapprox
#endif
