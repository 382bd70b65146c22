// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "performer/performers.hpp"

namespace kapprox {

std::shared_ptr<const FeatureMap> performer(const PerformerSpec& spec) {
  return shipped_feature_map({"performer",
                              {{"m", std::int64_t{spec.m}},
                               {"directions", spec.directions},
                               {"centre", spec.centre},
                               {"epsilon", spec.epsilon},
                               {"stabiliser", spec.stabiliser}}});
}

}  // namespace kapprox
