// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Rate and remaining time come from the work of this run alone, in multiply-adds, because units
// differ in cost.
#include "progress_line.hpp"

#include <cmath>
#include <cstdio>

#include <fmt/format.h>

namespace kapprox::app {

namespace {

constexpr double terminal_interval = 0.1;  // s: as fast as an eye follows
constexpr double plain_interval = 2.0;     // s: a log stays short
constexpr double worth_saying = 1e10;      // multiply-adds of exact answers: some seconds

// Multiply-adds, or units where the methods declare no cost.
double work_of(const Progress& progress, double work, std::int64_t units) {
  return progress.total_work > 0 ? work : static_cast<double>(units);
}

}  // namespace

std::string ProgressLine::text_of(const Progress& progress) const {
  const double total = work_of(progress, progress.total_work, progress.total_units);
  const double done = work_of(progress, progress.done_work, progress.done_units);
  std::string line = fmt::format("{} of {} units, {:.0f} %", progress.done_units,
                                 progress.total_units, std::floor(100 * done / total));
  const double work = done - work_of(progress, first_.done_work, first_.done_units);
  const double seconds = progress.seconds - first_.seconds;
  if (work > 0 && seconds > 0) {
    const auto units = static_cast<double>(progress.done_units - first_.done_units);
    line += fmt::format(", {:.3g} units/s, {} left", units / seconds,
                        duration_text((total - done) * seconds / work));
  }
  return line;
}

void ProgressLine::update(const Progress& progress) {
  if (!started_) first_ = progress;
  started_ = true;
  const bool last = progress.done_units == progress.total_units && shown_;
  const double interval = terminal_ ? terminal_interval : plain_interval;
  if (!last && progress.seconds - shown_at_ < interval) return;
  shown_ = true;
  shown_at_ = progress.seconds;
  show(text_of(progress));
}

void ProgressLine::update(const ExactProgress& progress) {
  if (progress.work < worth_saying) return;
  exact_ = true;
  show(fmt::format("exact answers of problem {} of {}: {:.1e} multiply-adds", progress.problem + 1,
                   progress.problems, progress.work));
}

void ProgressLine::show(const std::string& text) const {
  if (terminal_)
    fmt::print(stderr, "\r\x1b[K{}", text);
  else
    fmt::print(stderr, "{}\n", text);
  std::fflush(stderr);
}

void ProgressLine::finish() {
  if (terminal_ && (shown_ || exact_)) fmt::print(stderr, "\r\x1b[K");
}

std::string duration_text(double seconds) {
  if (seconds < 10) return fmt::format("{:.2g} s", seconds);
  if (seconds < 60) return fmt::format("{:.0f} s", seconds);
  const auto whole = static_cast<long long>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace kapprox::app
