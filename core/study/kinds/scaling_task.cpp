// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/scaling_task.hpp"

#include "study/kinds/output_errors.hpp"
#include "study/peak_memory.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace kapprox {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

struct Timed {
  double seconds = 0.0;
  double draw_seconds = 0.0;
};

// One call, added to `timed`.
AttentionOutput call(const AttentionMethod& method, const Problem& problem, const Mask& mask,
                     const Stream& address, Timed& timed) {
  const Clock::time_point begin = Clock::now();
  const auto prepared = method.prepare(problem, mask);
  if (!prepared) throw Error("prepare returned nothing");
  const Clock::time_point fitted = Clock::now();
  const auto sample = prepared->draw(address);
  if (!sample) throw Error("draw returned nothing");
  const Clock::time_point drawn = Clock::now();
  AttentionOutput output = sample->output();
  const Clock::time_point end = Clock::now();
  timed.seconds += seconds_between(begin, fitted) + seconds_between(drawn, end);
  timed.draw_seconds += seconds_between(fitted, drawn);
  return output;
}

bool is_finite(const Matrix& rows) {
  const std::span<const double> values = rows.values();
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

double mean_squared_norm(const Matrix& a, const Matrix& b) {
  const auto rows = static_cast<double>(a.rows() + b.rows());
  return rows == 0.0 ? 0.0 : (frobenius_product(a, a) + frobenius_product(b, b)) / rows;
}

}  // namespace

const std::vector<std::string>& scaling_scalar_names() {
  static const std::vector<std::string> names = {"seconds", "draw_seconds", "peak_bytes"};
  return names;
}

ScalingReference::ScalingReference(const OrderedProblem& problem)
    : mean_squared_norm_(mean_squared_norm(problem.queries, problem.keys)) {}

std::vector<double> ScalingReference::facts(Index) const { return {mean_squared_norm_}; }

void ScalingTask::run_trial(const CaseSet& set, std::int64_t trial, Outcomes& outcomes) const {
  for (std::size_t c = 0; c < set.cases.size(); ++c) {
    const std::span<double> scalars = outcomes.scalars.row(static_cast<Index>(c));
    const std::exception_ptr thrown = caught([&] { run_case(set.cases[c], trial, scalars); });
    if (thrown) outcomes.faults[c].thrown = thrown;
    outcomes.kept[c] = scalars[0];
  }
}

void ScalingTask::run_case(const OrderedCase& one, std::int64_t trial,
                           std::span<double> scalars) const {
  const Mask& mask = one.source->mask;
  const Stream address = address_.trial(static_cast<std::uint64_t>(trial));
  scalars[2] = std::numeric_limits<double>::quiet_NaN();
  Timed timed;
  if (trial == 0) {  // also warms up
    AttentionOutput output;
    scalars[2] = peak_bytes([&] { output = call(method_, problem_, mask, address, timed); });
    if (!is_finite(output.rows)) throw Error("the output has a value that is not finite");
  }
  timed = {};
  double calls = 0.0;
  do {
    call(method_, problem_, mask, address, timed);
    ++calls;
  } while (timed.seconds + timed.draw_seconds < least_timed_seconds);
  scalars[0] = timed.seconds / calls;
  scalars[1] = timed.draw_seconds / calls;
}

std::string ScalingTask::trial_words(const OrderedCase& one, std::int64_t trial) const {
  return fmt::format(", mask={}, round={}", one.source->mask.words(), trial);
}

}  // namespace kapprox
