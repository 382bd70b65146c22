// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "attention_methods/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox {

namespace {

std::unique_ptr<const AttentionSample> draw(const AttentionMethod& method, const Head& head,
                                            const Mask& mask) {
  return method.prepare(head.problem(), mask)->draw(Stream(1));
}

}  // namespace

AttentionOutput output_of(const AttentionMethod& method, const Head& head, const Mask& mask) {
  return draw(method, head, mask)->output();
}

AttentionOutput output_of(const MethodSpec& spec, const Head& head, const Mask& mask) {
  return output_of(*shipped_attention(spec), head, mask);
}

Matrix weights_of(const MethodSpec& spec, const Head& head, const Mask& mask) {
  return draw(*shipped_attention(spec), head, mask)->weights();
}

std::vector<MethodSpec> every_method() {
  const GivenValue cold = nested({"softmax", {{"temperature", 0.5}}});
  const GivenValue window = std::int64_t{9};
  const GivenValue landmarks = std::int64_t{4};
  return {{"exact", {}},
          {"average", {}},
          {"direct", {{"softmax", cold}}},
          {"direct", {{"softmax", std::string("hard")}}},
          {"local", {{"window", window}}},
          {"local", {{"window", window}, {"inner", std::string("efficient")}}},
          {"efficient", {}},
          {"nystrom", {{"landmarks", landmarks}}},
          {"nystrom", {{"landmarks", landmarks}, {"iterations", std::int64_t{6}}}}};
}

double largest_difference(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return std::numeric_limits<double>::infinity();
  double largest = 0.0;
  for (std::size_t i = 0; i < a.values().size(); ++i) {
    const double difference = std::abs(a.values()[i] - b.values()[i]);
    if (!(difference <= largest))
      largest = std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
  }
  return largest;
}

}  // namespace kapprox
