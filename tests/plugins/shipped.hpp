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
#include <utility>
#include <vector>

namespace kapprox {

// A registry of its own with every plugin of the build tree, for tests that add methods to it. What
// is not built, or is refused, is missing by name.
std::unique_ptr<Registry> load_shipped_plugins();

std::shared_ptr<const Directions> shipped_directions(const std::string& name);

// A random feature map that needs no parameter but m.
std::shared_ptr<const RandomFeatureMap> shipped_map(const std::string& name, Index m,
                                                    const std::string& directions = "iid",
                                                    const std::string& centre = "none");

// Any attention or softmax method or block scorer, by name and parameters.
std::shared_ptr<const AttentionMethod> shipped_attention(const MethodSpec& spec);
std::shared_ptr<const SoftmaxMethod> shipped_softmax(const MethodSpec& spec);
std::shared_ptr<const BlockScorer> shipped_scorer(const MethodSpec& spec);

// A nested method, as a parameter.
GivenValue nested(const MethodSpec& spec);

// Any feature map, by name and parameters.
std::shared_ptr<const FeatureMap> shipped_feature_map(const MethodSpec& spec);

// taylor, power or exp_limit.
std::shared_ptr<const FeatureMap> shipped_polynomial(const std::string& name, Index degree,
                                                     const std::string& layout = "symmetric");
std::shared_ptr<const FeatureMap> shipped_taylor(Index degree,
                                                 const std::string& layout = "symmetric");

// Parameters of a random feature map that a test makes itself.
Parameters map_parameters(Index m, std::shared_ptr<const Directions> directions);

// n × d rows, N(0, std²).
Matrix normal_rows(Index n, Index d, double std, const Stream& stream);

// The same, each of that squared norm.
Matrix rows_of_square(Index n, Index d, double square, const Stream& stream);

std::vector<Pair> all_pairs(Index queries, Index keys);

// Estimates of all pairs under one draw of a map fitted to these rows.
std::vector<LogNumber> estimates_of(const FeatureMap& map, const Matrix& queries,
                                    const Matrix& keys, const Stream& stream = Stream(1));

// Row i: a query on the first axis, and a key at angles[i] to it in the plane of the first two.
struct Plane {
  Matrix queries;
  Matrix keys;
  std::vector<Pair> pairs;
  Index ambient_dim;

  // width: 2 for reduced coordinates, d for full ones.
  Plane(Index d, Index width, double norm, std::vector<double> angles)
      : Plane(d, width, norm, norm, std::move(angles)) {}
  Plane(Index d, Index width, double query_norm, double key_norm, std::vector<double> angles);
  Problem problem() const { return {queries, keys, {}, ambient_dim}; }
  double exact(std::size_t i) const { return dot(queries.row(Index(i)), keys.row(Index(i))); }
  double phi(std::size_t i) const;   // ‖q + k‖²
  double zeta(std::size_t i) const;  // ‖q − k‖²
};

// Moments, per pair, of estimate / exp(q·k) over `trials` draws of one method.
std::vector<Moments> relative_moments(const PreparedKernel& prepared, const Plane& plane,
                                      const Stream& stream, Index trials);

std::vector<Moments> relative_moments(const KernelMethod& method, const Plane& plane,
                                      const Stream& stream, Index trials);

// Expects a theory at every pair, and the mean and variance of `trials` draws to agree with it.
void expect_theory_holds(const PreparedKernel& prepared, const Plane& plane, const Stream& stream,
                         Index trials);

// (found − truth) / standard error.
double z_of_mean(const Moments& moments, double truth);
double z_of_variance(const Moments& moments, double truth);

}  // namespace kapprox
