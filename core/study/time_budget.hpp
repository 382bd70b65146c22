// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Seconds that several pieces of work may take together. Nothing here enters a results file.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace kapprox {

// Time shared out evenly over units of work, one after the other.
class TimeBudget {
  using Clock = std::chrono::steady_clock;

 public:
  TimeBudget(double seconds, std::size_t units)
      : end_(Clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))),
        units_left_(units) {}

  void begin_unit() {
    const Clock::time_point now = Clock::now();
    unit_end_ = now + (end_ - now) / static_cast<Clock::rep>(std::max<std::size_t>(1, units_left_));
    if (units_left_ > 0) --units_left_;
  }
  bool is_over() const { return Clock::now() >= end_; }
  bool unit_is_over() const { return Clock::now() >= unit_end_; }
  double unit_seconds_left() const {
    return std::chrono::duration<double>(unit_end_ - Clock::now()).count();
  }

 private:
  Clock::time_point end_;
  Clock::time_point unit_end_ = end_;
  std::size_t units_left_;
};

}  // namespace kapprox
