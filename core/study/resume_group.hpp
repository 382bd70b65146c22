// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a results file remembers of the run that wrote it: the points as they were, and the study as
// key and value.
#pragma once

#include "io/dataset.hpp"
#include "study/point.hpp"

#include <string>
#include <utility>
#include <vector>

namespace kapprox {

struct StoredRun {
  std::vector<std::string> config_keys;
  std::vector<std::string> case_keys;
  std::vector<std::string> fit_digests;  // per case: what data-dependent methods were fitted to
  std::vector<std::pair<std::string, std::string>> flat;
  std::vector<PointState> points;  // config-major
};

// Throws InputError when a variable is missing: the file was not written by kapprox, or damaged.
StoredRun read_resume_group(const Group& group);

}  // namespace kapprox
