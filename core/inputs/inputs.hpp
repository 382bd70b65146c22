// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Input sources: from the [inputs] table of a study to problems with cases. Every problem names its
// content (for the random address) and every case its coordinates (for the results file).
#pragma once

#include <kapprox/block_choice.hpp>
#include <kapprox/mask.hpp>
#include <kapprox/matrix.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace kapprox {

using InputValue = std::variant<std::int64_t, double, bool, std::string>;

// One [inputs] table: the source and, for every key, its axis (one value where it is no list).
struct InputSpec {
  std::string source;
  std::map<std::string, std::vector<InputValue>> axes;
  std::map<std::string, int> lines;  // key → line of the study, for messages
  std::string where;                 // opens messages: "study.toml:5: inputs"
  std::filesystem::path folder;  // relative paths are looked up here, then in the current folder
};

// A coordinate of a case: number or text.
using Coordinate = std::variant<double, std::string>;

// A pair of rows, a whole problem under a mask, perhaps in blocks, or a row of logits.
struct Case {
  Index query = 0;                                              // row of Problem::queries
  Index key = 0;                                                // row of Problem::keys
  std::vector<std::pair<std::string, Coordinate>> coordinates;  // in the order of the results file
  std::string key_text;     // canonical name, unique in the study: "plane/dim=64/angle=0.5/…"
  Mask mask = {};           // of a whole problem
  BlockChoice choice = {};  // where a study looks at blocks of keys
  Index calibration = 0;    // there: queries 0 … calibration − 1 are not measured
};

struct InputProblem {
  std::string key;                 // enters the random address; never a path or a position
  Matrix queries;                  // n_q × rank or d, scaled so that the kernel is exp(q·k);
                                   // or cases × n logits, one length n per problem
  Matrix keys;                     // n_k × …; 0 × 0 where cases are rows of logits
  Matrix values;                   // n_k × d_v; 0 × 0 where cases are pairs
  Index ambient_dim = 0;           // d, or n of a row of logits
  double logit_scale = 1.0;        // split evenly over queries and keys; recorded per case
  bool spans_fixed_plane = false;  // queries and keys are coordinates in a fixed plane: rank 2 of d
  std::vector<Case> cases;         // in listing order
  std::string where;               // of its table: "study.toml:5: inputs"
};

// What a case of a study is: a pair of rows, a whole problem under a mask, a row of logits, or a
// whole problem whose keys come in blocks.
enum class CaseUnit { pair, problem, row, blocks };

// All problems of one table. Throws InputError (unknown source or key, value out of range, more
// than 100 000 pairs without `pairs`, file without the arrays, …).
std::vector<InputProblem> make_problems(const InputSpec& spec, std::uint64_t seed,
                                        CaseUnit unit = CaseUnit::pair);

// What `kapprox list` prints: source and its keys with help.
struct SourceHelp {
  std::string source;
  std::vector<std::pair<std::string, std::string>> keys;
};
std::vector<SourceHelp> input_sources();

}  // namespace kapprox
