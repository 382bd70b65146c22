// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Which m a budget chooses: the method's own, or that of a method inside of it, as linear attention
// has none but its feature map has.
#pragma once

#include "methods/build.hpp"

#include <kapprox/registry.hpp>

#include <string>
#include <vector>

namespace kapprox {

struct ChoiceOfM {
  std::vector<std::string> path;  // names of parameters: {"m"}, or {"feature_map", "m"}
  std::int64_t most = 0;          // that its declaration allows
  bool is_given = false;

  std::string words() const;  // "feature_map.m"
};

// Every m that could be chosen: the method's own alone where it has one, else those of the methods
// inside, outermost first.
std::vector<ChoiceOfM> choices_of_m(const Registry& registry, Kind kind, const MethodSpec& spec);

// The same method with this m.
MethodSpec with_m(const Registry& registry, Kind kind, const MethodSpec& spec,
                  const std::vector<std::string>& path, std::int64_t m);

}  // namespace kapprox
