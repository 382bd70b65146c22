// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Faults of block scorers, one in each.
#include <kapprox/plugin.hpp>

#include <algorithm>
#include <cmath>

namespace kapprox {
namespace {

// Keeps all keys.
class Keys : public BlockSummary {
 public:
  using BlockSummary::BlockSummary;

 protected:
  ConstMatrixView keys() const { return {keys_.data(), size(), dim(), dim()}; }
  std::vector<double> logits(std::span<const double> query) const {
    std::vector<double> result;
    for (Index t = 0; t < size(); ++t) result.push_back(dot(keys().row(t), query));
    return result;
  }
  double log_size() const { return std::log(static_cast<double>(size())); }

 private:
  void do_add(std::span<const double> key) override {
    keys_.insert(keys_.end(), key.begin(), key.end());
  }

  std::vector<double> keys_;
};

template <class Summary>
class Scorer : public BlockScorer {
  ScorerClaims do_claims() const override { return Summary::claims(); }
  ScorerCost do_cost(Index keys, Index dim) const override {
    const auto numbers = static_cast<double>(keys * dim);
    return {numbers, numbers, numbers};
  }
  BlockMaker do_prepare(const ScorerProblem& problem) const override {
    return [dim = problem.dim] { return std::make_unique<Summary>(dim); };
  }
};

// The tangent at the mean key with log|B| in the place of the entropy: above the log-sum-exp.
class NoEntropy final : public Keys {
 public:
  using Keys::Keys;
  static ScorerClaims claims() { return {.lower_bound = true}; }

 private:
  double do_score(std::span<const double> query) const override {
    std::vector<double> weights = logits(mean_row(keys()));
    const double mass = exp_and_sum(weights, max_value(weights), weights);
    return log_size() + dot(weights, logits(query)) / mass;
  }
};

// The mean key without log|B|, which is said to stand for the log-sum-exp.
class ForgetsSize final : public Keys {
 public:
  using Keys::Keys;
  static ScorerClaims claims() { return {.lower_bound = true}; }

 private:
  double do_score(std::span<const double> query) const override {
    return dot(query, mean_row(keys()));
  }
};

// Takes the mean of what the last call added.
class LastCall final : public Keys {
 public:
  using Keys::Keys;
  static ScorerClaims claims() { return {}; }

 private:
  void do_settle() override {
    mean_ = mean_row(keys().rows_from(settled_, size() - settled_));
    settled_ = size();
  }
  double do_score(std::span<const double> query) const override {
    return log_size() + dot(query, mean_);
  }

  std::vector<double> mean_;
  Index settled_ = 0;
};

// Plain exponentials.
class Overflows final : public Keys {
 public:
  using Keys::Keys;
  static ScorerClaims claims() { return {.exact = true}; }

 private:
  double do_score(std::span<const double> query) const override {
    std::vector<double> terms = logits(query);
    return std::log(exp_and_sum(terms, 0.0, terms));
  }
};

}  // namespace

KAPPROX_PLUGIN("crooked_scorers", "1.0", registry) {
  const char* none = "none: wrong on purpose";
  registry.add<Scorer<NoEntropy>>("no_entropy", "log|B| in the place of the entropy", none);
  registry.add<Scorer<ForgetsSize>>("forgets_size", "no log|B|", none);
  registry.add<Scorer<LastCall>>("last_call", "knows the keys of the last call alone", none);
  registry.add<Scorer<Overflows>>("overflows", "plain exponentials", none);
}

}  // namespace kapprox
