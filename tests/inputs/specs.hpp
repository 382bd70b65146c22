// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Short ways to say an [inputs] table and to look at what came of it.
#pragma once

#include "inputs/inputs.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace kapprox {

using AxesGiven = std::map<std::string, std::vector<InputValue>>;

// The table stands at line 5 of study.toml, key after key from line 6 in alphabetical order.
inline InputSpec spec_of(const std::string& source, AxesGiven axes) {
  InputSpec spec;
  spec.source = source;
  spec.axes = std::move(axes);
  spec.where = "study.toml:5: inputs";
  spec.folder = KAPPROX_SOURCE_DIR "/data";
  int line = 5;
  for (const auto& axis : spec.axes) spec.lines[axis.first] = ++line;
  return spec;
}

inline double number(const Case& one, const std::string& name) {
  for (const auto& [given, value] : one.coordinates)
    if (given == name) return std::get<double>(value);
  ADD_FAILURE() << "no coordinate " << name;
  return 0.0;
}

inline std::string text(const Case& one, const std::string& name) {
  for (const auto& [given, value] : one.coordinates)
    if (given == name) return std::get<std::string>(value);
  ADD_FAILURE() << "no coordinate " << name;
  return {};
}

// q·k of one case, plainly summed.
inline double product(const InputProblem& problem, const Case& one) {
  double sum = 0.0;
  for (Index j = 0; j < problem.queries.cols(); ++j)
    sum += problem.queries(one.query, j) * problem.keys(one.key, j);
  return sum;
}

}  // namespace kapprox
