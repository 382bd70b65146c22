// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The number formats a model may hold features and states in. kapprox computes in double and keeps
// doubles; rounding them to a format shows what the format costs, on any processor.
#pragma once

#include <kapprox/types.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kapprox {

enum class Storage {
  float64,   // 53 binary digits, up to 1.8e308: nothing is rounded
  float32,   // 24, up to 3.4e38
  bfloat16,  // 8, up to 3.4e38
  float16    // 11, up to 65504
};

// "float64", "float32", "bfloat16", "float16", in this order: choices of a parameter.
std::vector<std::string> storage_names();
// Throws Error for any other word.
Storage storage_named(std::string_view name);

// Half a unit in the last place of numbers near 1: the relative error of one rounding.
double unit_roundoff(Storage storage);

// The number of the format next to x, of two equally near ones that with an even last digit (IEEE
// 754). Gradual underflow below the smallest normal number, infinity from half a unit beyond the
// largest one; NaN and zeros stay.
double rounded(double x, Storage storage);
void round_to(Storage storage, std::span<double> values);

// To as many digits as the format has, with the exponents of a double: a number that is held beside
// a scale of its own neither overflows nor underflows.
void round_digits(Storage storage, std::span<double> values);

}  // namespace kapprox
