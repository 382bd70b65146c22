// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Parameters that sketches share: m, and the `rate` of a Poisson law, given, or 0 and fitted to the
// data when prepared.
#pragma once

#include <kapprox/parameters.hpp>

#include <string>
#include <string_view>

namespace kapprox::sketch {

// A smaller rate would never draw anything but 0, a larger one takes tables and time for a kernel
// that no sketch can estimate.
inline constexpr double least_rate = 1e-6;
inline constexpr double most_rate = 1e6;

// m, the number of random features.
void declare_count(Declarations& declarations);

void declare_rate(Declarations& declarations, std::string_view help);

// The rate, or 0 for a fitted one. Throws InputError when it is above 0 and below the least.
double given_rate(std::string_view method, const Parameters& parameters);

// What the data say, at least the least rate. Throws InputError beyond the most.
double fitted_rate(std::string_view method, double found);

// The shortest text that reads back as the same number: "2", "0.5", "2e+08".
std::string shortest(double number);

}  // namespace kapprox::sketch
