// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Features Π_l x_l^{N_il} with N_il drawn per feature and coordinate. Likhosherstov et al., "Chefs'
// random tables: non-trigonometric random features", NeurIPS 2022 (PoisRF, GeomRF). A row of
// logarithms is one matrix product of the counts with log |x|; signs and zeros are products with
// the indicators of x_l < 0 and x_l = 0.
#include "counts.hpp"

#include "count_laws.hpp"
#include "feature_rows.hpp"
#include "rates.hpp"

#include <kapprox/vector_math.hpp>

#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace kapprox::sketch {

namespace {

class CountSample final : public FeatureSample {
 public:
  // counts: m × d whole numbers.
  CountSample(Matrix counts, const CountLaw& law) : counts_(std::move(counts)) {
    const double share = 0.5 * std::log(static_cast<double>(counts_.rows()));
    for (Index i = 0; i < counts_.rows(); ++i)
      log_weights_.push_back(law.log_weight(counts_.row(i)) - share);
  }

 private:
  FeatureBlock do_map(Side, ConstMatrixView rows) const override {
    Matrix logs(rows.rows, rows.cols);
    Matrix negative(rows.rows, rows.cols);
    Matrix zero(rows.rows, rows.cols);
    for (Index row = 0; row < rows.rows; ++row)
      for (Index l = 0; l < rows.cols; ++l) {
        const double x = rows(row, l);
        logs(row, l) = x == 0.0 ? 0.0 : std::log(std::abs(x));
        negative(row, l) = static_cast<double>(x < 0.0);
        zero(row, l) = static_cast<double>(x == 0.0);
      }
    Matrix log_sizes = products(logs);
    const Matrix negatives = products(negative);
    const Matrix zeros = products(zero);
    FeatureBlock block;
    block.segments.push_back(Segment::zeros(rows.rows, counts_.rows()));
    std::vector<double> signs(log_weights_.size());
    for (Index row = 0; row < rows.rows; ++row) {
      for (std::size_t i = 0; i < signs.size(); ++i) {
        const double parity = std::fmod(negatives.row(row)[i], 2.0);
        signs[i] = zeros.row(row)[i] > 0.0 ? 0.0 : 1.0 - 2.0 * parity;
        log_sizes.row(row)[i] += log_weights_[i];
      }
      write_row(signs, log_sizes.row(row), feature_row(block.segments.front(), row));
    }
    return block;
  }

  // Entry (row, i) = Σ_l values(row, l) N_il.
  Matrix products(const Matrix& values) const {
    Matrix out(values.rows(), counts_.rows());
    multiply_transposed(values, counts_, out);
    return out;
  }

  Matrix counts_;
  std::vector<double> log_weights_;
};

class PreparedCounts final : public PreparedKernel {
 public:
  PreparedCounts(std::string_view name, std::unique_ptr<const CountLaw> law, Index count, Index dim)
      : name_(name), law_(std::move(law)), count_(count), dim_(dim) {}

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
    Matrix counts(count_, dim_);
    stream.at(Slot::omega).at(name_).at(static_cast<std::uint64_t>(dim_)).fill_uniforms(counts);
    for (double& value : counts.values()) value = law_->count(value);
    return std::make_unique<CountSample>(std::move(counts), *law_);
  }

  std::optional<Theory> do_theory(std::span<const double> query,
                                  std::span<const double> key) const override {
    return law_->theory(query, key, count_);
  }

  std::string name_;
  std::unique_ptr<const CountLaw> law_;
  Index count_;
  Index dim_;
};

Cost cost_of_counts(Index count, Index ambient_dim) {
  Cost cost;
  cost.feature_dim = count;
  cost.multiply_adds_per_token = static_cast<double>(count) * static_cast<double>(ambient_dim);
  return cost;
}

double mean_square(ConstMatrixView rows, Index l) {
  double sum = 0.0;
  for (Index row = 0; row < rows.rows; ++row) sum += rows(row, l) * rows(row, l);
  return rows.rows == 0 ? 0.0 : sum / static_cast<double>(rows.rows);
}

// √ of the mean over coordinates of E x_l² E y_l²: the best rate √(Σ x_l² y_l² / d), averaged under
// the root over all pairs.
double mean_best_rate(const Problem& problem) {
  double sum = 0.0;
  for (Index l = 0; l < problem.rank(); ++l)
    sum += mean_square(problem.queries, l) * mean_square(problem.keys, l);
  return std::sqrt(sum / static_cast<double>(problem.rank()));
}

}  // namespace

void Poisson::declare(Declarations& declarations) {
  declare_count(declarations);
  declare_rate(declarations, "mean count of each coordinate; 0: fitted to the data");
}

Poisson::Poisson(const Parameters& parameters)
    : count_(parameters.integer("m")), rate_(given_rate("poisson", parameters)) {}

Claims Poisson::do_claims() const {
  return {.random = true, .unbiased = true, .fits_data = rate_ == 0.0};
}

Cost Poisson::do_cost(Index ambient_dim) const { return cost_of_counts(count_, ambient_dim); }

double Poisson::rate_for(const Problem& problem) const {
  return rate_ > 0.0 ? rate_ : fitted_rate("poisson", mean_best_rate(problem));
}

void Poisson::do_check_problem(const Problem& problem) const { rate_for(problem); }

std::unique_ptr<const PreparedKernel> Poisson::do_prepare(const Problem& problem) const {
  return std::make_unique<PreparedCounts>(
      "poisson", std::make_unique<PoissonCounts>(rate_for(problem)), count_, problem.ambient_dim);
}

void Geometric::declare(Declarations& declarations) {
  declare_count(declarations);
  declarations.real("success", "probability that a coordinate's count is 0")
      .at_least(0.001)
      .at_most(0.999)
      .otherwise(0.5);
}

Geometric::Geometric(const Parameters& parameters)
    : count_(parameters.integer("m")), success_(parameters.real("success")) {}

Claims Geometric::do_claims() const { return {.random = true, .unbiased = true}; }

Cost Geometric::do_cost(Index ambient_dim) const { return cost_of_counts(count_, ambient_dim); }

std::unique_ptr<const PreparedKernel> Geometric::do_prepare(const Problem& problem) const {
  return std::make_unique<PreparedCounts>("geometric", std::make_unique<GeometricCounts>(success_),
                                          count_, problem.ambient_dim);
}

}  // namespace kapprox::sketch
