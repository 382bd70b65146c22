// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Everything a sample says about one problem, to be compared byte by byte.
#pragma once

#include "verify/problems.hpp"

#include <kapprox/feature_map.hpp>

#include <optional>
#include <vector>

namespace kapprox {

struct Answer {
  std::vector<LogNumber> estimates;
  std::optional<FeatureBlock> queries;  // of a feature map
  std::optional<FeatureBlock> keys;
};

// Estimates first, then the features of queries, then of keys.
Answer answer_of(const KernelSample& sample, const TestProblem& problem);

// The features of one side, by themselves.
FeatureBlock features_of(const KernelSample& sample, Side side, ConstMatrixView rows);

// Bit by bit: 0 and −0 differ, a NaN equals itself.
bool same_bytes(const std::vector<LogNumber>& a, const std::vector<LogNumber>& b);
bool same_bytes(const FeatureBlock& a, const FeatureBlock& b);
bool same_bytes(const Answer& a, const Answer& b);

}  // namespace kapprox
