// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Where results come from: program, study, libraries, processor, times. None of it enters a digest.
#pragma once

#include "io/dataset.hpp"
#include "study/study.hpp"

#include <string>
#include <utility>
#include <vector>

namespace kapprox {

// "2026-11-29T18:45:01Z".
std::string utc_now();

// All attributes of the group `provenance` but "written"; `from_program` are added as they are.
Attributes provenance_of(const Study& study, int threads,
                         const std::vector<std::pair<std::string, std::string>>& from_program);

}  // namespace kapprox
