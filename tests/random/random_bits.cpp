// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Prints digests of what must be the same bits for every compiler and optimisation level. It is
// built against the library and, by same_bits.sh, from the sources of base, numeric and random.
#include "base/hash.hpp"

#include <kapprox/linear_algebra.hpp>
#include <kapprox/stream.hpp>
#include <kapprox/vector_math.hpp>

#include <cstdio>
#include <vector>

using kapprox::Digest;
using kapprox::Matrix;
using kapprox::Stream;

namespace {

void print(const char* what, std::span<const double> values) {
  Digest digest;
  digest.add(values);
  std::printf("%s %s\n", what, digest.hex().c_str());
}

}  // namespace

int main() {
  const Stream stream = Stream(17).at("bits").trial(42);
  Matrix numbers(1000, 100);
  stream.fill_normals(numbers);
  print("normals", numbers.values());
  stream.fill_uniforms(numbers);
  print("uniforms", numbers.values());
  std::vector<double> x(numbers.values().begin(), numbers.values().end());
  std::vector<double> y(x.size());
  kapprox::vector_log(x, y);
  print("log", y);
  for (double& value : x) value = 1400.0 * value - 700.0;
  kapprox::vector_exp(x, y);
  print("exp", y);
  std::vector<double> cosine(x.size());
  kapprox::vector_sin_cos(x, y, cosine);
  print("sine", y);
  print("cosine", cosine);
  const std::vector<double> dots = {kapprox::dot(x, y), kapprox::dot(y, cosine)};
  print("dot", dots);
  Matrix small(40, 30);
  stream.fill_normals(small);
  Matrix product(40, 40);
  kapprox::multiply_transposed(small, small, product);
  print("product", product.values());
  kapprox::orthonormalise_columns(small);
  print("orthonormal", small.values());
  return 0;
}
