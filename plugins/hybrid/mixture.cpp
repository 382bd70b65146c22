// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "mixture.hpp"

#include <cmath>

namespace kapprox {

namespace {

// Only C can be negative. By Cauchy-Schwarz the sum is not, so that below 0 there is rounding only,
// where the two estimates cancel.
LogNumber mixed_variance(const BaseMoments& bases, const CoefficientLaw& law, LogNumber gap) {
  const double first = law.mean.first;
  const double second = law.mean.second;
  const double v = law.variance;
  const LogNumber variance = (first * first + v) * bases.first.variance +
                             (second * second + v) * bases.second.variance +
                             2.0 * (first * second - v) * *bases.covariance + v * (gap * gap);
  return variance.value < 0.0 ? LogNumber{} : variance;
}

// Moments of λ + δ and 1 − λ − δ, with central moments of δ up to the fourth.
LogNumber mixed_fourth(const BaseMoments& bases, const CoefficientLaw& law) {
  const double first = law.mean.first;
  const double second = law.mean.second;
  const double product = first * second;
  const double difference = second - first;
  const auto power = [&law](double mean, double third) {
    return std::pow(mean, 4) + 6.0 * mean * mean * law.variance + 4.0 * mean * third + law.fourth;
  };
  const double both = product * product + (difference * difference - 2.0 * product) * law.variance -
                      2.0 * difference * law.third + law.fourth;
  return power(first, law.third) * *bases.first.fourth +
         6.0 * both * (bases.first.variance * bases.second.variance) +
         power(second, -law.third) * *bases.second.fourth;
}

}  // namespace

Claims claims_of_both(const Claims& a, const Claims& b) {
  return {.random = a.random || b.random,
          .unbiased = a.unbiased && b.unbiased,
          .nonnegative = a.nonnegative && b.nonnegative,
          .rotation_invariant = a.rotation_invariant && b.rotation_invariant,
          .fits_data = a.fits_data || b.fits_data,
          .exact_at_equal = a.exact_at_equal && b.exact_at_equal,
          .exact_at_opposite = a.exact_at_opposite && b.exact_at_opposite,
          .exact_at_zero = a.exact_at_zero && b.exact_at_zero};
}

std::optional<Theory> mixed_theory(const BaseMoments& bases, const CoefficientLaw& law) {
  if (!bases.covariance) return std::nullopt;
  const LogNumber gap = bases.first.mean - bases.second.mean;
  Theory theory;
  theory.mean = bases.second.mean + law.mean.first * gap;
  theory.variance = mixed_variance(bases, law, gap);
  if (gap.value != 0.0 || !bases.first.fourth || !bases.second.fourth) return theory;
  theory.fourth = mixed_fourth(bases, law);
  theory.fourth_is_exact =
      bases.independent && bases.first.fourth_is_exact && bases.second.fourth_is_exact;
  return theory;
}

}  // namespace kapprox
