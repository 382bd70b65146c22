// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Feature i draws a degree P from a law q and is Π_{j≤P} (w_j·x) / √(P! q_P m), w_j random signs.
// Kar, Karnick, "Random feature maps for dot product kernels", AISTATS 2012, algorithm 1, with
// q_p = 2^−(p+1). One estimate has the second moment Σ_p V^p / (p!² q_p), V = E[((w·x)(w·y))²]:
// 2 I_0(2 √(2V)) for the geometric law, exp(rate + V/rate) for the Poisson one, whose best rate √V
// is the best of all laws.
#include "random_maclaurin.hpp"

#include "discrete_law.hpp"
#include "feature_rows.hpp"
#include "moments.hpp"
#include "product_sketches.hpp"
#include "rates.hpp"

#include <kapprox/error.hpp>
#include <kapprox/log_factorials.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace kapprox::sketch {

namespace {

// Rows of each side that the fit looks at: a mean over 2^16 pairs is good to some percent.
constexpr Index most_fitted_rows = 256;

// Bits that the signs of one draw may take: 2 GiB.
constexpr double most_bits = 17'179'869'184.0;

// Mean of √V over all pairs of up to 256 evenly spaced queries and keys.
double mean_best_rate(const Problem& problem) {
  const Index queries = std::min(problem.queries.rows, most_fitted_rows);
  const Index keys = std::min(problem.keys.rows, most_fitted_rows);
  double sum = 0.0;
  for (Index i = 0; i < queries; ++i)
    for (Index j = 0; j < keys; ++j)
      sum += std::sqrt(factor_moments(problem.queries.row(i * problem.queries.rows / queries),
                                      problem.keys.row(j * problem.keys.rows / keys))
                           .second());
  const double pairs = static_cast<double>(queries) * static_cast<double>(keys);
  return pairs == 0.0 ? 0.0 : sum / pairs;
}

// The law of the degrees, and log(P! q_P) of each degree it draws.
struct DegreeLaw {
  DiscreteLaw law;
  double rate;  // of the Poisson law; 0: geometric
  std::vector<double> log_weights;

  static DegreeLaw geometric() {
    DegreeLaw degrees{geometric_law(0.5), 0.0, {}};
    degrees.log_weights = log_factorials(degrees.law.last());
    for (std::size_t p = 0; p < degrees.log_weights.size(); ++p)
      degrees.log_weights[p] -= (static_cast<double>(p) + 1.0) * std::numbers::ln2;
    return degrees;
  }
  static DegreeLaw poisson(double rate) {
    DegreeLaw degrees{poisson_law(rate), rate, {}};
    for (Index p = 0; p <= degrees.law.last(); ++p)
      degrees.log_weights.push_back(static_cast<double>(p) * std::log(rate) - rate);
    return degrees;
  }

  // log E h² of one estimate h · exp(q·k). The Poisson one, rate + V/rate − 2t, as a sum of
  // squares.
  double log_second(const FactorMoments& factor) const {
    const double t = factor.product;
    if (rate > 0.0) return ((rate - t) * (rate - t) + factor.excess) / rate;
    return std::numbers::ln2 + factorial_series(2, std::sqrt(2.0 * factor.second())).log_abs() -
           2.0 * t;
  }
};

class MaclaurinSample final : public FeatureSample {
 public:
  MaclaurinSample(const std::vector<double>& log_weights, ProductSketches sketches)
      : log_weights_(log_weights), sketches_(std::move(sketches)) {}

 private:
  FeatureBlock do_map(Side, ConstMatrixView rows) const override {
    const std::vector<Index>& degrees = sketches_.degrees();
    const auto count = static_cast<Index>(degrees.size());
    FeatureBlock block;
    block.segments.push_back(Segment::zeros(rows.rows, count));
    Segment& segment = block.segments.front();
    Matrix signs(rows.rows, count);
    Matrix logs(rows.rows, count);
    sketches_.products(rows, signs, logs);
    for (Index row = 0; row < rows.rows; ++row) {
      for (std::size_t i = 0; i < degrees.size(); ++i)
        logs.row(row)[i] -= 0.5 * log_weights_[static_cast<std::size_t>(degrees[i])];
      write_row(signs.row(row), logs.row(row), feature_row(segment, row));
      segment.log_scale[static_cast<std::size_t>(row)] -=
          0.5 * std::log(static_cast<double>(count));
    }
    return block;
  }

