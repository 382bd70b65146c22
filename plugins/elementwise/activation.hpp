// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One positive function of every coordinate as a feature map, φ_l(x) = φ(x_l), D = d, given as its
// logarithm so that no value overflows. Deterministic: the estimate Σ_l φ(q_l) φ(k_l) is its
// theory.
#pragma once

#include <kapprox/plugin.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace kapprox::elementwise {

using LogActivation = double (*)(double);  // log φ(u)

class ActivationSample final : public FeatureSample {
 public:
  explicit ActivationSample(LogActivation log_phi) : log_phi_(log_phi) {}

 private:
  FeatureBlock do_map(Side, ConstMatrixView rows) const override {
    FeatureBlock block;
    block.segments.push_back(Segment::zeros(rows.rows, rows.cols));
    std::vector<double> logs(static_cast<std::size_t>(rows.cols));
    for (Index i = 0; i < rows.rows; ++i) {
      const std::span<const double> row = rows.row(i);
      std::transform(row.begin(), row.end(), logs.begin(), log_phi_);
      exp_shifted(logs, 0.0, 1, feature_row(block.segments.front(), i));
    }
    return block;
  }

  LogActivation log_phi_;
};

class PreparedActivation final : public PreparedKernel {
 public:
  explicit PreparedActivation(LogActivation log_phi) : log_phi_(log_phi) {}

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream&) const override {
    return std::make_unique<ActivationSample>(log_phi_);
  }

  std::optional<Theory> do_theory(std::span<const double> query,
                                  std::span<const double> key) const override {
    Theory theory;
    for (std::size_t l = 0; l < query.size(); ++l)
      theory.mean = theory.mean + LogNumber{1.0, log_phi_(query[l]) + log_phi_(key[l])};
    theory.fourth = LogNumber{};
    theory.fourth_is_exact = true;
    return theory;
  }

  LogActivation log_phi_;
};

inline Cost activation_cost(Index ambient_dim) {
  Cost cost;
  cost.feature_dim = ambient_dim;
  cost.multiply_adds_per_token = static_cast<double>(ambient_dim);
  return cost;
}

}  // namespace kapprox::elementwise
