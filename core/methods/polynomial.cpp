// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "methods/polynomial.hpp"

#include <algorithm>
#include <cmath>

namespace kapprox {

namespace {

// Discriminants this near to 0 are left undecided: rounding may then make the value negative.
constexpr double margin = 1e-6;

// log c_j, where the polynomial may have ended before j.
double log_coefficient(std::span<const PolynomialTerm> terms, std::size_t j) {
  if (j >= terms.size()) return missing_power;
  return terms[j].log_coefficient;
}

}  // namespace

LogNumber polynomial_value(std::span<const PolynomialTerm> terms, double t) {
  // 0^0 = 1: the constant stands whatever t is.
  const double log_t = std::log(std::abs(t));
  const auto log_term = [&](std::size_t j) {
    return terms[j].log_coefficient + (j == 0 ? 0.0 : static_cast<double>(j) * log_t);
  };
  double largest = missing_power;
  for (std::size_t j = 0; j < terms.size(); ++j) largest = std::max(largest, log_term(j));
  if (largest == missing_power) return {};
  double sum = 0.0;
  for (std::size_t j = 0; j < terms.size(); ++j) {
    const double size = std::exp(log_term(j) - largest);
    sum += t < 0.0 && j % 2 != 0 ? -size : size;
  }
  return {sum, largest};
}

bool is_surely_nonnegative(std::span<const PolynomialTerm> terms) {
  double left = 1.0;  // the share of the even power before j that no earlier odd power needs
  for (std::size_t j = 1; j < terms.size(); j += 2) {
    const double odd = log_coefficient(terms, j);
    if (odd == missing_power) {
      left = 1.0;
      continue;
    }
    // Infinite where a neighbour is missing: nothing then outweighs the odd power.
    const double ratio =
        std::exp(2.0 * odd - log_coefficient(terms, j - 1) - log_coefficient(terms, j + 1));
    const double share = ratio / (4.0 * left * (1.0 - margin));
    if (!(share < 1.0)) return false;
    left = 1.0 - share;
  }
  return true;
}

}  // namespace kapprox
