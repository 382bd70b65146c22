// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/odd_attention.hpp"

#include <kapprox/attention_method.hpp>
#include <kapprox/exact_attention.hpp>

#include <limits>
#include <stdexcept>

namespace kapprox {

namespace {

class NoisySample final : public AttentionSample {
 public:
  explicit NoisySample(AttentionOutput output) : output_(std::move(output)) {}

 private:
  AttentionOutput do_output() const override { return output_; }

  AttentionOutput output_;
};

class NoisyPrepared final : public PreparedAttention {
 public:
  NoisyPrepared(const Problem& problem, const Mask& mask, double stretch, double spread,
                std::int64_t period)
      : exact_(exact_attention(problem, mask)),
        stretch_(stretch),
        spread_(spread),
        period_(period) {}

 private:
  std::unique_ptr<const AttentionSample> do_draw(const Stream& stream) const override {
    const auto draw = static_cast<std::int64_t>(stream.trial_number());
    if (period_ > 0 && draw % period_ == period_ - 1)
      throw std::runtime_error("the matrix is singular");
    Matrix noise(exact_.rows.rows(), exact_.rows.cols());
    stream.fill_normals(noise);
    AttentionOutput out;
    out.flags = exact_.flags;
    out.rows = exact_.rows;
    for (Index i = 0; i < noise.rows(); ++i)
      for (Index j = 0; j < noise.cols(); ++j)
        out.rows(i, j) = (1.0 + stretch_) * exact_.rows(i, j) + spread_ * noise(i, j);
    if (period_ < 0) out.rows(0, 0) = std::numeric_limits<double>::quiet_NaN();
    return std::make_unique<NoisySample>(std::move(out));
  }
  std::optional<AttentionTheory> do_theory() const override {
    AttentionTheory theory{exact_.rows, exact_.rows};
    for (double& value : theory.bias.values()) value *= stretch_;
    for (double& value : theory.variance.values()) value = spread_ * spread_;
    return theory;
  }

  AttentionOutput exact_;
  double stretch_;
  double spread_;
  std::int64_t period_;
};

class Noisy final : public AttentionMethod {
 public:
  static void declare(Declarations& declarations) {
    declarations.real("stretch", "bias / exact").otherwise(0.0);
    declarations.real("spread", "standard deviation of every number").at_least(0).otherwise(0.1);
    declarations.integer("period", "every so manyth draw throws; −1: every one gives NaN")
        .at_least(-1)
        .otherwise(0);
  }
  explicit Noisy(const Parameters& parameters)
      : stretch_(parameters.real("stretch")),
        spread_(parameters.real("spread")),
        period_(parameters.integer("period")) {}

 private:
  AttentionClaims do_claims() const override { return {.random = true}; }
  AttentionCost do_cost(Index, Index, Index, Index) const override { return {}; }
  std::unique_ptr<const PreparedAttention> do_prepare(const Problem& problem,
                                                      const Mask& mask) const override {
    return std::make_unique<NoisyPrepared>(problem, mask, stretch_, spread_, period_);
  }

  double stretch_;
  double spread_;
  std::int64_t period_;
};

}  // namespace

void add_odd_attention(Registry& registry) {
  registry.add<Noisy>("noisy", "exact attention, stretched, plus normals", "tests only");
}

}  // namespace kapprox
