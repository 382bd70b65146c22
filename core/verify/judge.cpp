// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Statistics and their verdicts.
#include "verify/judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace kapprox {

namespace {

// What arithmetic alone leaves of an exact estimate: relative to exp(q·k), some thousand roundings
// of terms up to e times its size.
constexpr double rounding = 1e-10;

Statistic of_means(double found, double expected, double error) {
  return {found, expected, error, rounding * std::max(1.0, std::abs(expected))};
}

Statistic of_variances(double found, double expected, double error) {
  return {found, expected, error, rounding * (rounding + std::abs(expected))};
}

}  // namespace

double Statistic::z() const {
  const double difference = found - expected;
  if (std::abs(difference) <= rounding) return 0.0;
  return standard_error > 0.0 ? difference / standard_error
                              : std::copysign(std::numeric_limits<double>::infinity(), difference);
}

Statistic mean_against(const Moments& moments, double expected, double standard_error) {
  return of_means(moments.mean, expected, standard_error);
}

Statistic mean_against(const Moments& moments, double expected) {
  return of_means(moments.mean, expected, moments.mean_standard_error());
}

Statistic mean_against(const Moments& moments, const Moments& other) {
  return of_means(moments.mean, other.mean,
                  std::hypot(moments.mean_standard_error(), other.mean_standard_error()));
}

Statistic variance_against(const Moments& moments, double expected, double standard_error) {
  return of_variances(moments.variance(), expected, standard_error);
}

Statistic variance_against(const Moments& moments, double expected) {
  return of_variances(moments.variance(), expected, moments.variance_standard_error());
}

Statistic variance_against(const Moments& moments, const Moments& other) {
  return of_variances(
      moments.variance(), other.variance(),
      std::hypot(moments.variance_standard_error(), other.variance_standard_error()));
}

void compare_laws(std::string_view check, Index trials, const std::string& here,
                  const std::string& there, const Sampled& sample, const Sampled& other,
                  const std::string& place, Judge& judge) {
  const double limit = largest_kurtosis(trials);
  if (sample(0).kurtosis() > limit || other(0).kurtosis() > limit) {
    judge.ledger().left_out(check, fmt::format("tails too heavy for {} trials", trials));
    return;
  }
  judge.compare(
      check, "the mean " + here, "the mean " + there,
      [&](int look) { return mean_against(sample(look), other(look)); }, place);
  judge.compare(
      check, "the variance " + here, "the variance " + there,
      [&](int look) { return variance_against(sample(look), other(look)); }, place);
}

void Judge::compare(std::string_view check, const std::string& what, const std::string& against,
                    const std::function<Statistic(int look)>& statistic, const std::string& place) {
  ++comparisons_;
  const double first = statistic(0).z();
  if (std::abs(first) <= doubtful) {
    ledger_.within(check, "|z|", first, doubtful, {}, place);
    return;
  }
  const std::string_view quantity = "|z|";
  if (ledger_.has_failed(check)) {
    // The verdict is known: a second look would cost time and change nothing.
    ledger_.within(check, quantity, first, doubtful, {}, place);
    return;
  }
  const Statistic again = statistic(1);
  const double second = again.z();
  const std::string fault =
      std::isfinite(again.found)
          ? fmt::format(
                "{} is {:.6g}, but {} is {:.6g}: {:.1f} standard errors, then {:.1f} in a "
                "second look at fresh trials",
                what, again.found, against, again.expected, first, second)
          : fmt::format("{} is not finite", what);
  ledger_.within(check, quantity, second, doubtful, fault, place);
}

}  // namespace kapprox
