// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The blocks of keys that scorers are tried on, and how they are asked.
#pragma once

#include <kapprox/block_scorer.hpp>

#include <memory>
#include <string>
#include <vector>

namespace kapprox {

inline constexpr Index most_keys = 12;

struct Blocks {
  Matrix keys;         // most_keys × d
  Matrix queries;      // 5 × d
  Matrix calibration;  // 3 × d
  std::string place;
};

// Rows of that norm, the same for every scorer.
Blocks blocks(Index dim, double norm);

// log Σ exp(q·k), plainly in the log domain.
double log_mass(ConstMatrixView keys, std::span<const double> query);

std::unique_ptr<BlockSummary> summary(const PreparedScorer& prepared, ConstMatrixView keys);
std::vector<double> scores(const BlockSummary& block, const Matrix& queries);  // one at a time
std::vector<double> scores(const BlockScorer& scorer, const Blocks& data);     // of all its keys

// a − b, relative where they are larger than 1.
double difference(double a, double b);

}  // namespace kapprox
