// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The tables of `kapprox show`, each a text that ends with a line break (or is empty).
#pragma once

#include "results_view.hpp"

#include <string>
#include <vector>

namespace kapprox::app {

// What the file is: study, size, how much of it is done.
std::string heading_text(const ResultsView& results);

// A line per config. Of a kernel study: points, failures, median relative standard deviation,
// largest |z| (that of the variance over points without heavy tails). Of an attention study: median
// errors beside those of averaging the values, and how many points collapsed.
std::string summary_text(const ResultsView& results, const std::vector<Point>& points);

// Whether it is worth showing where all points fit on a screen, too.
bool is_summary_the_answer(const ResultsView& results);

// A line per point: config, varying coordinates, then bias and variance with standard errors and
// theory (or the errors of the output), trials, status.
std::string points_text(const ResultsView& results, const std::vector<Point>& points);

// A line per point with the named columns as stored.
std::string columns_text(const ResultsView& results, const std::vector<Point>& points,
                         const std::vector<std::string>& columns);

// The number of failed points and the reasons of the first; empty when nothing failed.
std::string failures_text(const ResultsView& results, const std::vector<Point>& points);

}  // namespace kapprox::app
