// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Small inputs for the tests of elementwise maps.
#pragma once

#include "plugins/shipped.hpp"

#include <cmath>

namespace kapprox {

// The shipped exp over m directions; m = 0: the coordinates.
inline std::shared_ptr<const FeatureMap> shipped_exp(Index m,
                                                     const std::string& directions = "iid") {
  return shipped_feature_map({"exp", {{"m", std::int64_t{m}}, {"directions", directions}}});
}

inline bool is_finite(const LogNumber& x) {
  return std::isfinite(x.value) && std::isfinite(x.log_scale);
}

}  // namespace kapprox
