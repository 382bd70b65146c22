// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "addends.hpp"

#include "bases.hpp"

namespace kapprox {

SharedCovariances::SharedCovariances(const std::vector<Addend>& addends, const Problem& problem) {
  for (const Addend& addend : addends) {
    const auto* map = dynamic_cast<const RandomFeatureMap*>(addend.map.get());
    maps_.push_back(map == nullptr ? nullptr : std::make_unique<const FittedMap>(*map, problem));
  }
  for (std::size_t l = 0; l < addends.size(); ++l)
    for (std::size_t k = 0; k < l; ++k) {
      if (!addends[k].map->claims().random || !addends[l].map->claims().random) continue;
      if (maps_[k] && maps_[l] && draw_alike(*maps_[k], *maps_[l]))
        couples_.push_back({*maps_[k], *maps_[l], 2.0 * addends[k].weight * addends[l].weight});
      else
        known_ = false;
    }
}

std::optional<LogNumber> SharedCovariances::weighted_sum(std::span<const double> query,
                                                         std::span<const double> key) const {
  if (!known_) return std::nullopt;
  LogNumber sum;
  for (const Couple& couple : couples_) {
    const std::optional<LogNumber> covariance =
        FittedMap::shared_covariance(couple.a, couple.b, query, key);
    if (!covariance) return std::nullopt;
    sum = sum + couple.weight * *covariance;
  }
  return sum;
}

}  // namespace kapprox
