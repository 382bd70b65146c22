// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "softmax_series/series.hpp"

#include "plugins/shipped.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {

namespace {

template <class M>
std::shared_ptr<const M> series(Index order) {
  static const std::unique_ptr<const Registry> registry = load_shipped_plugins();
  static std::vector<std::shared_ptr<const Method>> kept;  // for as long as the program runs
  kept.push_back(
      build_method(*registry, M::kind, {"series", {{"order", std::int64_t{order}}}}, "test")
          .method);
  return std::dynamic_pointer_cast<const M>(kept.back());
}

}  // namespace

std::shared_ptr<const SoftmaxMethod> series_softmax(Index order) {
  return series<SoftmaxMethod>(order);
}

std::shared_ptr<const AttentionMethod> series_attention(Index order) {
  return series<AttentionMethod>(order);
}

SeriesRow series_row(const std::vector<double>& logits, Index order) {
  SeriesRow row;
  row.weights.resize(logits.size());
  row.log_sum_exp = series_softmax(order)->weights(logits, row.weights);
  return row;
}

std::vector<double> plain_weights(const std::vector<long double>& logits, Index order) {
  const auto n = static_cast<long double>(logits.size());
  const auto count = static_cast<std::size_t>(order) + 1;
  long double mean = 0.0L;
  for (const long double x : logits) mean += x / n;
  std::vector<std::vector<long double>> powers;  // y^r / r!
  std::vector<long double> a(count);
  for (const long double x : logits) {
    std::vector<long double> power(count, 1.0L);
    for (std::size_t r = 1; r < count; ++r)
      power[r] = power[r - 1] * (x - mean) / static_cast<long double>(r);
    for (std::size_t r = 0; r < count; ++r) a[r] += power[r] / n;
    powers.push_back(power);
  }
  std::vector<double> weights;
  for (const std::vector<long double>& power : powers) {
    std::vector<long double> sigma = power;
    long double sum = 0.0L;
    for (std::size_t r = 0; r < count; ++r) {
      for (std::size_t j = 2; j <= r; ++j) sigma[r] -= a[j] * sigma[r - j];
      sum += sigma[r];
    }
    weights.push_back(static_cast<double>(sum / n));
  }
  return weights;
}

AttentionOutput output_of(const AttentionMethod& method, const Head& head, const Mask& mask) {
  const Problem problem = head.problem();
  return method.prepare(problem, mask)->draw(Stream(1))->output();
}

Matrix weights_of(const AttentionMethod& method, const Head& head, const Mask& mask) {
  const Problem problem = head.problem();
  return method.prepare(problem, mask)->draw(Stream(1))->weights();
}

Matrix plain_attention_weights(const Head& head, const Mask& mask, Index order, double common) {
  Matrix weights(head.queries.rows(), head.keys.rows());
  for (Index i = 0; i < weights.rows(); ++i) {
    std::vector<Index> seen;
    std::vector<long double> logits;
    for (Index j = 0; j < weights.cols(); ++j) {
      if (!mask.allows(i, j, weights.rows(), weights.cols())) continue;
      long double logit = 0.0L;
      for (Index l = 0; l < head.keys.cols(); ++l)
        logit += static_cast<long double>(head.queries(i, l)) *
                 (static_cast<long double>(head.keys(j, l)) - common);
      seen.push_back(j);
      logits.push_back(logit);
    }
    const std::vector<double> row = plain_weights(logits, order);
    for (std::size_t j = 0; j < seen.size(); ++j) weights(i, seen[j]) = row[j];
  }
  return weights;
}

void expect_rows(const AttentionOutput& output, const Matrix& weights, const Matrix& values,
                 double relative) {
  ASSERT_EQ(output.rows.rows(), weights.rows());
  ASSERT_EQ(output.rows.cols(), values.cols());
  for (Index i = 0; i < weights.rows(); ++i)
    for (Index l = 0; l < values.cols(); ++l) {
      long double truth = 0.0L;
      double size = 0.0;
      for (Index j = 0; j < weights.cols(); ++j) {
        if (weights(i, j) == 0.0) continue;
        truth += static_cast<long double>(weights(i, j)) * values(j, l);
        size += std::abs(weights(i, j) * values(j, l));
      }
      // Written so that NaN fails.
      EXPECT_TRUE(std::abs(output.rows(i, l) - static_cast<double>(truth)) <= relative * size)
          << "row " << i << ", column " << l << ": " << output.rows(i, l) << " for " << truth;
    }
}

}  // namespace kapprox
