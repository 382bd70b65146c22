// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What every random feature map shares: its parameters, its claims, its cost, the draw.
#include <kapprox/error.hpp>
#include <kapprox/fitted_map.hpp>
#include <kapprox/random_feature_map.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>

namespace kapprox {

namespace {

class RandomFeatureSample final : public FeatureSample {
 public:
  RandomFeatureSample(const FittedMap& map, DirectionDraw directions)
      : map_(map),
        directions_(std::move(directions)),
        statistics_(map.map().draw_statistics(directions_)) {}

 private:
  FeatureBlock do_map(Side side, ConstMatrixView rows) const override {
    return map_.features(directions_, statistics_, side, rows);
  }

  const FittedMap& map_;
  DirectionDraw directions_;
  std::vector<double> statistics_;
};

class PreparedRandomFeatureMap final : public PreparedKernel {
 public:
  PreparedRandomFeatureMap(const RandomFeatureMap& map, const Problem& problem)
      : map_(map, problem) {}

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
    const Directions& directions = map_.map().directions();
    return std::make_unique<RandomFeatureSample>(
        map_, directions.draw(stream.at(Slot::omega), map_.request()));
  }

  std::optional<Theory> do_theory(std::span<const double> query,
                                  std::span<const double> key) const override {
    return map_.theory(query, key);
  }

  FittedMap map_;
};

Centre centre_of(const std::string& word) {
  if (word == "keys") return Centre::keys;
  return word == "both" ? Centre::both : Centre::none;
}

}  // namespace

void RandomFeatureMap::declare(Declarations& declarations) {
  declarations.integer("m", "number of random directions").at_least(1).at_most(most_directions);
  declarations.method(Kind::directions, "directions", "law of the random directions")
      .otherwise(std::string_view("iid"));
  declarations.choice("centre",
                      "subtract the problem's mean key, or mean query and mean key, exactly",
                      {"none", "keys", "both"});
}

RandomFeatureMap::RandomFeatureMap(const Parameters& parameters)
    : direction_count_(parameters.integer("m")),
      directions_(parameters.method<Directions>("directions")),
      centre_(centre_of(parameters.choice("centre"))) {
  if (!directions_) throw Error("RandomFeatureMap: directions are missing, but must be given");
}

void RandomFeatureMap::map(const Projections& projections, Side side, Segment& out) const {
  const Index rows = projections.rows();
  const Index count = projections.directions();
  check_size("half squared norms", static_cast<Index>(projections.half_squared_norms.size()), rows);
  if (needs_direction_norms())
    check_size("direction squared norms",
               static_cast<Index>(projections.direction_squared_norms.size()), count);
  check_size("feature rows", out.values.rows(), rows);
  check_size("log-scales", static_cast<Index>(out.log_scale.size()), rows);
  check_size("features", out.values.cols(), features_per_direction() * count);
  do_map(projections, side, out);
}

Claims RandomFeatureMap::do_claims() const {
  const DirectionClaims directions = directions_->claims();
  Claims claims = do_map_claims();
  claims.random = true;
  claims.unbiased = claims.unbiased && directions.gaussian_marginals;
  if (centre_ != Centre::none) {
    claims.fits_data = true;
    claims.exact_at_equal = claims.exact_at_opposite = claims.exact_at_zero = false;
  }
  claims.rotation_invariant = claims.rotation_invariant && directions.rotation_invariant;
  return claims;
}

Cost RandomFeatureMap::do_cost(Index ambient_dim) const {
  Cost cost;
  cost.feature_dim = features_per_direction() * direction_count_;
  cost.projections_per_token = direction_count_;
  cost.multiply_adds_per_token =
      static_cast<double>(direction_count_) * static_cast<double>(ambient_dim) +
      static_cast<double>(cost.feature_dim);
  return cost;
}

std::unique_ptr<const PreparedKernel> RandomFeatureMap::do_prepare(const Problem& problem) const {
  return std::make_unique<PreparedRandomFeatureMap>(*this, problem);
}

void exp_shifted(std::span<const double> exponents, double shift, Index count, FeatureRow out) {
  check_size("features of a row", static_cast<Index>(out.values.size()),
             static_cast<Index>(exponents.size()));
  check_at_least("count", count, 1);
  const double largest = max_value(exponents);
  for (std::size_t f = 0; f < exponents.size(); ++f) out.values[f] = exponents[f] - largest;
  vector_exp(out.values, out.values);
  out.log_scale = largest - shift - 0.5 * std::log(static_cast<double>(count));
}

}  // namespace kapprox
