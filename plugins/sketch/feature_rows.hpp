// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Rows of signed features from their logarithms: products of many factors leave the range of double
// on the way, so a row is rebased to its largest size only at the end.
#pragma once

#include <kapprox/feature_block.hpp>

#include <span>

namespace kapprox::sketch {

// out.values[f] = signs[f] · exp(logs[f] − M), out.log_scale = M, the largest of the logs whose
// sign is not 0. A row of zeros has the log-scale 0. signs: D numbers −1, 0 or 1; logs: D numbers,
// read only where the sign is not 0.
void write_row(std::span<const double> signs, std::span<const double> logs, FeatureRow out);

}  // namespace kapprox::sketch
