// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Orders 0 to 12 against 50 decimal digits by textbook sums: powers of log(1 + u) and products of
// truncated series, no recursion; and high orders against the softmax itself.
#include "softmax_series/series.hpp"

#include "plugins/shipped.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <boost/multiprecision/cpp_dec_float.hpp>

namespace kapprox {
namespace {

using Digits50 = boost::multiprecision::cpp_dec_float_50;
using Series = std::vector<Digits50>;  // coefficients of t^0 … t^12

constexpr std::size_t highest = 12;

Series product(const Series& a, const Series& b) {
  Series result(highest + 1);
  for (std::size_t i = 0; i <= highest; ++i)
    for (std::size_t j = 0; i + j <= highest; ++j) result[i + j] += a[i] * b[j];
  return result;
}

// exp(t y).
Series exponential(const Digits50& y) {
  Series result(highest + 1);
  result[0] = 1;
  for (std::size_t r = 1; r <= highest; ++r) result[r] = result[r - 1] * y / Digits50(r);
  return result;
}

struct Reference {
  Digits50 mean;
  Series logarithm;               // of mean exp(t y)
  std::vector<Series> softmaxes;  // n times those of t y
};

Reference reference(const std::vector<double>& logits) {
  Reference result;
  const Digits50 n = Digits50(logits.size());
  for (const double x : logits) result.mean += Digits50(x) / n;
  Series u(highest + 1);  // mean exp(t y) − 1
  for (const double x : logits) {
    const Series one = exponential(Digits50(x) - result.mean);
    for (std::size_t r = 1; r <= highest; ++r) u[r] += one[r] / n;
  }
  // log(1 + u) = Σ −(−u)^m/m and 1/(1 + u) = Σ (−u)^m; u begins with t².
  Series power(highest + 1);
  power[0] = 1;
  Series reciprocal = power;
  Series minus_u = u;
  for (Digits50& coefficient : minus_u) coefficient = -coefficient;
  result.logarithm.resize(highest + 1);
  for (std::size_t m = 1; m <= highest; ++m) {
    power = product(power, minus_u);
    for (std::size_t r = 0; r <= highest; ++r) {
      result.logarithm[r] -= power[r] / Digits50(m);
      reciprocal[r] += power[r];
    }
  }
  for (const double x : logits)
    result.softmaxes.push_back(product(exponential(Digits50(x) - result.mean), reciprocal));
  return result;
}

std::vector<double> spread_below_two(Index n) {
  const Matrix uniform = [n] {
    Matrix rows(1, n);
    Stream(5).fill_uniforms(rows);
    return rows;
  }();
  std::vector<double> logits;
  for (const double u : uniform.values()) logits.push_back(1.9 * u - 3.0);
  return logits;
}

TEST(SeriesDigits, OrdersUpToTwelveAgreeWithFiftyDigits) {
  for (const Index n : {1, 2, 5, 100}) {
    const std::vector<double> logits = spread_below_two(n);
    const Reference truth = reference(logits);
    for (std::size_t order = 0; order <= highest; ++order) {
      const SeriesRow found = series_row(logits, Index(order));

      Digits50 log_sum_exp = log(Digits50(n)) + truth.mean;
      for (std::size_t r = 1; r <= order; ++r) log_sum_exp += truth.logarithm[r];
      EXPECT_LT(abs(Digits50(found.log_sum_exp) - log_sum_exp), tolerance::series_digits);
      for (std::size_t i = 0; i < logits.size(); ++i) {
        Digits50 weight = 0;
        for (std::size_t r = 0; r <= order; ++r) weight += truth.softmaxes[i][r] / Digits50(n);
        EXPECT_LT(abs(Digits50(found.weights[i]) - weight), tolerance::series_digits);
      }
    }
  }
}

// The tail beyond order 64 falls like (1.9/π)^65 = 6e-15 at this spread.
TEST(SeriesDigits, HighOrdersAreTheSoftmax) {
  const std::vector<double> logits = spread_below_two(40);
  double sum = 0.0;
  for (const double x : logits) sum += std::exp(x);

  const SeriesRow found = series_row(logits, 64);

  EXPECT_NEAR(found.log_sum_exp, std::log(sum), tolerance::series_digits);
  for (std::size_t i = 0; i < logits.size(); ++i)
    EXPECT_NEAR(found.weights[i], std::exp(logits[i]) / sum, tolerance::series_digits);
}

}  // namespace
}  // namespace kapprox
