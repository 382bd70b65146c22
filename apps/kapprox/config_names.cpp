// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Names of configs.
#include "config_names.hpp"

#include <map>
#include <set>

#include <fmt/format.h>

namespace kapprox::app {

std::vector<std::string> config_names(const std::vector<LabelledConfig>& configs) {
  std::map<std::pair<std::string, std::string>, std::set<std::string>> values;  // of a label's key
  for (const LabelledConfig& config : configs)
    for (const auto& [name, value] : config.parameters) values[{config.label, name}].insert(value);

  std::vector<std::string> names;
  for (const LabelledConfig& config : configs) {
    std::string text = config.label;
    for (const auto& [name, value] : config.parameters) {
      const bool varies = values[{config.label, name}].size() > 1;
      if (!value.empty() && (varies || name == "m")) text += fmt::format(" {}={}", name, value);
    }
    names.push_back(text);
  }
  return names;
}

}  // namespace kapprox::app
