// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One value of a study expanded to its axis: a scalar is an axis of one, a list an axis of its
// elements, { from, to, count } evenly spaced numbers with both ends exact, and a nested method
// table one specification per combination of its own axes.
#pragma once

#include "methods/build.hpp"
#include "study/study.hpp"
#include "study/study_nodes.hpp"

#include <cstdint>
#include <vector>

namespace kapprox {

// More points than this is a slip of the pen, not a study.
inline constexpr std::int64_t most_points = 1'000'000;

// The axis of a method's parameter; a list inside of a list is one value of a parameter that is
// itself a list. Throws InputError on empty axes, tables that are neither a range nor a method,
// dates, and axes longer than most_points.
std::vector<GivenValue> read_axis(const toml::node& node, const Place& place);

// budget = { feature_dim = [64, 256] } or { projections = … }.
Budget read_budget(const toml::node& node, const Place& place);

// a · b, or InputError at `place` when that exceeds most_points. Both are ≥ 1.
std::int64_t combined(std::int64_t a, std::int64_t b, const Place& place);

}  // namespace kapprox
