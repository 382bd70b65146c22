// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "plugins/shipped.hpp"

#include "loading/loader.hpp"

#include <cmath>

namespace kapprox {

namespace {

const Registry& shipped_registry() {
  static const std::unique_ptr<const Registry> registry = [] {
    auto loaded = std::make_unique<Registry>();
    // What is not built, or is refused, is missing below by name.
    load_plugin_folders(*loaded, {KAPPROX_BINARY_DIR "/lib/kapprox/plugins"});
    return loaded;
  }();
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

std::shared_ptr<const Directions> shipped_directions(const std::string& name) {
  return build<Directions>({name, {}});
}

std::shared_ptr<const RandomFeatureMap> shipped_map(const std::string& name, Index m,
                                                    const std::string& directions) {
  return build<RandomFeatureMap>({name, {{"m", std::int64_t{m}}, {"directions", directions}}});
}

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

Plane::Plane(Index d, Index width, double norm, std::vector<double> angles)
    : queries(Index(angles.size()), width), keys(Index(angles.size()), width), ambient_dim(d) {
  for (Index i = 0; i < queries.rows(); ++i) {
    const double angle = angles[static_cast<std::size_t>(i)];
    queries(i, 0) = norm;
    keys(i, 0) = norm * std::cos(angle);
    keys(i, 1) = norm * std::sin(angle);
    pairs.push_back({i, i});
  }
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

double z_of_mean(const Moments& moments, double truth) {
  return (moments.mean - truth) / moments.mean_standard_error();
}

double z_of_variance(const Moments& moments, double truth) {
  return (moments.variance() - truth) / moments.variance_standard_error();
}

}  // namespace kapprox
