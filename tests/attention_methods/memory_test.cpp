// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// How many bytes attention wants beside its inputs at n = 65536, where a matrix of weights would
// take 34 GB. A window, or most keys hidden, keeps the running time small: tiles are the same.
#include "attention/plain_attention.hpp"
#include "counted_memory.hpp"
#include "plugins/shipped.hpp"

#include <kapprox/exact_attention.hpp>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

constexpr Index n = 65536;
constexpr Index d = 8;
constexpr double bytes_per_row = 8.0 * d;

const Head& head() {
  static const Head made(n, n, d, d, 0.5);
  return made;
}

Mask few_keys() {
  Mask mask;
  for (Index j = 0; j < n; ++j) mask.keys.push_back(j % 1024 == 0 ? 1 : 0);
  return mask;
}

// 8 d bytes of output per row, 16 of its normaliser, 1 of its flag; a MiB for the tiles of each of
// up to four threads.
TEST(AttentionMemory, ExactTakesItsOutputAndTiles) {
  const double rows = static_cast<double>(n);
  const Problem problem = head().problem();
  for (const Mask& mask : {window_mask(48), few_keys()}) {
    const double bytes = peak_bytes_of([&] { exact_attention(problem, mask); });

    RecordProperty(mask.words(), std::to_string(bytes));
    EXPECT_GT(bytes, rows * bytes_per_row);
    EXPECT_LT(bytes, rows * (bytes_per_row + 17.0) + 4.0 * 1048576.0) << mask.words();
  }
}

// Where keys are hidden, those that are left are copied, with their places: here half of them.
TEST(AttentionMemory, ExactCopiesKeysAndValuesWhereSomeAreHidden) {
  Mask mask = window_mask(48);
  for (Index j = 0; j < n; ++j) mask.keys.push_back(j % 2 == 0 ? 1 : 0);
  const Problem problem = head().problem();
  const double rows = static_cast<double>(n);

  const double bytes = peak_bytes_of([&] { exact_attention(problem, mask); });

  // Places grow by doubling: up to 8 · 1.5 bytes each at the moment of a move, and a byte of mask.
  EXPECT_LT(bytes, rows * (bytes_per_row + 17.0 + 0.5 * (2.0 * bytes_per_row + 12.0) + 1.0) +
                       4.0 * 1048576.0);
}

TEST(AttentionMemory, EveryLinearMethodTakesItsOutputAndLittleMore) {
  const double rows = static_cast<double>(n);
  for (const MethodSpec& spec : {MethodSpec{"average", {}},
                                 {"efficient", {}},
                                 {"nystrom", {{"landmarks", std::int64_t{16}}}},
                                 {"local", {{"window", std::int64_t{48}}}}}) {
    const auto method = shipped_attention(spec);
    const Problem problem = head().problem();

    const double bytes =
        peak_bytes_of([&] { method->prepare(problem, {})->draw(Stream(1))->output(); });

    EXPECT_LT(bytes, rows * (bytes_per_row + 17.0) + 4.0 * 1048576.0) << spec.method;
  }
}

}  // namespace
}  // namespace kapprox
