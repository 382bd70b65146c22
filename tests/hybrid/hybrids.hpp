// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The methods of the plugin hybrid for tests, built by name together with their bases. They live as
// long as the program, so that what they prepared never outlives them.
#pragma once

#include "plugins/shipped.hpp"

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace kapprox {

// Any shipped kernel method, and of the tests themselves norm_weighted: for d = 4 a biased map with
// theory, whose ω must come with ‖ω‖².
std::shared_ptr<const KernelMethod> built(const MethodSpec& spec);

// A list parameter, and a nested method with parameters.
GivenValue list(std::vector<GivenValue> values);
GivenValue table(MethodSpec spec);

// What most tests vary of a hybrid; bases and directions are given by name.
struct HybridSpec {
  std::string weight = "angular";
  std::int64_t m = 16;
  std::int64_t n = 4;
  bool shared = true;
  double width = 1.0;
  std::string directions = "iid";
  std::string first = "hyperbolic";
  std::string second = "trig";

  MethodSpec spec() const;
};
std::shared_ptr<const KernelMethod> hybrid(const HybridSpec& spec);

// Relative variance of pair i by theory; NaN where it is unknown.
double relative_variance(const KernelMethod& method, const Plane& plane, std::size_t i = 0);

// The largest one over θ = 0 … π in `steps` steps, norms r, d = 16.
double largest_relative_variance(const KernelMethod& method, double r, int steps = 400);

// Estimates of all pairs by the draw at `stream`, relative to exp(q·k).
std::vector<double> relative_estimates(const KernelMethod& method, const Plane& plane,
                                       const Stream& stream);

// Features of both sides by the draw at `stream`.
struct MappedPlane {
  FeatureBlock queries;
  FeatureBlock keys;
};
MappedPlane mapped(const KernelMethod& method, const Plane& plane, const Stream& stream);

}  // namespace kapprox
