// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The names that a results file keeps for itself: its dimensions, its columns and its measures. A
// parameter becomes a column of that file, so none may be called like one of these. The study
// room's test holds its schema against this list.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kapprox {

// Every reserved name, sorted.
std::vector<std::string> reserved_names();

// True for a reserved name, and for any name that begins with "input_": so are the coordinates of a
// case called where they would collide with a parameter.
bool is_reserved_name(std::string_view name);

}  // namespace kapprox
