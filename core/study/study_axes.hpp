// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One value of a study expanded to its axis: a scalar is an axis of one, a list an axis of its
// elements, { from, to, count } evenly spaced numbers with both ends exact, and a nested method
// table one specification per combination of its own axes.
#pragma once

#include "methods/build.hpp"
#include "study/study_nodes.hpp"

#include <cstdint>
#include <vector>

namespace kapprox {

// More points than this is a slip of the pen, not a study.
inline constexpr std::int64_t most_points = 1'000'000;

// The axis of a method's parameter. Throws InputError on empty lists, lists of lists, tables that
// are neither a range nor a method, dates, and axes longer than most_points.
std::vector<GivenValue> read_axis(const toml::node& node, const Place& place);

// a · b, or InputError at `place` when that exceeds most_points. Both are ≥ 1.
std::int64_t combined(std::int64_t a, std::int64_t b, const Place& place);

}  // namespace kapprox
