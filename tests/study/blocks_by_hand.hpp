// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a study of blocks measures, by plain loops over keys and blocks.
#pragma once

#include "inputs/inputs.hpp"

#include <functional>
#include <map>
#include <string>

namespace kapprox {

// log|B| + q·mean of these keys, say.
using ScoreByHand = std::function<double(const Matrix& keys, std::span<const double> query)>;

double mean_score_by_hand(const Matrix& keys, std::span<const double> query);

// Facts and measures of a case by their names in the results file.
std::map<std::string, double> blocks_by_hand(const InputProblem& problem, const Case& one,
                                             const ScoreByHand& score);

}  // namespace kapprox
