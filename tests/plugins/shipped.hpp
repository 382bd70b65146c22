// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The shipped methods for tests: loaded through the loader, built from parameters by name. They
// live as long as the program, so that what they prepared never outlives them.
#pragma once

#include "methods/build.hpp"
#include "stats/moments.hpp"

#include <kapprox/plugin.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace kapprox {

std::shared_ptr<const Directions> shipped_directions(const std::string& name);

// trig, positive or hyperbolic.
std::shared_ptr<const RandomFeatureMap> shipped_map(const std::string& name, Index m,
                                                    const std::string& directions = "iid");

// Any feature map, by name and parameters.
std::shared_ptr<const FeatureMap> shipped_feature_map(const MethodSpec& spec);

// taylor, power or exp_limit.
std::shared_ptr<const FeatureMap> shipped_polynomial(const std::string& name, Index degree,
                                                     const std::string& layout = "symmetric");
std::shared_ptr<const FeatureMap> shipped_taylor(Index degree,
                                                 const std::string& layout = "symmetric");

// Parameters of a random feature map that a test makes itself.
Parameters map_parameters(Index m, std::shared_ptr<const Directions> directions);

// Queries and keys of norm `norm` in the first two coordinates; angle i between row i of each.
struct Plane {
  Matrix queries;
  Matrix keys;
  std::vector<Pair> pairs;
  Index ambient_dim;

  // width: 2 for reduced coordinates, d for full ones.
  Plane(Index d, Index width, double norm, std::vector<double> angles);
  Problem problem() const { return {queries, keys, {}, ambient_dim}; }
  double exact(std::size_t i) const { return dot(queries.row(Index(i)), keys.row(Index(i))); }
};

// Moments, per pair, of estimate / exp(q·k) over `trials` draws of one method.
std::vector<Moments> relative_moments(const PreparedKernel& prepared, const Plane& plane,
                                      const Stream& stream, Index trials);

// (found − truth) / standard error.
double z_of_mean(const Moments& moments, double truth);
double z_of_variance(const Moments& moments, double truth);

}  // namespace kapprox
