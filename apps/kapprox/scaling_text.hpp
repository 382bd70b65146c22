// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The tables of `kapprox show` for scaling studies: see results_text.hpp.
#pragma once

#include "results_view.hpp"

#include <string>
#include <vector>

namespace kapprox::app {

// The crossover length of every config, one line for the cases that differ in length alone.
std::string scaling_summary_text(const ResultsView& results, const std::vector<Point>& points);
std::string scaling_points_text(const ResultsView& results, const std::vector<Point>& points);

}  // namespace kapprox::app
