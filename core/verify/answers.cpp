// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Comparisons of everything a sample says.
#include "verify/answers.hpp"

#include "verify/estimates.hpp"
#include "verify/same_numbers.hpp"

#include <algorithm>

namespace kapprox {

namespace {

bool same_matrix(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && same_numbers(a.values(), b.values());
}

bool same_weight(const WeightFactor& a, const WeightFactor& b) {
  return same_matrix(a.values, b.values) && a.numerator == b.numerator && a.divisor == b.divisor;
}

bool same_segment(const Segment& a, const Segment& b) {
  return same_matrix(a.values, b.values) && same_numbers(a.log_scale, b.log_scale) &&
         a.sign == b.sign &&
         std::equal(a.weights.begin(), a.weights.end(), b.weights.begin(), b.weights.end(),
                    same_weight);
}

bool same_block(const std::optional<FeatureBlock>& a, const std::optional<FeatureBlock>& b) {
  return a.has_value() == b.has_value() && (!a || same_bytes(*a, *b));
}

}  // namespace

Answer answer_of(const KernelSample& sample, const TestProblem& problem) {
  Answer answer;
  answer.estimates = estimates_of(sample, problem);
  if (const auto* features = dynamic_cast<const FeatureSample*>(&sample)) {
    answer.queries = features->map(Side::query, problem.queries);
    answer.keys = features->map(Side::key, problem.keys);
  }
  return answer;
}

FeatureBlock features_of(const KernelSample& sample, Side side, ConstMatrixView rows) {
  return dynamic_cast<const FeatureSample&>(sample).map(side, rows);
}

bool same_bytes(const std::vector<LogNumber>& a, const std::vector<LogNumber>& b) {
  return same_numbers(a, b);
}

bool same_bytes(const FeatureBlock& a, const FeatureBlock& b) {
  return std::equal(a.segments.begin(), a.segments.end(), b.segments.begin(), b.segments.end(),
                    same_segment);
}

bool same_bytes(const Answer& a, const Answer& b) {
  return same_bytes(a.estimates, b.estimates) && same_block(a.queries, b.queries) &&
         same_block(a.keys, b.keys);
}

}  // namespace kapprox
