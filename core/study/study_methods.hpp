// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One [[methods]] table with its axes. Only the study reader includes this header.
#pragma once

#include "study/study.hpp"
#include "study/study_source.hpp"

#include <string>
#include <utility>
#include <vector>

namespace kapprox {

// Appends "methods.LABEL.KEY" and its value to `flat`. Throws InputError at the line of the key.
MethodAxes read_method_table(const toml::table& table, const StudySource& source,
                             std::vector<std::pair<std::string, std::string>>& flat);

}  // namespace kapprox
