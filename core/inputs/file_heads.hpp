// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The heads of a file as a table of a study asks for them: which ones, under which scale, centring
// and temperature. Scale, centring and temperature change the rows but neither the key nor the
// draws of a problem:
//
//   logits = logit_scale · (q − centre)·(k − centre),   logit_scale = scale / temperature,
//
// with √logit_scale on each side. Centring the keys of a head leaves its softmax as it is.
#pragma once

#include "inputs/axes.hpp"
#include "inputs/file_arrays.hpp"
#include "inputs/inputs.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace kapprox {

// What tells the problems of one head apart.
struct Setting {
  std::string centre;  // none, keys or both
  double scale = 1.0;
  double temperature = 1.0;
};

// One head of the file, and how often the same queries and keys came before it.
struct Head {
  Index number = 0;
  Matrix queries;
  Matrix keys;
  std::vector<std::uint8_t> seen;  // keys that may be seen; empty: all
  std::string digest;              // of queries and keys as they stand in the file
  int copy = 0;
};

// The keys of the table that this header reads.
std::vector<KeyHelp> head_keys();

// `path` beside the study or in the current folder. Throws InputError where it is no file.
std::filesystem::path find_file(const Axes& axes);

// Every centre × scale × temperature.
std::vector<Setting> settings_of(const Axes& axes, const FileArrays& arrays);

// With `hide`, rows that the file's key_mask hides are not looked at.
std::vector<Head> read_heads(const Axes& axes, const FileArrays& arrays, bool hide);

// Rows, dimension, scale and key; neither values nor cases.
InputProblem problem_of(const Head& head, const Setting& setting);

// "file/…/scale=…/temperature=…/centre=…", the opening of a case's name, and "/copy=2" or "", its
// end.
std::string name_of(const InputProblem& problem, const Setting& setting);
std::string copy_of(const Head& head);

}  // namespace kapprox
