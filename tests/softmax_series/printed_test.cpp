// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The terms that the article and methods pages print, its slips corrected, against the method.
#include "softmax_series/series.hpp"

#include "cumulant_series.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

// Mean 0.4, nothing symmetric.
const std::vector<double> some_logits = {0.9, -0.7, 0.3, 1.6, -0.1};

double mean_power(const std::vector<double>& y, int power) {
  double sum = 0.0;
  for (const double one : y) sum += std::pow(one, power);
  return sum / static_cast<double>(y.size());
}

std::vector<double> centred_logits() {
  std::vector<double> y = some_logits;
  for (double& one : y) one -= 0.4;
  return y;
}

// n times what order r adds to each weight.
std::vector<double> weight_term(Index order) {
  const std::vector<double> with = series_row(some_logits, order).weights;
  const std::vector<double> without =
      order > 0 ? series_row(some_logits, order - 1).weights : std::vector<double>(5);
  std::vector<double> term;
  for (std::size_t i = 0; i < with.size(); ++i) term.push_back(5.0 * (with[i] - without[i]));
  return term;
}

double log_sum_exp_term(Index order) {
  return series_row(some_logits, order).log_sum_exp -
         series_row(some_logits, order - 1).log_sum_exp;
}

TEST(PrintedSeries, LogSumExpUpToOrderFour) {
  const std::vector<double> y = centred_logits();

  EXPECT_NEAR(series_row(some_logits, 0).log_sum_exp, std::log(5.0) + 0.4, tolerance::closed_form);
  EXPECT_NEAR(log_sum_exp_term(1), 0.0, tolerance::closed_form);
  EXPECT_NEAR(log_sum_exp_term(2), mean_power(y, 2) / 2, tolerance::closed_form);
  EXPECT_NEAR(log_sum_exp_term(3), mean_power(y, 3) / 6, tolerance::closed_form);
  EXPECT_NEAR(log_sum_exp_term(4), mean_power(y, 4) / 24 - std::pow(mean_power(y, 2), 2) / 8,
              tolerance::closed_form);
}

// The article prints y²/2 − y²/2 for order 2, which would vanish: the second one is the mean of y².
TEST(PrintedSeries, SoftmaxUpToOrderFourWithTheMissingBar) {
  const std::vector<double> y = centred_logits();
  const double m2 = mean_power(y, 2);
  const double m3 = mean_power(y, 3);
  const double m4 = mean_power(y, 4);

  for (std::size_t i = 0; i < y.size(); ++i) {
    const double y2 = y[i] * y[i];
    EXPECT_NEAR(weight_term(0)[i], 1.0, tolerance::closed_form);
    EXPECT_NEAR(weight_term(1)[i], y[i], tolerance::closed_form);
    EXPECT_NEAR(weight_term(2)[i], y2 / 2 - m2 / 2, tolerance::closed_form);
    EXPECT_NEAR(weight_term(3)[i], y2 * y[i] / 6 - m3 / 6 - m2 * y[i] / 2, tolerance::closed_form);
    EXPECT_NEAR(weight_term(4)[i], (y2 * y2 - m4) / 24 - m2 * y2 / 4 - m3 * y[i] / 6 + m2 * m2 / 4,
                tolerance::closed_form);
  }
}

TEST(PrintedSeries, CumulantsFiveAndSix) {
  const std::vector<double> y = centred_logits();
  const double m2 = mean_power(y, 2);
  const double m3 = mean_power(y, 3);
  const double m4 = mean_power(y, 4);
  const double kappa_5 = mean_power(y, 5) - 10 * m2 * m3;
  const double kappa_6 = mean_power(y, 6) - 15 * m2 * m4 - 10 * m3 * m3 + 30 * m2 * m2 * m2;

  EXPECT_NEAR(log_sum_exp_term(5), kappa_5 / 120, tolerance::closed_form);
  EXPECT_NEAR(log_sum_exp_term(6), kappa_6 / 720, tolerance::closed_form);
}

// Logits 0, 1, 2, 3: numbers to five decimals.
TEST(PrintedSeries, LogSumExpOfFourLogits) {
  const std::vector<double> logits = {0, 1, 2, 3};
  const double half_a_digit = 5e-6;

  EXPECT_NEAR(series_row(logits, 1).log_sum_exp, 2.88629, half_a_digit);
  EXPECT_NEAR(series_row(logits, 2).log_sum_exp, 3.51129, half_a_digit);
  EXPECT_NEAR(series_row(logits, 3).log_sum_exp, 3.51129, half_a_digit);
  EXPECT_NEAR(series_row(logits, 4).log_sum_exp, 3.42275, half_a_digit);
  EXPECT_NEAR(series_row(logits, 60).log_sum_exp, 3.44019, half_a_digit);
}

// Moments about another origin than the mean give the same homogeneous terms: a_1 counts.
TEST(PrintedSeries, RecursionsTakeMomentsAboutAnyOrigin) {
  std::vector<double> raw(7);
  std::vector<double> centred(7);
  for (std::size_t r = 0; r < raw.size(); ++r) {
    raw[r] = mean_power(some_logits, static_cast<int>(r)) / std::tgamma(double(r) + 1.0);
    centred[r] = mean_power(centred_logits(), static_cast<int>(r)) / std::tgamma(double(r) + 1.0);
  }

  const std::vector<double> from_raw = series_cumulants(raw);
  const std::vector<double> from_centred = series_cumulants(centred);

  EXPECT_NEAR(from_raw[1], 0.4, tolerance::closed_form);
  for (std::size_t r = 2; r < raw.size(); ++r)
    EXPECT_NEAR(from_raw[r], from_centred[r], tolerance::closed_form);
}

}  // namespace
}  // namespace kapprox
