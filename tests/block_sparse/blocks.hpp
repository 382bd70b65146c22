// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// How the tests of block scorers ask them, and the plain reference.
#pragma once

#include "plugins/shipped.hpp"

#include <kapprox/plugin.hpp>

#include <vector>

namespace kapprox {

// Scores of one block of keys (n × d) for one query.
double score_of(const BlockScorer& scorer, ConstMatrixView keys, std::span<const double> query,
                ConstMatrixView calibration = {});
double score_of(const MethodSpec& spec, ConstMatrixView keys, std::span<const double> query,
                ConstMatrixView calibration = {});

// log Σ_t exp(q·k_t), mean and variance of the logits (divided by n), plainly in long double.
struct PlainBlock {
  PlainBlock(ConstMatrixView keys, std::span<const double> query);
  double log_mass = 0.0;
  double mean = 0.0;
  double variance = 0.0;
};

// d = 1: keys that are these numbers.
Matrix line_of(const std::vector<double>& numbers);

// Expects |found − expected| ≤ relative · max(1, |expected|).
void expect_score(double found, double expected, double relative);

// Every shipped scorer with each of its words, by name and parameters; all need calibration queries
// of width `dim` at most.
std::vector<MethodSpec> all_scorers(Index dim);

}  // namespace kapprox
