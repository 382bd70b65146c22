// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The map `performer` for tests, and a small problem.
#pragma once

#include "plugins/shipped.hpp"

#include <string>
#include <vector>

namespace kapprox {

struct PerformerSpec {
  double epsilon = 1e-6;
  std::string stabiliser = "max";
  Index m = 8;
  std::string directions = "iid";
  std::string centre = "none";
};
std::shared_ptr<const FeatureMap> performer(const PerformerSpec& spec);

}  // namespace kapprox
