// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// HiLS: the tangent of q ↦ S_B(q) at a landmark query μ. With p = softmax_t(μ·k_t),
//
//   score = q·k' + b',   k' = Σ_t p_t k_t,   b' = −Σ_t p_t log p_t = S_B(μ) − μ·k',
//
// at most S_B for every q, because S_B is convex; μ = 0 is the mean key with log|B|. Log|B| in the
// place of b' would overshoot by KL(p ‖ uniform). "HiLS", 2026, arXiv 2607.02980.
//
// A landmark that is known beforehand takes keys one by one. One that is made of the keys of the
// block (their mean, the last) moves with each: keys are then held until the block is full.
#include "methods.hpp"

#include <kapprox/plugin.hpp>

#include <cmath>
#include <limits>

namespace kapprox {

namespace {

// Σ_t p_t k_t and the entropy of p, by a running maximum of the logits μ·k_t.
class Tangent {
 public:
  explicit Tangent(Index dim) : key_(static_cast<std::size_t>(dim)) {}

  void add(std::span<const double> landmark, std::span<const double> key) {
    const double logit = dot(landmark, key);
    if (logit > largest_) {
      const double factor = std::exp(largest_ - logit);
      mass_ *= factor;
      largest_ = logit;
    }
    const double weight = std::exp(logit - largest_);
    mass_ += weight;
    const double share = weight / mass_;
    for (std::size_t l = 0; l < key_.size(); ++l) key_[l] += share * (key[l] - key_[l]);
    mean_logit_ += share * (logit - mean_logit_);
  }

  double at(std::span<const double> query) const {
    return dot(query, key_) + (largest_ - mean_logit_) + std::log(mass_);
  }

 private:
  double largest_ = -std::numeric_limits<double>::infinity();
  double mass_ = 0.0;        // Σ exp(μ·k_t − largest)
  double mean_logit_ = 0.0;  // Σ p_t μ·k_t
  std::vector<double> key_;
};

class FixedLandmark final : public BlockSummary {
 public:
  explicit FixedLandmark(std::vector<double> landmark)
      : BlockSummary(static_cast<Index>(landmark.size())),
        landmark_(std::move(landmark)),
        tangent_(dim()) {}

 private:
  void do_add(std::span<const double> key) override { tangent_.add(landmark_, key); }
  double do_score(std::span<const double> query) const override { return tangent_.at(query); }

  std::vector<double> landmark_;
  Tangent tangent_;
};

class OwnLandmark final : public BlockSummary {
 public:
  OwnLandmark(Index dim, bool last) : BlockSummary(dim), last_(last), tangent_(dim) {}

 private:
  void do_add(std::span<const double> key) override {
    keys_.insert(keys_.end(), key.begin(), key.end());
  }
  void do_settle() override {
    const auto width = static_cast<std::size_t>(dim());
    const ConstMatrixView keys = {keys_.data(), size(), dim(), dim()};
    const std::vector<double> landmark =
        last_ ? std::vector<double>(keys_.end() - dim(), keys_.end()) : mean_row(keys);
    tangent_ = Tangent(dim());
    for (std::size_t t = 0; t < keys_.size(); t += width)
      tangent_.add(landmark, std::span(keys_).subspan(t, width));
  }
  double do_score(std::span<const double> query) const override { return tangent_.at(query); }

  bool last_;
  std::vector<double> keys_;  // size() × d
  Tangent tangent_;
};

class Hils final : public BlockScorer {
 public:
  static void declare(Declarations& declarations) {
    declarations
        .choice("landmark", "μ, the query around which the log-sum-exp is expanded",
                {"zero", "mean_key", "mean_query", "last", "given"})
        .otherwise("mean_key");
    declarations.reals("vector", "of landmark = given: the d numbers of μ")
        .otherwise(std::vector<double>());
  }

  explicit Hils(const Parameters& parameters)
      : landmark_(parameters.choice("landmark")), vector_(parameters.reals("vector")) {
    if (landmark_ == "given" && vector_.empty())
      throw InputError(
          "hils: landmark is given, but vector has no numbers, and must have d of them; add it.");
    if (landmark_ != "given" && !vector_.empty())
      throw InputError("hils: vector has " + std::to_string(vector_.size()) +
                       " numbers, but must be left out where landmark is " + landmark_ +
                       "; remove it, or set landmark to given.");
  }

 private:
  bool is_own() const { return landmark_ == "mean_key" || landmark_ == "last"; }

  ScorerClaims do_claims() const override {
    return {.lower_bound = true,
            .key_equivariant = landmark_ != "last",
            .uses_calibration = landmark_ == "mean_query"};
  }

  ScorerCost do_cost(Index keys, Index dim) const override {
    const auto d = static_cast<double>(dim);
    return {d + 1.0, is_own() ? static_cast<double>(keys) * d + d + 1.0 : d + 3.0, d};
  }

  void check_width(Index dim) const {
    if (landmark_ == "given" && static_cast<Index>(vector_.size()) != dim)
      throw InputError("hils: vector has " + std::to_string(vector_.size()) +
                       " numbers, but must have one for each of the " + std::to_string(dim) +
                       " dimensions; add or remove some.");
  }

  void do_check_problem(const Problem& problem) const override { check_width(problem.ambient_dim); }

  BlockMaker do_prepare(const ScorerProblem& problem) const override {
    check_width(problem.dim);
    if (is_own())
      return [dim = problem.dim, last = landmark_ == "last"] {
        return std::make_unique<OwnLandmark>(dim, last);
      };
    std::vector<double> landmark(static_cast<std::size_t>(problem.dim));
    if (landmark_ == "given") landmark = vector_;
    if (landmark_ == "mean_query") landmark = mean_row(problem.calibration);
    return [landmark] { return std::make_unique<FixedLandmark>(landmark); };
  }

  std::string landmark_;
  std::vector<double> vector_;
};

}  // namespace

void add_hils(Registry& registry) {
  registry.add<Hils>("hils", "tangent of the log-sum-exp at a landmark query: a lower bound",
                     "\"HiLS\", 2026, arXiv 2607.02980, and its reference code; the identity of "
                     "b': docs/methods/block_sparse.md");
}

}  // namespace kapprox
