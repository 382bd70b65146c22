// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "plugins/shipped.hpp"

#include "loading/loader.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {

namespace {

const Registry& shipped_registry() {
  static const std::unique_ptr<const Registry> registry = load_shipped_plugins();
  return *registry;
}

template <class M>
std::shared_ptr<const M> build(const MethodSpec& spec) {
  static std::vector<std::shared_ptr<const Method>> kept;  // for as long as the program runs
  const BuiltMethod built = build_method(shipped_registry(), M::kind, spec, "test");
  kept.push_back(built.method);
  auto method = std::dynamic_pointer_cast<const M>(built.method);
  if (!method) throw Error("build: " + spec.method + " is of another class than the test needs");
  return method;
}

}  // namespace

std::unique_ptr<Registry> load_shipped_plugins() {
  auto registry = std::make_unique<Registry>();
  load_plugin_folders(*registry, {KAPPROX_BINARY_DIR "/lib/kapprox/plugins"});
  return registry;
}

std::shared_ptr<const Directions> shipped_directions(const std::string& name) {
  return build<Directions>({name, {}});
}

std::shared_ptr<const RandomFeatureMap> shipped_map(const std::string& name, Index m,
                                                    const std::string& directions,
                                                    const std::string& centre) {
  return build<RandomFeatureMap>(
      {name, {{"m", std::int64_t{m}}, {"directions", directions}, {"centre", centre}}});
}

std::shared_ptr<const AttentionMethod> shipped_attention(const MethodSpec& spec) {
  return build<AttentionMethod>(spec);
}

std::shared_ptr<const SoftmaxMethod> shipped_softmax(const MethodSpec& spec) {
  return build<SoftmaxMethod>(spec);
}

std::shared_ptr<const BlockScorer> shipped_scorer(const MethodSpec& spec) {
  return build<BlockScorer>(spec);
}

GivenValue nested(const MethodSpec& spec) { return std::make_shared<MethodSpec>(spec); }

std::shared_ptr<const FeatureMap> shipped_feature_map(const MethodSpec& spec) {
  return build<FeatureMap>(spec);
}

std::shared_ptr<const FeatureMap> shipped_polynomial(const std::string& name, Index degree,
                                                     const std::string& layout) {
  return build<FeatureMap>({name, {{"degree", std::int64_t{degree}}, {"layout", layout}}});
}

std::shared_ptr<const FeatureMap> shipped_taylor(Index degree, const std::string& layout) {
  return shipped_polynomial("taylor", degree, layout);
}

Parameters map_parameters(Index m, std::shared_ptr<const Directions> directions) {
  Parameters parameters;
  parameters.set("m", std::int64_t{m});
  parameters.set("directions", std::shared_ptr<const Method>(std::move(directions)));
  parameters.set("centre", std::string("none"));
  return parameters;
}

Matrix normal_rows(Index n, Index d, double std, const Stream& stream) {
  Matrix rows(n, d);
  stream.fill_normals(rows);
  for (double& value : rows.values()) value *= std;
  return rows;
}

Matrix rows_of_square(Index n, Index d, double square, const Stream& stream) {
  Matrix rows = normal_rows(n, d, 1.0, stream);
  for (Index i = 0; i < n; ++i) {
    const double factor = std::sqrt(square / dot(rows.row(i), rows.row(i)));
    for (double& value : rows.row(i)) value *= factor;
  }
  return rows;
}

std::vector<Pair> all_pairs(Index queries, Index keys) {
  std::vector<Pair> pairs;
  for (Index i = 0; i < queries; ++i)
    for (Index j = 0; j < keys; ++j) pairs.push_back({i, j});
  return pairs;
}

std::vector<LogNumber> estimates_of(const FeatureMap& map, const Matrix& queries,
                                    const Matrix& keys, const Stream& stream) {
  const std::vector<Pair> pairs = all_pairs(queries.rows(), keys.rows());
  std::vector<LogNumber> estimates(pairs.size());
  map.prepare({queries, keys, {}, queries.cols()})
      ->draw(stream)
      ->estimate(queries, keys, pairs, estimates);
  return estimates;
}

Plane::Plane(Index d, Index width, double query_norm, double key_norm, std::vector<double> angles)
    : queries(Index(angles.size()), width), keys(Index(angles.size()), width), ambient_dim(d) {
  for (Index i = 0; i < queries.rows(); ++i) {
    const double angle = angles[static_cast<std::size_t>(i)];
    queries(i, 0) = query_norm;
    keys(i, 0) = key_norm * std::cos(angle);
    keys(i, 1) = key_norm * std::sin(angle);
    pairs.push_back({i, i});
  }
}

double Plane::phi(std::size_t i) const {
  return std::pow(queries(Index(i), 0) + keys(Index(i), 0), 2) +
         std::pow(queries(Index(i), 1) + keys(Index(i), 1), 2);
}

double Plane::zeta(std::size_t i) const {
  return std::pow(queries(Index(i), 0) - keys(Index(i), 0), 2) +
         std::pow(queries(Index(i), 1) - keys(Index(i), 1), 2);
}

std::vector<Moments> relative_moments(const PreparedKernel& prepared, const Plane& plane,
                                      const Stream& stream, Index trials) {
  std::vector<Moments> moments(plane.pairs.size());
  std::vector<LogNumber> estimates(plane.pairs.size());
  for (Index trial = 0; trial < trials; ++trial) {
    prepared.draw(stream.trial(static_cast<std::uint64_t>(trial)))
        ->estimate(plane.queries, plane.keys, plane.pairs, estimates);
    for (std::size_t i = 0; i < moments.size(); ++i)
      moments[i].add(estimates[i].over(plane.exact(i)));
  }
  return moments;
}

std::vector<Moments> relative_moments(const KernelMethod& method, const Plane& plane,
                                      const Stream& stream, Index trials) {
  return relative_moments(*method.prepare(plane.problem()), plane, stream, trials);
}

void expect_theory_holds(const PreparedKernel& prepared, const Plane& plane, const Stream& stream,
                         Index trials) {
  const std::vector<Moments> moments = relative_moments(prepared, plane, stream, trials);
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const auto theory = prepared.theory(plane.queries.row(Index(i)), plane.keys.row(Index(i)));
    ASSERT_TRUE(theory) << "pair " << i;
    const double mean = theory->mean.over(plane.exact(i));
    const double variance = theory->variance.over(2.0 * plane.exact(i));
    EXPECT_LT(std::abs(z_of_mean(moments[i], mean)), tolerance::standard_errors) << "pair " << i;
    EXPECT_LT(std::abs(z_of_variance(moments[i], variance)), tolerance::standard_errors)
        << "pair " << i;
  }
}

double z_of_mean(const Moments& moments, double truth) {
  return (moments.mean - truth) / moments.mean_standard_error();
}

double z_of_variance(const Moments& moments, double truth) {
  return (moments.variance() - truth) / moments.variance_standard_error();
}

}  // namespace kapprox
