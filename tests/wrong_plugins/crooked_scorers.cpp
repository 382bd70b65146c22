// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Faults of block scorers, one in each.
#include "block_of_keys.hpp"

#include <kapprox/plugin.hpp>

#include <cmath>

namespace kapprox {
namespace {

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

// The largest logit; of many queries it tells how many there are.
class Together final : public Keys {
 public:
  using Keys::Keys;
  static ScorerClaims claims() { return {}; }

 private:
  double do_score(std::span<const double> query) const override {
    return log_size() + max_value(logits(query));
  }
  void do_scores(ConstMatrixView queries, std::span<double> out) const override {
    for (Index i = 0; i < queries.rows; ++i)
      out[static_cast<std::size_t>(i)] =
          do_score(queries.row(i)) + 0.001 * static_cast<double>(queries.rows - 1);
  }
};

// The largest logit, of which a full block keeps a part alone.
class DropsTooMuch final : public Keys {
 public:
  using Keys::Keys;
  static ScorerClaims claims() { return {}; }

 private:
  void do_finish() override { kept_ = 1; }
  double do_score(std::span<const double> query) const override {
    std::vector<double> all = logits(query);
    if (kept_ > 0) all.resize(static_cast<std::size_t>(kept_));
    return log_size() + max_value(all);
  }

  Index kept_ = 0;  // 0: all
};

}  // namespace

KAPPROX_PLUGIN("crooked_scorers", "1.0", registry) {
  const char* none = "none: wrong on purpose";
  registry.add<PlainScorer<NoEntropy>>("no_entropy", "log|B| in the place of the entropy", none);
  registry.add<PlainScorer<ForgetsSize>>("forgets_size", "no log|B|", none);
  registry.add<PlainScorer<LastCall>>("last_call", "knows the keys of the last call alone", none);
  registry.add<PlainScorer<Overflows>>("overflows", "plain exponentials", none);
  registry.add<PlainScorer<DropsTooMuch>>("drops_too_much", "a full block scores otherwise", none);
  registry.add<PlainScorer<Together>>("together", "scores of many queries are others", none);
}

}  // namespace kapprox
