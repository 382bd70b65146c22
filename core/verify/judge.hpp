// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// How Monte Carlo is judged. A comparison is in doubt beyond 4 standard errors; it then gets a
// second look at four times as many fresh trials, and fails only if it is beyond 4 standard errors
// again. Normal errors do that with probability 4e-9, while an error that shows 4 standard errors
// at the first look shows about 8 at the second.
#pragma once

#include "stats/moments.hpp"
#include "verify/ledger.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace kapprox {

inline constexpr double doubtful = 4.0;  // standard errors
// P(|z| > 4)² for a normal z.
inline constexpr double false_alarm_per_comparison = 6.334e-5 * 6.334e-5;

// Found against expected, and what one standard error of the difference is. Differences up to
// `rounding` are none: exact points have no standard error but that of arithmetic.
struct Statistic {
  double found = 0.0;
  double expected = 0.0;
  double standard_error = 0.0;
  double rounding = 0.0;

  double z() const;
};

// Means and variances of estimates relative to exp(q·k), against a truth or another sample.
Statistic mean_against(const Moments& moments, double expected, double standard_error);
Statistic mean_against(const Moments& moments, double expected);
Statistic mean_against(const Moments& moments, const Moments& other);
Statistic variance_against(const Moments& moments, double expected, double standard_error);
Statistic variance_against(const Moments& moments, double expected);
Statistic variance_against(const Moments& moments, const Moments& other);

// Kurtosis beyond which n trials cannot judge a variance: its own standard error would hang on a
// few draws. At this limit that error is some 14 % of the variance.
inline double largest_kurtosis(Index trials) { return static_cast<double>(trials) / 50.0; }

class Judge {
 public:
  explicit Judge(Ledger& ledger) : ledger_(ledger) {}

  // `what` is found, `against` is expected: "the variance", "theory".
  void compare(std::string_view check, const std::string& what, const std::string& against,
               const std::function<Statistic(int look)>& statistic, const std::string& place);

  Index comparisons() const { return comparisons_; }
  Ledger& ledger() { return ledger_; }

 private:
  Ledger& ledger_;
  Index comparisons_ = 0;
};

// Means and variances of two independent samples of one law; left out where either has tails too
// heavy for a verdict. `here` and `there` say what tells the samples apart.
using Sampled = std::function<const Moments&(int look)>;
void compare_laws(std::string_view check, Index trials, const std::string& here,
                  const std::string& there, const Sampled& sample, const Sampled& other,
                  const std::string& place, Judge& judge);

}  // namespace kapprox
