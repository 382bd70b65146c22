// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "rates.hpp"

#include <kapprox/directions.hpp>
#include <kapprox/error.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace kapprox::sketch {

void declare_count(Declarations& declarations) {
  declarations.integer("m", "number of random features").at_least(1).at_most(most_directions);
}

void declare_rate(Declarations& declarations, std::string_view help) {
  declarations.real("rate", help).at_least(0.0).at_most(most_rate).otherwise(0.0);
}

double given_rate(std::string_view method, const Parameters& parameters) {
  const double rate = parameters.real("rate");
  if (rate == 0.0 || rate >= least_rate) return rate;
  throw InputError(std::string(method) + ": rate is " + shortest(rate) +
                   ", but must be 0 (fitted to the data) or at least 10^-6; "
                   "raise it");
}

double fitted_rate(std::string_view method, double found) {
  if (found <= most_rate) return std::max(least_rate, found);
  throw InputError(std::string(method) + ": the fitted rate is " + shortest(found) +
                   ", but must be at most 10^6; scale queries and keys down");
}

std::string shortest(double number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

}  // namespace kapprox::sketch
