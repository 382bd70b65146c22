// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Memory at its peak: of what was allocated and given back, and of the real methods of which one
// holds all features and the other does not.
#include "study/peak_memory.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace kapprox {
namespace {

double held_by(std::size_t bytes) {
  return peak_bytes([bytes] {
    const std::vector<char> held(bytes, 'x');
    volatile char last = held.back();  // the compiler must not leave the vector out
    static_cast<void>(last);
  });
}

// Again and again: freed memory must not hide what a later body holds.
TEST(PeakBytes, SeesWhatWasHeldAndGivenBack) {
  constexpr double large = 64e6;
  constexpr double room = 2e6;  // pages around it, stacks and heads of the heap
  if (std::isnan(peak_bytes([] {}))) GTEST_SKIP() << "the system does not tell";

  for (int i = 0; i < 3; ++i) {
    const double bytes = held_by(static_cast<std::size_t>(large));

    EXPECT_GE(bytes, large - room);
    EXPECT_LE(bytes, large + room);
  }
}

TEST(PeakBytes, IsAboutNothingWhereNothingIsHeld) {
  const double bytes = peak_bytes([] {});
  if (std::isnan(bytes)) GTEST_SKIP() << "the system does not tell";

  EXPECT_LE(bytes, 2e6);
}

}  // namespace
}  // namespace kapprox