  const std::vector<double>& log_weights_;
  ProductSketches sketches_;
};

class PreparedMaclaurin final : public PreparedKernel {
 public:
  PreparedMaclaurin(Index count, DegreeLaw degrees, Index dim)
      : count_(count), degrees_(std::move(degrees)), dim_(dim) {}

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
    const Stream address =
        stream.at(Slot::omega).at("random_maclaurin").at(static_cast<std::uint64_t>(dim_));
    Matrix uniforms(count_, 1);
    address.at("degrees").fill_uniforms(uniforms);
    std::vector<Index> degrees;
    for (const double uniform : uniforms.values()) degrees.push_back(degrees_.law.inverse(uniform));
    return std::make_unique<MaclaurinSample>(
        degrees_.log_weights, ProductSketches(address.at("signs"), std::move(degrees), dim_));
  }

  std::optional<Theory> do_theory(std::span<const double> query,
                                  std::span<const double> key) const override {
    const FactorMoments factor = factor_moments(query, key);
    return unbiased_theory(factor.product, degrees_.log_second(factor), count_);
  }

  Index count_;
  DegreeLaw degrees_;
  Index dim_;
};

void check_memory(Index count, double rate, Index dim) {
  const double bits = static_cast<double>(count) * rate * static_cast<double>(dim);
  if (bits <= most_bits) return;
  throw InputError("random_maclaurin: one draw of m = " + std::to_string(count) +
                   " features of mean degree " + shortest(rate) + " over " + std::to_string(dim) +
                   " coordinates needs " + shortest(bits) +
                   " signs, but must need at most 2^34 (2 GiB); lower m or the rate");
}

}  // namespace

void RandomMaclaurin::declare(Declarations& declarations) {
  declare_count(declarations);
  declarations.choice("law", "law of the degrees", {"geometric", "poisson"});
  declare_rate(declarations, "mean degree of the poisson law; 0: fitted to the data");
}

RandomMaclaurin::RandomMaclaurin(const Parameters& parameters)
    : count_(parameters.integer("m")),
      geometric_(parameters.choice("law") == "geometric"),
      rate_(given_rate("random_maclaurin", parameters)) {
  if (geometric_ && rate_ != 0.0)
    throw InputError("random_maclaurin: rate is " + shortest(rate_) +
                     ", but must be 0 with the geometric law, whose mean degree is 1; leave it out "
                     "or choose law = \"poisson\"");
}

Claims RandomMaclaurin::do_claims() const {
  return {.random = true, .unbiased = true, .fits_data = !geometric_ && rate_ == 0.0};
}

// A fitted rate is known only to the prepared method; it counts as 1 here.
Cost RandomMaclaurin::do_cost(Index ambient_dim) const {
  const double mean_degree = rate_ > 0.0 ? rate_ : 1.0;
  const double projections = mean_degree * static_cast<double>(count_);
  Cost cost;
  cost.feature_dim = count_;
  cost.projections_per_token = static_cast<Index>(std::ceil(projections));
  cost.multiply_adds_per_token = projections * (static_cast<double>(ambient_dim) + 1.0);
  return cost;
}

double RandomMaclaurin::mean_degree(const Problem& problem) const {
  double rate = 1.0;
  if (!geometric_)
    rate = rate_ > 0.0 ? rate_ : fitted_rate("random_maclaurin", mean_best_rate(problem));
  check_memory(count_, rate, problem.ambient_dim);
  return rate;
}

void RandomMaclaurin::do_check_problem(const Problem& problem) const { mean_degree(problem); }

std::unique_ptr<const PreparedKernel> RandomMaclaurin::do_prepare(const Problem& problem) const {
  const double rate = mean_degree(problem);
  return std::make_unique<PreparedMaclaurin>(
      count_, geometric_ ? DegreeLaw::geometric() : DegreeLaw::poisson(rate), problem.ambient_dim);
}

}  // namespace kapprox::sketch
