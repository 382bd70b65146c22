// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The sources of inputs, one entry and one .cpp each. A new source is a new entry in sources.cpp.
#pragma once

#include "inputs/axes.hpp"
#include "inputs/inputs.hpp"

#include <kapprox/stream.hpp>

#include <span>
#include <string>
#include <vector>

namespace kapprox {

using MakeProblems = std::vector<InputProblem> (*)(const Axes& axes, const Stream& stream);

struct Source {
  std::string name;
  std::vector<KeyHelp> keys;
  MakeProblems make;                   // where cases are pairs; null: whole problems alone
  MakeProblems make_whole = nullptr;   // where they are whole problems; null: it has no values
  std::vector<KeyHelp> row_keys = {};  // in place of `keys` where cases are rows of logits
  MakeProblems make_rows = nullptr;    // null: it has none
};

// In the order of the documentation.
const std::vector<Source>& all_sources();

Source plane_source();
Source sphere_source();
Source gaussian_source();
Source uniform_source();
Source two_point_source();
Source clusters_source();
Source needle_source();
Source grouped_source();
Source heavy_tail_source();
Source file_source();

}  // namespace kapprox
