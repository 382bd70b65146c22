// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Rounding to a number format: all values of the 16-bit ones with the ties between them, and the
// compiler's own float.
#include "message_of.hpp"

#include <kapprox/error.hpp>
#include <kapprox/storage.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace kapprox {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The nonnegative value of a 16-bit pattern: e exponent bits, 15 − e mantissa bits. Only finite
// ones.
double value_of(std::uint32_t pattern, int exponent_bits) {
  const int mantissa_bits = 15 - exponent_bits;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = static_cast<int>(pattern >> mantissa_bits);
  const double mantissa =
      static_cast<double>(pattern & ((1U << mantissa_bits) - 1U)) / (1U << mantissa_bits);
  return exponent == 0 ? std::ldexp(mantissa, 1 - bias)
                       : std::ldexp(1.0 + mantissa, exponent - bias);
}

// Every finite pattern and both signs; then numbers just below, at and just above the middle to the
// next one. The pattern's own last bit says which of two is even.
void expect_rounds_to_nearest_even(Storage storage, int exponent_bits, double largest) {
  const std::uint32_t infinite = ((1U << exponent_bits) - 1U) << (15 - exponent_bits);
  ASSERT_EQ(value_of(infinite - 1, exponent_bits), largest);
  for (std::uint32_t pattern = 0; pattern < infinite; ++pattern) {
    const double value = value_of(pattern, exponent_bits);
    double next = value_of(pattern + 1, exponent_bits);
    const double middle = 0.5 * (value + next);
    if (pattern + 1 == infinite) next = infinity;
    for (const double sign : {1.0, -1.0}) {
      ASSERT_EQ(rounded(sign * value, storage), sign * value) << pattern;
      ASSERT_EQ(rounded(sign * std::nextafter(middle, 0.0), storage), sign * value) << pattern;
      ASSERT_EQ(rounded(sign * middle, storage), sign * (pattern % 2 == 0 ? value : next))
          << pattern;
      ASSERT_EQ(rounded(sign * std::nextafter(middle, infinity), storage), sign * next) << pattern;
    }
  }
}

TEST(Storage, Float16RoundsEveryValueAndTie) {
  expect_rounds_to_nearest_even(Storage::float16, 5, 65504.0);
}

TEST(Storage, Bfloat16RoundsEveryValueAndTie) {
  expect_rounds_to_nearest_even(Storage::bfloat16, 8, std::ldexp(255.0, 120));
}

// Beside each of many floats, from denormals to the largest: quarters of the way to the next one,
// and doubles next to them.
TEST(Storage, Float32EqualsTheCompilersFloat) {
  constexpr std::uint32_t step = 15013;  // prime: all exponents, 140 000 floats of either sign
  for (std::uint32_t bits = 0; bits < 0x7f800000U; bits += step) {
    const double value = std::bit_cast<float>(bits);
    const double next =
        bits + 1 == 0x7f800000U ? std::ldexp(1.0, 128) : double{std::bit_cast<float>(bits + 1)};
    for (int quarter = 0; quarter < 4; ++quarter) {
      const double between = value + 0.25 * quarter * (next - value);
      for (const double x : {between, std::nextafter(between, -infinity),
                             std::nextafter(between, infinity), -between})
        ASSERT_EQ(rounded(x, Storage::float32), double{static_cast<float>(x)}) << bits;
    }
  }
}

TEST(Storage, Float32OverflowsAndUnderflowsAsFloatDoes) {
  const double largest = std::numeric_limits<float>::max();
  const double beyond = largest + std::ldexp(1.0, 103);  // half a unit more: ties go to even

  EXPECT_EQ(rounded(std::nextafter(beyond, 0.0), Storage::float32), largest);
  EXPECT_EQ(rounded(beyond, Storage::float32), infinity);
  EXPECT_EQ(rounded(std::numeric_limits<double>::max(), Storage::float32), infinity);
  EXPECT_EQ(rounded(-1e300, Storage::float32), -infinity);
  EXPECT_EQ(rounded(std::ldexp(1.0, -150), Storage::float32), 0.0);
  EXPECT_TRUE(std::signbit(rounded(-1e-300, Storage::float32)));
}

TEST(Storage, KeepsWhatIsNoNumber) {
  for (const Storage storage : {Storage::float32, Storage::bfloat16, Storage::float16}) {
    EXPECT_TRUE(std::isnan(rounded(std::numeric_limits<double>::quiet_NaN(), storage)));
    EXPECT_EQ(rounded(infinity, storage), infinity);
    EXPECT_EQ(rounded(-infinity, storage), -infinity);
    EXPECT_TRUE(std::signbit(rounded(-0.0, storage)));
  }
}

// Digits alone: what rounded() does at the same number near 1, at any exponent.
TEST(Storage, DigitsAreRoundedAtEveryExponent) {
  for (const Storage storage : {Storage::float32, Storage::bfloat16, Storage::float16})
    for (const double x : {1.0 / 3.0, -0.7, 1.0 + unit_roundoff(storage), 1.9999999999}) {
      for (const int exponent : {-1000, -20, 0, 20, 1000}) {
        double scaled = std::ldexp(x, exponent);

        round_digits(storage, {&scaled, 1});

        EXPECT_EQ(scaled, std::ldexp(rounded(x, storage), exponent)) << x << " " << exponent;
      }
    }
}

TEST(Storage, Float64ChangesNothing) {
  for (const double x : {0.1, 1e-310, std::numeric_limits<double>::max()})
    EXPECT_EQ(rounded(x, Storage::float64), x);
}

TEST(Storage, NamesGoBothWays) {
  const std::vector<std::string> names = storage_names();
  const Storage storages[] = {Storage::float64, Storage::float32, Storage::bfloat16,
                              Storage::float16};

  ASSERT_EQ(names.size(), std::size(storages));
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(storage_named(names[i]), storages[i]);
  EXPECT_EQ(message_of<Error>([] { return storage_named("half"); }),
            "storage_named: the format is \"half\", but must be float64, float32, bfloat16 or "
            "float16");
}

// 1 + u lies half way between 1 and the next number, and rounds to 1, the even one.
TEST(Storage, UnitRoundoffIsHalfTheGapAboveOne) {
  for (const Storage storage : {Storage::float32, Storage::bfloat16, Storage::float16}) {
    const double u = unit_roundoff(storage);

    EXPECT_EQ(rounded(1.0 + u, storage), 1.0);
    EXPECT_EQ(rounded(1.0 + 1.001 * u, storage), 1.0 + 2.0 * u);
  }
}

}  // namespace
}  // namespace kapprox
