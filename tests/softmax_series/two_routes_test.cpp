// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Two other ways to the same weights, each written out here: the gradient of the log-sum-exp
// series, and exp(y − LSE(y)) multiplied out. Both are power series in t of softmax(t x) and LSE(t
// x).
#include "softmax_series/series.hpp"

#include "plugins/shipped.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

using Series = std::vector<double>;

std::vector<double> logits_of(Index n, std::uint64_t seed) {
  const Matrix rows = normal_rows(1, n, 0.4, Stream(seed));
  return {rows.values().begin(), rows.values().end()};
}

struct Powers {
  std::vector<double> y;
  std::vector<Series> divided;  // y_i^r / r!
  Series a;                     // their means
};

Powers powers_of(const std::vector<double>& logits, std::size_t order) {
  Powers result;
  const auto n = static_cast<double>(logits.size());
  double mean = 0.0;
  for (const double x : logits) mean += x / n;
  result.a.assign(order + 1, 0.0);
  for (const double x : logits) {
    result.y.push_back(x - mean);
    Series divided = {1.0};
    for (std::size_t r = 1; r <= order; ++r)
      divided.push_back(divided.back() * (x - mean) / double(r));
    for (std::size_t r = 0; r <= order; ++r) result.a[r] += divided[r] / n;
    result.divided.push_back(divided);
  }
  return result;
}

// c_1 … c_R, by the recursion.
Series cumulants(const Series& a) {
  Series c(a.size());
  for (std::size_t r = 2; r < a.size(); ++r) {
    c[r] = a[r];
    for (std::size_t j = 1; j < r; ++j) c[r] -= double(j) * c[j] * a[r - j] / double(r);
  }
  return c;
}

// ∂c_r/∂x_i of every r, the recursion differentiated; ∂a_r/∂x_i = (y_i^{r−1}/(r−1)! − a_{r−1})/n.
Series gradient(const Powers& powers, std::size_t i) {
  const Series& a = powers.a;
  const Series c = cumulants(a);
  Series da(a.size());
  Series dc(a.size());
  for (std::size_t r = 2; r < a.size(); ++r)
    da[r] = (powers.divided[i][r - 1] - a[r - 1]) / double(powers.y.size());
  for (std::size_t r = 2; r < a.size(); ++r) {
    dc[r] = da[r];
    for (std::size_t j = 1; j < r; ++j)
      dc[r] -= double(j) * (dc[j] * a[r - j] + c[j] * da[r - j]) / double(r);
  }
  return dc;
}

// exp(−Σ_r c_r t^r): e_r = −(1/r) Σ_j j c_j e_{r−j}.
Series exp_of_minus(const Series& c) {
  Series e(c.size());
  e[0] = 1.0;
  for (std::size_t r = 1; r < e.size(); ++r)
    for (std::size_t j = 1; j <= r; ++j) e[r] -= double(j) * c[j] * e[r - j] / double(r);
  return e;
}

TEST(TwoRoutes, WeightsAreTheGradientOfTheNextLogSumExp) {
  const std::vector<double> logits = logits_of(9, 1);
  const std::size_t highest = 12;
  const Powers powers = powers_of(logits, highest + 1);

  for (std::size_t order = 0; order <= highest; ++order) {
    const std::vector<double> weights = series_row(logits, Index(order)).weights;
    for (std::size_t i = 0; i < logits.size(); ++i) {
      const Series dc = gradient(powers, i);
      double sum = 1.0 / double(logits.size());  // the gradient of x̄
      for (std::size_t r = 2; r <= order + 1; ++r) sum += dc[r];
      EXPECT_NEAR(weights[i], sum, tolerance::two_routes) << order;
    }
  }
}

TEST(TwoRoutes, WeightsAreTheExponentialMultipliedOut) {
  const std::vector<double> logits = logits_of(9, 2);
  const std::size_t highest = 12;
  const Powers powers = powers_of(logits, highest);
  const Series e = exp_of_minus(cumulants(powers.a));

  for (std::size_t order = 0; order <= highest; ++order) {
    const std::vector<double> weights = series_row(logits, Index(order)).weights;
    for (std::size_t i = 0; i < logits.size(); ++i) {
      double sum = 0.0;
      for (std::size_t r = 0; r <= order; ++r)
        for (std::size_t j = 0; j <= r; ++j) sum += powers.divided[i][j] * e[r - j];
      EXPECT_NEAR(weights[i], sum / double(logits.size()), tolerance::two_routes) << order;
    }
  }
}

// The log-sum-exp of the method, moved by a small step in one logit.
TEST(TwoRoutes, DifferencesOfTheMethodAgreeToo) {
  const std::vector<double> logits = logits_of(5, 3);
  const double step = 1e-5;

  for (const Index order : {0, 1, 2, 3, 7}) {
    const std::vector<double> weights = series_row(logits, order).weights;
    for (std::size_t i = 0; i < logits.size(); ++i) {
      std::vector<double> more = logits;
      std::vector<double> less = logits;
      more[i] += step;
      less[i] -= step;
      const double slope =
          (series_row(more, order + 1).log_sum_exp - series_row(less, order + 1).log_sum_exp) /
          (2.0 * step);
      EXPECT_NEAR(weights[i], slope, tolerance::central_difference) << order;
    }
  }
}

}  // namespace
}  // namespace kapprox
