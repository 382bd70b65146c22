// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The tables of `kapprox show` for studies of blocks: see results_text.hpp.
#pragma once

#include "results_view.hpp"

#include <string>
#include <vector>

namespace kapprox::app {

std::string blocks_summary_text(const ResultsView& results, const std::vector<Point>& points);
std::string blocks_points_text(const ResultsView& results, const std::vector<Point>& points);

}  // namespace kapprox::app
