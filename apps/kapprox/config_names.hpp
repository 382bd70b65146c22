// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Short names of configs for tables: the label, and of the parameters those that tell the configs
// of one label apart ("positive m=64 directions=iid"). The number of directions is always said.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kapprox::app {

struct LabelledConfig {
  std::string label;
  std::vector<std::pair<std::string, std::string>> parameters;  // name, value; "" where absent
};

// One name per config.
std::vector<std::string> config_names(const std::vector<LabelledConfig>& configs);

}  // namespace kapprox::app
