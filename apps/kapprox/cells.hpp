// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Numbers as cells of the tables of `kapprox show`; NaN is "-".
#pragma once

#include "results_view.hpp"

#include <cmath>
#include <string>

#include <fmt/format.h>

namespace kapprox::app {

inline std::string formatted(const char* format, double value) {
  return std::isnan(value) ? "-" : fmt::format(fmt::runtime(format), value);
}

inline std::string signed_scientific(double value) {
  return value == 0.0 ? "0" : formatted("{:+.2e}", value);
}

inline std::string scientific(double value) {
  return value == 0.0 ? "0" : formatted("{:.2e}", value);
}

// Two decimals; what lies far outside any z-score in scientific form.
inline std::string z_text(double value) {
  return formatted(std::abs(value) < 1000.0 ? "{:+.2f}" : "{:+.1e}", value);
}

inline bool is_measured(const ResultsView& results, Point p) {
  return results.number("trials", p) > 0;
}

inline bool is_failed(const ResultsView& results, Point p) {
  return results.number("failed", p) > 0 || results.text("status", p) == "failed";
}

}  // namespace kapprox::app
