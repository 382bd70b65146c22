// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/query_blocks.hpp"

#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox {

namespace {

double mean_of(std::span<const double> x) {
  double sum = 0.0;
  for (const double value : x) sum += value;
  return sum / static_cast<double>(x.size());
}

double variance_of(std::span<const double> x) {
  const double mean = mean_of(x);
  double sum = 0.0;
  for (const double value : x) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(x.size());
}

// Sums of some terms of either sign, such as a logarithm and a mean, round to some parts in 1e16 of
// the largest: what differs by less than this share of the largest |value| is one value.
constexpr double rounding = 64.0 * std::numeric_limits<double>::epsilon();

bool is_constant(std::span<const double> x) {
  const auto [low, high] = std::minmax_element(x.begin(), x.end());
  return x.empty() || !(*high - *low > rounding * std::max(std::abs(*low), std::abs(*high)));
}

double pearson(std::span<const double> x, std::span<const double> y) {
  if (is_constant(x) || is_constant(y)) return std::numeric_limits<double>::quiet_NaN();
  const double x_mean = mean_of(x);
  const double y_mean = mean_of(y);
  double product = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) product += (x[i] - x_mean) * (y[i] - y_mean);
  const double spread = std::sqrt(variance_of(x)) * std::sqrt(variance_of(y));
  return product / static_cast<double>(x.size()) / spread;
}

int sign(double x) { return x > 0.0 ? 1 : x < 0.0 ? -1 : 0; }

// Kendall, "The treatment of ties in ranking problems", 1945: pairs in the same order less pairs in
// opposite order, over the geometric mean of the pairs that either side does not tie.
double kendall_tau_b(std::span<const double> x, std::span<const double> y) {
  double balance = 0.0;
  double x_untied = 0.0;
  double y_untied = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const int a = sign(x[i] - x[j]);
      const int b = sign(y[i] - y[j]);
      balance += a * b;
      x_untied += a * a;
      y_untied += b * b;
    }
  return balance / std::sqrt(x_untied * y_untied);  // NaN where a side is constant
}

}  // namespace

Competition competition_of(std::span<const SeenBlock> seen, const BlockChoice& choice) {
  const auto candidates = std::count_if(
      seen.begin(), seen.end(), [&](const SeenBlock& one) { return !is_forced(one, choice.own); });
  return {free_slots(seen, choice), static_cast<Index>(candidates)};
}

ScoreAgreement agreement_of(std::span<const double> scores, std::span<const double> exact) {
  ScoreAgreement result;
  result.blocks = static_cast<double>(scores.size());
  for (std::size_t b = 0; b < scores.size(); ++b) {
    const double error = scores[b] - exact[b];
    result.error += error;
    result.squared_error += error * error;
  }
  result.correlation = pearson(scores, exact);
  result.variance = variance_of(scores);
  result.kendall_tau = kendall_tau_b(scores, exact);
  result.exact_variance = variance_of(exact);
  return result;
}

QueryBlocks::QueryBlocks(std::vector<SeenBlock> seen, const VisibleKeys& visible,
                         std::span<const double> query)
    : visible_(visible), seen_(std::move(seen)), exact_(seen_), means_(seen_.size()) {
  std::vector<double> masses;
  for (SeenBlock& one : exact_) {
    std::vector<double>& weights = weights_.emplace_back();
    for (Index j = one.rows.first; j < one.rows.last; ++j)
      weights.push_back(dot(query, visible.keys().row(j)));
    variance_within_ += variance_of(weights) / static_cast<double>(exact_.size());
    const double largest = max_value(weights);
    const double sum = exp_and_sum(weights, largest, weights);
    for (double& weight : weights) weight /= sum;
    one.score = largest + std::log(sum);
    masses.push_back(one.score);
  }
  const double largest = max_value(masses);
  log_total_ = largest + std::log(exp_and_sum(masses, largest, masses));
}

void QueryBlocks::score_exactly() { seen_ = exact_; }

double QueryBlocks::share(std::size_t b) const { return std::exp(exact_[b].score - log_total_); }

const ScoreAgreement& QueryBlocks::agreement(OwnBlock own) {
  std::optional<ScoreAgreement>& known = agreements_[own == OwnBlock::none ? 0 : 1];
  if (known) return *known;
  std::vector<double> scores;
  std::vector<double> exact;
  for (std::size_t b = 0; b < seen_.size(); ++b) {
    if (is_forced(seen_[b], own)) continue;
    scores.push_back(seen_[b].score);
    exact.push_back(exact_[b].score);
  }
  return known.emplace(agreement_of(scores, exact));
}

const std::vector<double>& QueryBlocks::block_mean(std::size_t b) {
  std::vector<double>& mean = means_[b];
  if (!mean.empty()) return mean;
  mean.resize(static_cast<std::size_t>(visible_.values().cols));
  for (std::size_t t = 0; t < weights_[b].size(); ++t) {
    const std::span<const double> value =
        visible_.values().row(exact_[b].rows.first + static_cast<Index>(t));
    for (std::size_t c = 0; c < mean.size(); ++c) mean[c] += weights_[b][t] * value[c];
  }
  return mean;
}

void QueryBlocks::output(std::span<const std::size_t> chosen, std::span<double> out) {
  std::vector<double> masses;
  masses.reserve(chosen.size());
  for (const std::size_t b : chosen) masses.push_back(exact_[b].score);
  const double sum = exp_and_sum(masses, max_value(masses), masses);
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const std::vector<double>& mean = block_mean(chosen[i]);
    for (std::size_t c = 0; c < out.size(); ++c) out[c] += masses[i] / sum * mean[c];
  }
}

}  // namespace kapprox
