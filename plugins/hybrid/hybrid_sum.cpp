// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Σ_k w_k Ŝ_k over any feature maps, with constant weights that sum to 1. Without weights it is
// constant bagging: 1/(p + 1) of p + 1 bases. Features are those of all bases, each with the factor
// w_k; estimates are the weighted sum of the bases' own estimates, which may have routes of their
// own (a Taylor polynomial, an angular hybrid).
#include "addends.hpp"
#include "methods.hpp"
#include "mixture.hpp"
#include "weight.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>

namespace kapprox {

namespace {

// Weights are sums of a few decimal fractions: 1e-12 is far above their rounding errors and far
// below a kernel that anybody could tell from exp(q·k).
constexpr double weight_rounding = 1e-12;

// The shortest text that reads back as the same double.
std::string shortest(double number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

class SumSample final : public FeatureSample {
 public:
  SumSample(const std::vector<Addend>& addends,
            std::vector<std::unique_ptr<const KernelSample>> samples)
      : addends_(addends), samples_(std::move(samples)) {}

 private:
  FeatureBlock do_map(Side side, ConstMatrixView rows) const override {
    FeatureBlock block;
    for (std::size_t k = 0; k < addends_.size(); ++k) {
      FeatureBlock own = features(k, side, rows);
      for (Segment& segment : own.segments) {
        if (segment.weights.empty())
          segment.weights.push_back(constant_factor(rows.rows, 1.0, 1.0));
        for (WeightFactor& factor : segment.weights) factor.numerator *= addends_[k].weight;
        block.segments.push_back(std::move(segment));
      }
    }
    return block;
  }

  FeatureBlock features(std::size_t k, Side side, ConstMatrixView rows) const {
    const auto* sample = dynamic_cast<const FeatureSample*>(samples_[k].get());
    if (sample == nullptr)
      throw Error("hybrid_sum: a base is a feature map, but drew a sample without features");
    return sample->map(side, rows);
  }

  void do_estimate(ConstMatrixView queries, ConstMatrixView keys, std::span<const Pair> pairs,
                   std::span<LogNumber> out) const override {
    std::fill(out.begin(), out.end(), LogNumber{});
    std::vector<LogNumber> estimates(pairs.size());
    for (std::size_t k = 0; k < addends_.size(); ++k) {
      samples_[k]->estimate(queries, keys, pairs, estimates);
      for (std::size_t p = 0; p < pairs.size(); ++p)
        out[p] = out[p] + addends_[k].weight * estimates[p];
    }
  }

  const std::vector<Addend>& addends_;
  std::vector<std::unique_ptr<const KernelSample>> samples_;
};

class PreparedSum final : public PreparedKernel {
 public:
  PreparedSum(const std::vector<Addend>& addends, bool shared, const Problem& problem)
      : addends_(addends), shared_(shared) {
    for (const Addend& addend : addends) prepared_.push_back(addend.map->prepare(problem));
    if (shared) covariances_.emplace(addends, problem);
  }

 private:
  // Independent bases get addresses of their own; the first keeps the one it would have alone.
  std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
    std::vector<std::unique_ptr<const KernelSample>> samples;
    for (std::size_t k = 0; k < prepared_.size(); ++k)
      samples.push_back(prepared_[k]->draw(
          shared_ || k == 0 ? stream : stream.at(Slot::second_omega).at(std::uint64_t{k})));
    return std::make_unique<SumSample>(addends_, std::move(samples));
  }

  // μ_4 of the sum of independent X and w Y: μ_4(X) + 6 w² Var X Var Y + w⁴ μ_4(Y).
  static void add_fourth(Theory& sum, const Theory& one, double w) {
    if (!sum.fourth || !one.fourth) {
      sum.fourth.reset();
      sum.fourth_is_exact = false;
      return;
    }
    sum.fourth =
        *sum.fourth + 6.0 * w * w * sum.variance * one.variance + w * w * w * w * *one.fourth;
    sum.fourth_is_exact = sum.fourth_is_exact && one.fourth_is_exact;
  }

  // Σ w_k M_k, and Σ w_k² V_k + 2 Σ_{k<l} w_k w_l C_kl.
  std::optional<Theory> do_theory(std::span<const double> query,
                                  std::span<const double> key) const override {
    Theory sum;
    sum.fourth = LogNumber{};
    sum.fourth_is_exact = !shared_;
    for (std::size_t k = 0; k < prepared_.size(); ++k) {
      const std::optional<Theory> one = prepared_[k]->theory(query, key);
      if (!one) return std::nullopt;
      const double w = addends_[k].weight;
      add_fourth(sum, *one, w);
      sum.mean = sum.mean + w * one->mean;
      sum.variance = sum.variance + w * w * one->variance;
    }
    if (!covariances_) return sum;
    const std::optional<LogNumber> cross = covariances_->weighted_sum(query, key);
    if (!cross) return std::nullopt;
    sum.variance = sum.variance + *cross;
    // A variance below 0 is the rounding of estimates that cancel.
    if (sum.variance.value < 0.0) sum.variance = LogNumber{};
    return sum;
  }

  const std::vector<Addend>& addends_;
  bool shared_;
  std::vector<std::unique_ptr<const PreparedKernel>> prepared_;
  std::optional<SharedCovariances> covariances_;
};

class HybridSum final : public FeatureMap {
 public:
  static void declare(Declarations& declarations) {
    declarations.methods(Kind::kernel, "bases", "feature maps whose estimates are added");
    declarations
        .reals("weights",
               "coefficient of each base, summing to 1; none: the same for each (bagging)")
        .otherwise(std::vector<double>());
    declarations
        .boolean("shared", "bases draw from one address: the same directions for the same law")
        .otherwise(true);
  }

