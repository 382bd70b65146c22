// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Groups that hold one of everything a results file may hold: what the round trip and the Python
// scripts of tests/interop read.
#pragma once

#include "io/dataset.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace kapprox {

inline Attributes described(const std::string& units, const std::string& name) {
  return {{"units", units}, {"long_name", name}};
}

// Root: 3 configs × 400 cases, values sin(i) with every seventh missing. A second group with a
// dimension of length 0, an index of its own, and a long text.
inline std::vector<Group> sample_groups() {
  constexpr std::size_t configs = 3;
  constexpr std::size_t cases = 400;
  std::vector<double> mean(configs * cases);
  for (std::size_t i = 0; i < mean.size(); ++i)
    mean[i] =
        i % 7 == 0 ? std::numeric_limits<double>::quiet_NaN() : std::sin(static_cast<double>(i));
  std::vector<double> angle(cases);
  for (std::size_t i = 0; i < angle.size(); ++i) angle[i] = static_cast<double>(i) / 128.0;

  Group root;
  root.dimensions = {{"config", configs}, {"case", cases}};
  root.attributes = {{"schema", std::string("kapprox")},
                     {"title", std::string("θ/π")},
                     {"seed", std::int64_t{9223372036854775807}},
                     {"factor", 0.1}};
  for (int i = 0; i < 12; ++i)
    root.attributes.emplace_back("note_" + std::to_string(i), std::string(500, 'n'));
  root.variables = {
      {"method", {"config"}, std::vector<std::string>{"trig", "", "θ/π"}, described("1", "method")},
      {"angle", {"case"}, angle, described("rad", "angle θ between query and key")},
      {"mean", {"config", "case"}, mean, described("1", "mean estimate")},
      {"trials",
       {"config", "case"},
       std::vector<std::int64_t>(configs * cases, 1'000'000'007),
       described("1", "trials done")},
      {"overlap",
       {"config", "config"},
       std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9},
       described("1", "a square on one dimension")},
      {"wall", {}, std::vector<double>{2.5}, described("s", "seconds")},
      {"study", {}, std::vector<std::string>{"kind = \"kernel\"\n"}, described("1", "study")}};

  Group second;
  second.name = "provenance";
  second.dimensions = {{"entry", 0}, {"step", 4}};
  second.attributes = {{"long", std::string(100'000, 'x')}};
  second.variables = {
      {"nothing", {"entry"}, std::vector<double>{}, described("1", "no value")},
      {"none", {"entry", "step"}, std::vector<std::int64_t>{}, described("1", "no value")},
      {"step", {"step"}, std::vector<std::int64_t>{10, 20, 30, 40}, described("1", "own index")},
      {"seconds", {"step"}, std::vector<double>{0.5, 1, 2, 4}, described("s", "time")}};
  return {root, second};
}

}  // namespace kapprox
