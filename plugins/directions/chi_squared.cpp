// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A gamma number of integer shape is a sum of exponentials, −log U each (Devroye, "Non-Uniform
// Random Variate Generation", 1986, chapter IX.3); χ² with 2k degrees is twice one of shape k.
#include "chi_squared.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace kapprox {

namespace {

// Draws made together: their uniforms stay in the cache. A part of the address, so never changed.
constexpr Index group = 256;

// Uniforms multiplied before one logarithm: each is at least 2^-54, and 2^-864 is still normal.
constexpr std::size_t factors_per_logarithm = 16;

double minus_log_product(std::span<const double> uniforms) {
  double sum = 0.0;
  while (!uniforms.empty()) {
    const std::size_t factors = std::min(factors_per_logarithm, uniforms.size());
    double product = 1.0;
    for (const double u : uniforms.first(factors)) product *= u;
    sum -= std::log(product);
    uniforms = uniforms.subspan(factors);
  }
  return sum;
}

}  // namespace

void add_chi_squared(const Stream& stream, Index degrees, std::span<double> out) {
  const auto count = static_cast<Index>(out.size());
  Matrix uniforms(std::min(group, count), degrees / 2);
  Matrix normals(std::min(group, count), degrees % 2);
  for (Index first = 0; first < count; first += group) {
    const Stream address = stream.at(static_cast<std::uint64_t>(first / group));
    const Index rows = std::min(group, count - first);
    MatrixView u = uniforms;
    MatrixView z = normals;
    u.rows = z.rows = rows;
    address.at("uniforms").fill_uniforms(u);
    address.at("normals").fill_normals(z);
    for (Index i = 0; i < rows; ++i) {
      double& sum = out[static_cast<std::size_t>(first + i)];
      sum += 2.0 * minus_log_product(u.row(i));
      for (const double normal : z.row(i)) sum += normal * normal;
    }
  }
}

}  // namespace kapprox
