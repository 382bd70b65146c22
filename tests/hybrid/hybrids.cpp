// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "hybrid/hybrids.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace kapprox {

namespace {

// Positive features times ‖ω‖/√d: a biased map that reads ‖ω‖², with mean 1 + φ/d and second moment
// exp(φ) ((d + 4φ)² + 2d + 16φ)/d² in units of the kernel (ω ~ N(s, I) and N(2s, I), s = q + k).
class NormWeighted final : public RandomFeatureMap {
 public:
  using RandomFeatureMap::RandomFeatureMap;

 private:
  static constexpr double dim = 4.0;

  Claims do_map_claims() const override {
    return {.nonnegative = true, .rotation_invariant = true};
  }
  Index do_features_per_direction() const override { return 1; }
  bool do_needs_direction_norms() const override { return true; }
  std::optional<MapTerm> do_term(std::span<const double> x,
                                 std::span<const double> y) const override {
    const double phi = dot(x, x) + dot(y, y) + 2.0 * dot(x, y);
    const double mean = 1.0 + phi / dim;
    const double fourth_power = std::pow(dim + 4.0 * phi, 2) + 2.0 * dim + 16.0 * phi;
    const double second = std::exp(phi) * fourth_power / (dim * dim);
    return MapTerm{{{mean, 0.0}, {second - mean * mean, 0.0}}, std::nullopt};
  }
  void do_map(const Projections& projections, Side, Segment& out) const override {
    std::vector<double> exponents(static_cast<std::size_t>(projections.directions()));
    for (Index row = 0; row < projections.rows(); ++row) {
      for (std::size_t i = 0; i < exponents.size(); ++i)
        exponents[i] =
            projections.row(row)[i] + 0.5 * std::log(projections.direction_squared_norms[i] / dim);
      exp_shifted(exponents, projections.half_squared_norm(row), projections.directions(),
                  feature_row(out, row));
    }
  }
};

const Registry& registry() {
  static const std::unique_ptr<const Registry> loaded = [] {
    std::unique_ptr<Registry> fresh = load_shipped_plugins();
    fresh->enrol_plugin("tests", [](Registry& own) {
      own.add<NormWeighted>("norm_weighted", "biased, reads norms", "tests/hybrid");
    });
    return fresh;
  }();
  return *loaded;
}

}  // namespace

std::shared_ptr<const KernelMethod> built(const MethodSpec& spec) {
  static std::vector<std::shared_ptr<const Method>> kept;  // for as long as the program runs
  kept.push_back(build_method(registry(), Kind::kernel, spec, "test").method);
  return std::dynamic_pointer_cast<const KernelMethod>(kept.back());
}

GivenValue list(std::vector<GivenValue> values) {
  return std::make_shared<GivenList>(GivenList{std::move(values)});
}

GivenValue table(MethodSpec spec) { return std::make_shared<MethodSpec>(std::move(spec)); }

MethodSpec HybridSpec::spec() const {
  return {"hybrid",
          {{"weight", weight},
           {"m", m},
           {"n", n},
           {"shared", shared},
           {"width", width},
           {"directions", directions},
           {"first", first},
           {"second", second}}};
}

std::shared_ptr<const KernelMethod> hybrid(const HybridSpec& spec) { return built(spec.spec()); }

double relative_variance(const KernelMethod& method, const Plane& plane, std::size_t i) {
  const auto prepared = method.prepare(plane.problem());
  const auto theory = prepared->theory(plane.queries.row(Index(i)), plane.keys.row(Index(i)));
  if (!theory) return std::numeric_limits<double>::quiet_NaN();
  return theory->variance.over(2.0 * plane.exact(i));
}

double largest_relative_variance(const KernelMethod& method, double r, int steps) {
  std::vector<double> angles;
  for (int i = 0; i <= steps; ++i) angles.push_back(std::numbers::pi * i / steps);
  const Plane plane(16, 2, r, r, angles);
  const auto prepared = method.prepare(plane.problem());
  double largest = 0.0;
  for (std::size_t i = 0; i < plane.pairs.size(); ++i) {
    const auto theory = prepared->theory(plane.queries.row(Index(i)), plane.keys.row(Index(i)));
    largest = std::max(largest, theory.value().variance.over(2.0 * plane.exact(i)));
  }
  return largest;
}

std::vector<double> relative_estimates(const KernelMethod& method, const Plane& plane,
                                       const Stream& stream) {
  std::vector<LogNumber> estimates(plane.pairs.size());
  const auto prepared = method.prepare(plane.problem());
  prepared->draw(stream)->estimate(plane.queries, plane.keys, plane.pairs, estimates);
  std::vector<double> relative;
  for (std::size_t i = 0; i < estimates.size(); ++i)
    relative.push_back(estimates[i].over(plane.exact(i)));
  return relative;
}

MappedPlane mapped(const KernelMethod& method, const Plane& plane, const Stream& stream) {
  const auto prepared = method.prepare(plane.problem());
  const auto sample = prepared->draw(stream);
  const auto& features = dynamic_cast<const FeatureSample&>(*sample);
  return {features.map(Side::query, plane.queries), features.map(Side::key, plane.keys)};
}

}  // namespace kapprox
