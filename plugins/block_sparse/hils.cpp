// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// HiLS: the tangent of q ↦ S_B(q) at a landmark query μ. With p = softmax_t(μ·k_t),
//
//   score = q·k' + b',   k' = Σ_t p_t k_t,   b' = −Σ_t p_t log p_t = S_B(μ) − μ·k',
//
// at most S_B for every q, because S_B is convex; μ = 0 is the mean key with log|B|. Log|B| in the
// place of b' would overshoot by KL(p ‖ uniform). "HiLS", 2026, arXiv 2607.02980.
//
// With order = 2 the score gains ½ (q − μ)ᵀ Σ_p (q − μ), Σ_p the covariance of the keys under p:
// the second tilted cumulant, and no bound any more; μ = 0 is then second_order.
//
// A landmark that is known beforehand takes keys one by one. One that is made of the keys of the
// block (their mean, the last) moves with each: keys are then held until finish() says that the
// block is full.
#include "key_moments.hpp"
#include "methods.hpp"

#include <kapprox/plugin.hpp>

#include <cmath>
#include <limits>

namespace kapprox {

namespace {

// Σ_t p_t k_t, the entropy of p and perhaps Σ_p, by a running maximum of the logits μ·k_t.
class Expansion {
 public:
  Expansion(std::vector<double> landmark, bool second)
      : landmark_(std::move(landmark)),
        second_(second),
        keys_(static_cast<Index>(landmark_.size()), second ? Covariance::full : Covariance::none) {}

  void add(std::span<const double> key) {
    const double logit = dot(landmark_, key);
    if (logit > largest_) {
      keys_.reweigh(std::exp(largest_ - logit));
      largest_ = logit;
    }
    const double weight = std::exp(logit - largest_);
    keys_.add(key, weight);
    mean_logit_ += weight / keys_.weight() * (logit - mean_logit_);
  }

  // No key follows.
  void finish() {
    keys_.finish();
    if (!second_) std::vector<double>().swap(landmark_);
  }

  double at(std::span<const double> query) const {
    const double tangent =
        dot(query, keys_.mean()) + (largest_ - mean_logit_) + std::log(keys_.weight());
    if (!second_) return tangent;
    std::vector<double> step(query.begin(), query.end());
    for (std::size_t l = 0; l < step.size(); ++l) step[l] -= landmark_[l];
    return tangent + 0.5 * keys_.quadratic(step);
  }

 private:
  std::vector<double> landmark_;
  bool second_;
  double largest_ = -std::numeric_limits<double>::infinity();
  double mean_logit_ = 0.0;  // Σ p_t μ·k_t
  KeyMoments keys_;          // under weights exp(μ·k_t − largest)
};

class FixedLandmark final : public BlockSummary {
 public:
  FixedLandmark(const std::vector<double>& landmark, bool second)
      : BlockSummary(static_cast<Index>(landmark.size())), expansion_(landmark, second) {}

 private:
  void do_add(std::span<const double> key) override { expansion_.add(key); }
  void do_finish() override { expansion_.finish(); }
  double do_score(std::span<const double> query) const override { return expansion_.at(query); }

  Expansion expansion_;
};

class OwnLandmark final : public BlockSummary {
 public:
  OwnLandmark(Index dim, bool last, bool second)
      : BlockSummary(dim), last_(last), second_(second), expansion_({}, false) {}

 private:
  void do_add(std::span<const double> key) override {
    keys_.insert(keys_.end(), key.begin(), key.end());
  }
  void do_settle() override {
    const auto width = static_cast<std::size_t>(dim());
    const ConstMatrixView keys = {keys_.data(), size(), dim(), dim()};
    expansion_ = Expansion(
        last_ ? std::vector<double>(keys_.end() - dim(), keys_.end()) : mean_row(keys), second_);
    for (std::size_t t = 0; t < keys_.size(); t += width)
      expansion_.add(std::span(keys_).subspan(t, width));
  }
  void do_finish() override {
    std::vector<double>().swap(keys_);
    expansion_.finish();
  }
  double do_score(std::span<const double> query) const override { return expansion_.at(query); }

  bool last_;
  bool second_;
  std::vector<double> keys_;  // size() × d
  Expansion expansion_;
};

class Hils final : public BlockScorer {
 public:
  static void declare(Declarations& declarations) {
    declarations
        .choice("landmark", "μ, the query around which the log-sum-exp is expanded",
                {"zero", "mean_key", "mean_query", "last", "given"})
        .otherwise("mean_key");
    declarations.integer("order", "1: the tangent, a lower bound; 2: with the covariance there")
        .at_least(1)
        .at_most(2)
        .otherwise(1);
    declarations.reals("vector", "of landmark = given: the d numbers of μ")
        .otherwise(std::vector<double>());
  }

  explicit Hils(const Parameters& parameters)
      : landmark_(parameters.choice("landmark")),
        second_(parameters.integer("order") == 2),
        vector_(parameters.reals("vector")) {
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
    return {.lower_bound = !second_,
            .key_equivariant = landmark_ != "last",
            .uses_calibration = landmark_ == "mean_query"};
  }

  ScorerCost do_cost(Index keys, Index dim) const override {
    const auto d = static_cast<double>(dim);
    const double covariance = second_ ? 0.5 * d * (d + 1.0) : 0.0;
    // The tangent, and for the covariance the landmark.
    const double numbers = d + 1.0 + (second_ ? d + covariance : 0.0);
    // Mean, landmark, differences to the mean, three sums.
    const double growing =
        3.0 * d + 3.0 + covariance + (is_own() ? static_cast<double>(keys) * d : 0.0);
    return {numbers, growing, d + (second_ ? d + covariance : 0.0), 2.0 * d + covariance};
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
      return [dim = problem.dim, last = landmark_ == "last", second = second_] {
        return std::make_unique<OwnLandmark>(dim, last, second);
      };
    std::vector<double> landmark(static_cast<std::size_t>(problem.dim));
    if (landmark_ == "given") landmark = vector_;
    if (landmark_ == "mean_query") landmark = mean_row(problem.calibration);
    return
        [landmark, second = second_] { return std::make_unique<FixedLandmark>(landmark, second); };
  }

  std::string landmark_;
  bool second_;
  std::vector<double> vector_;
};

}  // namespace

void add_hils(Registry& registry) {
  registry.add<Hils>("hils", "tangent of the log-sum-exp at a landmark query: a lower bound",
                     "\"HiLS\", 2026, arXiv 2607.02980, and its reference code; the identity of "
                     "b': docs/methods/block_sparse.md");
}

}  // namespace kapprox
