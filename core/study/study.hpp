// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A study as written: the TOML file with axes in file order, and --set changes applied.
#pragma once

#include "inputs/inputs.hpp"
#include "methods/build.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kapprox {

// One parameter of a [[methods]] table with its values.
struct MethodAxis {
  std::string name;
  std::vector<GivenValue> values;
  std::string where;           // "study.toml:14: methods.trig"
  std::int64_t elements = -1;  // of the list in the file; −1: no list was given
};

// budget = { feature_dim = [64, 256] } in place of m: the largest m that fits.
struct Budget {
  std::string quantity;  // feature_dim or projections
  std::vector<std::int64_t> limits;
  std::string where;
};

// One [[methods]] table; every parameter is an axis, in file order. A budget varies fastest.
struct MethodAxes {
  std::string method;
  std::string label;  // the method's name unless given
  std::vector<MethodAxis> axes;
  std::optional<Budget> budget;
  std::string where;  // of the table: "study.toml:12: methods.trig"
};

struct Study {
  std::string file;  // as given by the user, for messages
  std::string text;  // verbatim, with --set changes listed after it as comments
  std::string kind;
  std::string name;
  std::uint64_t seed = 0;
  std::int64_t trials = 0;
  std::int64_t keep = 0;
  bool reduce = true;
  std::vector<InputSpec> inputs;
  std::vector<MethodAxes> methods;
  // Every key with its value as text, flattened ("methods.trig.m" → "[16, 64]"): to name what
  // changed.
  std::vector<std::pair<std::string, std::string>> flat;
};

// Throws InputError: "file:line: key: what is X, but must be Y". `changes` are "key=value" of
// --set.
Study read_study(const std::filesystem::path& path, const std::vector<std::string>& changes);
Study parse_study(const std::string& text, const std::string& file,
                  const std::vector<std::string>& changes);

// A [[methods]] table that has only the keys of --set: "m=64", "first={method=\"trig\"}",
// "first.m=8", "m=[16, 64]", "budget={feature_dim=64}". `where` opens messages about the whole.
MethodAxes read_method_changes(const std::string& method, const std::vector<std::string>& changes,
                               const std::string& where);

}  // namespace kapprox