  explicit HybridSum(const Parameters& parameters) : shared_(parameters.boolean("shared")) {
    const auto maps = parameters.methods<FeatureMap>("bases");
    std::vector<double> weights = parameters.reals("weights");
    const auto count = static_cast<double>(maps.size());
    if (weights.empty()) weights.assign(maps.size(), 1.0 / count);
    check(maps, weights);
    for (std::size_t k = 0; k < maps.size(); ++k) addends_.push_back({maps[k], weights[k]});
  }

 private:
  static void check(const std::vector<std::shared_ptr<const FeatureMap>>& maps,
                    const std::vector<double>& weights) {
    for (std::size_t k = 0; k < maps.size(); ++k)
      if (!maps[k])
        throw InputError("hybrid_sum: bases[" + std::to_string(k) +
                         "] is a method without features, but must be a feature map; choose "
                         "another one.");
    if (weights.size() != maps.size())
      throw InputError("hybrid_sum: weights has " + std::to_string(weights.size()) +
                       " numbers, but must have one for each of the " +
                       std::to_string(maps.size()) + " bases; add or remove some.");
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    if (!(std::abs(sum - 1.0) <= weight_rounding))
      throw InputError("hybrid_sum: weights sum to " + shortest(sum) +
                       ", but must sum to 1, or the estimate is of another kernel; change them.");
  }

  Claims do_claims() const override {
    Claims all = addends_.front().map->claims();
    bool has_negative_weight = false;
    for (const Addend& addend : addends_) {
      all = claims_of_both(all, addend.map->claims());
      has_negative_weight = has_negative_weight || addend.weight < 0.0;
    }
    all.nonnegative = all.nonnegative && !has_negative_weight;
    return all;
  }

  // What is computed: every base projects for itself.
  Cost do_cost(Index ambient_dim) const override {
    Cost sum;
    for (const Addend& addend : addends_) {
      const Cost one = addend.map->cost(ambient_dim);
      sum.feature_dim += one.feature_dim;
      sum.projections_per_token += one.projections_per_token;
      sum.multiply_adds_per_token += one.multiply_adds_per_token;
    }
    sum.multiply_adds_per_token += static_cast<double>(sum.feature_dim);
    return sum;
  }

  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override {
    return std::make_unique<PreparedSum>(addends_, shared_, problem);
  }

  std::vector<Addend> addends_;
  bool shared_;
};

}  // namespace

void enrol_hybrid_sum(Registry& registry) {
  registry.add<HybridSum>(
      "hybrid_sum", "weighted sum of any feature maps; without weights their mean (bagging)",
      "docs/methods/hybrid.md; Choromanski et al., \"Hybrid Random Features\", ICLR 2022");
}

}  // namespace kapprox
