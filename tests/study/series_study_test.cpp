// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Studies of kind series: the numbers of the file against 50 decimal digits, divergence reported by
// a flag, failed rows by their address, digests.
#include "study/study_fixture.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include <boost/multiprecision/cpp_dec_float.hpp>

namespace kapprox {
namespace {

using Digits50 = boost::multiprecision::cpp_dec_float_50;
using Series = std::vector<Digits50>;  // coefficients of t^0 … t^12

constexpr std::size_t highest = 12;

const std::string orders =
    "[[methods]]\nmethod = \"series\"\norder = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\n";

std::string series_study(const std::string& inputs, const std::string& methods) {
  return "kind = \"series\"\nname = \"series\"\nseed = 5\ntrials = 1\n[inputs]\n" + inputs +
         methods;
}

Group run_series(const std::string& inputs, const std::string& methods) {
  const ScratchFolder folder;
  run_text(series_study(inputs, methods), folder / "a.h5");
  return root_of(folder / "a.h5");
}

Series product(const Series& a, const Series& b) {
  Series result(highest + 1);
  for (std::size_t i = 0; i <= highest; ++i)
    for (std::size_t j = 0; i + j <= highest; ++j) result[i + j] += a[i] * b[j];
  return result;
}

struct Errors {
  std::vector<double> log_sum_exp;  // by order
  std::vector<double> weights;
};

// By textbook sums, no recursion: log(1 + u) = −Σ (−u)^m/m and 1/(1 + u) = Σ (−u)^m, where
// u(t) = mean exp(t y) − 1 begins with t².
Errors reference_errors(std::span<const double> logits) {
  const Digits50 n = static_cast<double>(logits.size());
  Digits50 mean = 0;
  for (const double x : logits) mean += Digits50(x) / n;
  std::vector<Series> powers;  // (t y)^r / r!, per logit
  Digits50 mass = 0;
  Series minus_u(highest + 1);
  for (const double x : logits) {
    const Digits50 y = Digits50(x) - mean;
    Series one(highest + 1);
    one[0] = 1;
    for (std::size_t r = 1; r <= highest; ++r) one[r] = one[r - 1] * y / Digits50(r);
    for (std::size_t r = 1; r <= highest; ++r) minus_u[r] -= one[r] / n;
    mass += exp(y);
    powers.push_back(std::move(one));
  }
  Series power(highest + 1);
  power[0] = 1;
  Series reciprocal = power;
  Series logarithm(highest + 1);
  for (std::size_t m = 1; m <= highest; ++m) {
    power = product(power, minus_u);
    for (std::size_t r = 0; r <= highest; ++r) {
      reciprocal[r] += power[r];
      logarithm[r] -= power[r] / Digits50(m);
    }
  }
  Errors errors;
  Digits50 value = log(n) + mean;
  std::vector<Digits50> weights(logits.size());
  for (std::size_t r = 0; r <= highest; ++r) {
    value += logarithm[r];
    errors.log_sum_exp.push_back(static_cast<double>(value - mean - log(mass)));
    Digits50 distance = 0;
    for (std::size_t i = 0; i < logits.size(); ++i) {
      weights[i] += product(powers[i], reciprocal)[r] / n;
      distance += abs(weights[i] - exp(Digits50(logits[i]) - mean) / mass);
    }
    errors.weights.push_back(static_cast<double>(distance / 2));
  }
  return errors;
}

TEST(SeriesStudy, NumbersOfTheFileAreThoseOf50Digits) {
  for (const std::string inputs :
       {"source = \"uniform\"\nn = 9\nspread = 1.9\n", "source = \"two_point\"\ngap = 1.9\nn = 6\n",
        "source = \"gaussian\"\nn = 7\nstd = 0.5\n"}) {
    const Plan plan = plan_of(series_study(inputs, orders));
    const Errors expected = reference_errors(plan.problems[0].queries.row(0));

    const Group root = run_series(inputs, orders);

    ASSERT_LT(numbers_of(root, "logit_spread").at(0), 2.0);
    for (std::size_t r = 0; r <= highest; ++r) {
      EXPECT_NEAR(numbers_of(root, "log_sum_exp_error").at(r), expected.log_sum_exp[r],
                  tolerance::series_study)
          << r;
      EXPECT_NEAR(numbers_of(root, "weight_error").at(r), expected.weights[r],
                  tolerance::series_study)
          << r;
      EXPECT_NEAR(numbers_of(root, "row_sum_defect").at(r), 0.0, tolerance::series_study);
    }
    EXPECT_NEAR(numbers_of(root, "uniform_log_sum_exp_error").at(0), expected.log_sum_exp[0],
                tolerance::series_study);
    EXPECT_NEAR(numbers_of(root, "uniform_error").at(0), expected.weights[0],
                tolerance::series_study);
    EXPECT_EQ(texts_of(root, "status"), std::vector<std::string>(highest + 1, "ok"));
  }
}

// The log-sum-exp of ±2 is log 2 + log cosh 2; its series diverges beyond a gap of π.
TEST(SeriesStudy, DivergenceAtGapFourIsReportedByAFlag) {
  const Group root = run_series("source = \"two_point\"\ngap = [2.0, 4.0]\n",
                                "[[methods]]\nmethod = \"series\"\norder = [0, 10, 20, 40]\n");

  const std::vector<double>& errors = numbers_of(root, "log_sum_exp_error");  // gap 4: odd places
  EXPECT_NEAR(errors.at(1), -std::log(std::cosh(2.0)), tolerance::series_study);
  EXPECT_NEAR(std::abs(errors.at(3)), 1.3, 0.05);  // as printed: two digits, and three
  EXPECT_NEAR(std::abs(errors.at(5)), 7.5, 0.05);
  EXPECT_NEAR(std::abs(errors.at(7)), 477.0, 0.5);
  EXPECT_EQ(texts_of(root, "status"), (std::vector<std::string>{"ok", "ok", "ok", "diverging", "ok",
                                                                "diverging", "ok", "diverging"}));
  EXPECT_NE(texts_of(root, "message").at(3).find("equal weights err less"), std::string::npos);
  EXPECT_EQ(numbers_of(root, "beyond_radius"), (std::vector<double>{0, 0, 0, 1, 0, 1, 0, 1}));
  const double exact = 1.0 / (1.0 + std::exp(-4.0));
  EXPECT_NEAR(numbers_of(root, "uniform_error").at(1), exact - 0.5, tolerance::series_study);
}

// Order 1 at ±1: weights ½(1 ± 1); at ±3/2 one of them is −¼.
TEST(SeriesStudy, NegativeMassIsWhatTheWeightsLack) {
  const Group root = run_series("source = \"two_point\"\ngap = [2.0, 3.0]\n",
                                "[[methods]]\nmethod = \"series\"\norder = 1\n");

  EXPECT_EQ(numbers_of(root, "negative_mass"), (std::vector<double>{0.0, 0.25}));
}

// Beyond the radius, near-Gaussian logits of standard deviation 1 still gain from order 2.
TEST(SeriesStudy, WhatHelpsBeyondTheRadiusIsNoDivergence) {
  const Group root = run_series("source = \"gaussian\"\nn = 256\nstd = 1.0\n",
                                "[[methods]]\nmethod = \"series\"\norder = 2\n");

  EXPECT_EQ(numbers_of(root, "beyond_radius").at(0), 1.0);
  EXPECT_LT(numbers_of(root, "weight_error").at(0), 0.5 * numbers_of(root, "uniform_error").at(0));
  EXPECT_EQ(texts_of(root, "status").at(0), "ok");
}

// Order 1 has the log-sum-exp of equal weights, by another sum, which rounds differently.
TEST(SeriesStudy, RoundingBesideTheBaselineIsNoDivergence) {
  const Group root = run_series(
      "source = \"gaussian\"\nn = 256\nstd = 1.0\nreplicate = [0, 1, 2, 3, 4, 5, 6, 7]\n",
      "[[methods]]\nmethod = \"series\"\norder = 1\n");

  EXPECT_EQ(numbers_of(root, "beyond_radius"), std::vector<double>(8, 1.0));
  EXPECT_EQ(texts_of(root, "status"), std::vector<std::string>(8, "ok"));
}

// Degree 2 at ±1: p(1) = 5/2 and p(−1) = 1/2.
TEST(SeriesStudy, OtherSoftmaxMethodsHaveNoRadius) {
  const Group root =
      run_series("source = \"two_point\"\ngap = 2.0\n",
                 "[[methods]]\nmethod = \"taylor_ratio\"\n[[methods]]\nmethod = \"softmax\"\n"
                 "[[methods]]\nmethod = \"hard\"\n");

  const double exact = 1.0 / (1.0 + std::exp(-2.0));
  const std::vector<double>& errors = numbers_of(root, "weight_error");
  EXPECT_NEAR(errors.at(0), exact - 5.0 / 6.0, tolerance::series_study);
  EXPECT_NEAR(errors.at(1), 0.0, tolerance::series_study);
  EXPECT_NEAR(errors.at(2), 1.0 - exact, tolerance::series_study);
  EXPECT_NEAR(numbers_of(root, "log_sum_exp").at(0), std::log(3.0), tolerance::series_study);
  EXPECT_EQ(numbers_of(root, "beyond_radius"), std::vector<double>(3, 0.0));
}

TEST(SeriesStudy, ARowBeyondDoubleFailsWithItsAddress) {
  const Group root = run_series("source = \"two_point\"\ngap = [1.0, 1e30]\n",
                                "[[methods]]\nmethod = \"series\"\norder = 64\n");

  EXPECT_EQ(texts_of(root, "status"), (std::vector<std::string>{"ok", "failed"}));
  EXPECT_NE(texts_of(root, "message").at(1).find("gap=1e+30"), std::string::npos)
      << texts_of(root, "message").at(1);
  EXPECT_TRUE(std::isnan(numbers_of(root, "log_sum_exp_error").at(1)));
}

TEST(SeriesStudy, DigestsDoNotHangOnRunThreadsOrOrder) {
  const ScratchFolder folder;
  const std::string forwards = series_study(
      "source = \"gaussian\"\nn = [8, 30]\nstd = [0.5, 1.0, 2.0]\nreplicate = [0, 1]\n", orders);
  const std::string backwards = series_study(
      "source = \"gaussian\"\nn = [30, 8]\nstd = [2.0, 1.0, 0.5]\nreplicate = [1, 0]\n", orders);

  const RunReport first = run_text(forwards, folder / "a.h5", 1);

  EXPECT_EQ(run_text(forwards, folder / "b.h5", 2).content_digest, first.content_digest);
  EXPECT_EQ(run_text(backwards, folder / "c.h5", 1).content_digest, first.content_digest);
  EXPECT_EQ(root_of(folder / "a.h5").variables.size(), root_of(folder / "c.h5").variables.size());
}

}  // namespace
}  // namespace kapprox
