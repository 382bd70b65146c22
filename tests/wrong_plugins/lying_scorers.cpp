// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Block scorers that claim what does not hold, one lie in each. Most score by the mean key, which
// is below the log-sum-exp.
#include "block_of_keys.hpp"

#include <kapprox/plugin.hpp>

#include <cmath>

namespace kapprox {
namespace {

class MeanKey : public Keys {
 public:
  using Keys::Keys;
  static ScorerClaims claims() { return {}; }

 protected:
  double do_score(std::span<const double> query) const override {
    return log_size() + dot(query, mean_row(keys()));
  }
};

class LiesUpper final : public MeanKey {
 public:
  using MeanKey::MeanKey;
  static ScorerClaims claims() { return {.upper_bound = true}; }
};

class LiesExact final : public MeanKey {
 public:
  using MeanKey::MeanKey;
  static ScorerClaims claims() { return {.exact = true}; }
};

class LiesCalibration final : public MeanKey {
 public:
  using MeanKey::MeanKey;
  static ScorerClaims claims() { return {.uses_calibration = true}; }
};

// The last key counts as much as all keys together.
class LiesOrder final : public MeanKey {
 public:
  using MeanKey::MeanKey;

 private:
  double do_score(std::span<const double> query) const override {
    return 0.5 * (MeanKey::do_score(query) + log_size() + dot(query, keys().row(size() - 1)));
  }
};

class LiesCost final : public PlainScorer<MeanKey> {
  ScorerCost do_cost(Index, Index) const override { return {}; }
};

// It refuses narrow keys, but a study hears of it in its run alone.
class RefusesLate final : public PlainScorer<MeanKey> {
  BlockMaker do_prepare(const ScorerProblem& problem) const override {
    if (problem.dim < 5) throw InputError("refuses_blocks: dim is too small.");
    return [dim = problem.dim] { return std::make_unique<MeanKey>(dim); };
  }
};

class Shifted final : public MeanKey {
 public:
  Shifted(Index dim, std::vector<double> shift) : MeanKey(dim), shift_(std::move(shift)) {}

 private:
  double do_score(std::span<const double> query) const override {
    return MeanKey::do_score(query) + dot(query, shift_);
  }

  std::vector<double> shift_;
};

// Looks at the calibration queries, but does not say so.
class Peeks final : public PlainScorer<MeanKey> {
  ScorerClaims do_claims() const override { return {.estimates_log_mass = false}; }
  BlockMaker do_prepare(const ScorerProblem& problem) const override {
    return [dim = problem.dim, shift = mean_row(problem.calibration)] {
      return std::make_unique<Shifted>(dim, shift);
    };
  }
};

// Right until it is given a list, which is empty by default.
class WrongWithList final : public PlainScorer<MeanKey> {
 public:
  static void declare(Declarations& declarations) {
    declarations.choice("shift", "what is added to keys", {"none", "given"});
    declarations.reals("numbers", "of shift = given: d of them").otherwise(std::vector<double>());
  }

  explicit WrongWithList(const Parameters& parameters) : numbers_(parameters.reals("numbers")) {
    if (numbers_.empty() != (parameters.choice("shift") == "none"))
      throw InputError("wrong_with_list: numbers must be there for shift = given, and else not.");
  }

 private:
  void check_width(Index dim) const {
    if (!numbers_.empty() && static_cast<Index>(numbers_.size()) != dim)
      throw InputError("wrong_with_list: numbers must be as many as dimensions.");
  }
  void do_check_problem(const Problem& problem) const override { check_width(problem.ambient_dim); }
  BlockMaker do_prepare(const ScorerProblem& problem) const override {
    check_width(problem.dim);
    std::vector<double> shift(static_cast<std::size_t>(problem.dim));
    if (!numbers_.empty()) shift = numbers_;
    return [dim = problem.dim, shift] { return std::make_unique<Shifted>(dim, shift); };
  }

  std::vector<double> numbers_;
};

}  // namespace

KAPPROX_PLUGIN("lying_scorers", "1.0", registry) {
  const char* none = "none: wrong on purpose";
  registry.add<PlainScorer<LiesUpper>>("lies_upper", "below the log-sum-exp, not above", none);
  registry.add<PlainScorer<LiesExact>>("lies_exact_score", "a bound is no equality", none);
  registry.add<PlainScorer<LiesCalibration>>("lies_calibration", "looks at no query", none);
  registry.add<PlainScorer<LiesOrder>>("lies_order", "the last key counts more", none);
  registry.add<LiesCost>("lies_cost", "nothing is free", none);
  registry.add<RefusesLate>("refuses_blocks", "refuses in prepare alone", none);
  registry.add<Peeks>("peeks", "looks at calibration queries", none);
  registry.add<WrongWithList>("wrong_with_list", "wrong where a list is given", none);
}

}  // namespace kapprox
