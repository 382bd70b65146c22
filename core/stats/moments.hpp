// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Count, mean, second to fourth central moment sums, minimum and maximum of a stream of numbers,
// mergeable without loss. Pébay, "Formulas for robust, one-pass parallel computation of covariances
// and arbitrary-order statistical moments", Sandia SAND2008-6212, equations 2.1 and 3.1.
#pragma once

#include <kapprox/types.hpp>

#include <limits>

namespace kapprox {

struct Moments {
  Index count = 0;
  double mean = 0.0;
  double mean_rest = 0.0;  // mean + mean_rest is the mean to twice the digits: order then hardly
                           // matters, also where the spread is far below the mean
  double sum2 = 0.0;       // Σ (x − mean)²
  double sum3 = 0.0;
  double sum4 = 0.0;
  double minimum = std::numeric_limits<double>::infinity();
  double maximum = -std::numeric_limits<double>::infinity();

  void add(double x);
  void merge(const Moments& later);

  // NaN where undefined: variance needs two values, its standard error four.
  double variance() const;                 // unbiased, divides by count − 1
  double mean_standard_error() const;      // √(variance / count)
  double variance_standard_error() const;  // from the fourth moment
  double kurtosis() const;                 // μ4 / μ2², 3 for a normal law
  // E(x − centre)² and its standard error: the mean squared error about a known value.
  double mean_square_about(double centre) const;
  double mean_square_about_standard_error(double centre) const;
  // Largest single (x − mean)² as a share of their sum: near 1, one draw decides the variance.
  double largest_share() const;
};

}  // namespace kapprox
