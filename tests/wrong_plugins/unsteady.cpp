// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Faults of prepared methods and of methods as a whole: one counts its draws, one counts what was
// prepared, one throws where vectors are long, one refuses values that it declares as valid, one
// refuses problems that check_problem lets pass.
#include "gaussian_features.hpp"

#include <atomic>
#include <stdexcept>

namespace kapprox {
namespace {

class Given final : public FeatureSample {
 public:
  explicit Given(Matrix directions) : directions_(std::move(directions)) {}

 private:
  FeatureBlock do_map(Side, ConstMatrixView rows) const override {
    return positive_features(rows, directions_);
  }
  Matrix directions_;
};

class PreparedUnsteady final : public PreparedKernel {
 public:
  PreparedUnsteady(Index rank, Stream extra, bool counts_draws)
      : rank_(rank), extra_(extra), counts_draws_(counts_draws) {}

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
    const Stream own = counts_draws_ ? stream.at(draws_++) : stream.at(extra_.key());
    return std::make_unique<Given>(normal_directions(own, few_directions, rank_));
  }
  Index rank_;
  Stream extra_;
  bool counts_draws_;
  mutable std::atomic<std::uint64_t> draws_{0};
};

class Base : public FeatureMap {
  Claims do_claims() const override {
    return {.random = true, .unbiased = true, .nonnegative = true, .rotation_invariant = true};
  }
  Cost do_cost(Index) const override { return {few_directions, few_directions, 0.0}; }
};

class CountsDraws final : public Base {
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override {
    return std::make_unique<PreparedUnsteady>(problem.rank(), Stream(0), true);
  }
};

// Its randomness comes from where the object lies in memory.
class OwnSeed final : public Base {
 public:
  OwnSeed() : seed_(reinterpret_cast<std::uintptr_t>(this)) {}

 private:
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override {
    return std::make_unique<PreparedUnsteady>(problem.rank(), Stream(seed_), false);
  }
  std::uint64_t seed_;
};

class ThrowingSample final : public FeatureSample {
 public:
  ThrowingSample(const Stream& stream, Index rank)
      : directions_(normal_directions(stream, few_directions, rank)) {}

 private:
  FeatureBlock do_map(Side, ConstMatrixView rows) const override {
    for (Index i = 0; i < rows.rows; ++i)
      if (dot(rows.row(i), rows.row(i)) > 100.0) throw std::runtime_error("a vector is too long");
    return positive_features(rows, directions_);
  }
  Matrix directions_;
};

// Declares 1 … 8 and takes 3 … 8, without a word of which parameter it is.
class Picky final : public Base {
 public:
  static void declare(Declarations& declarations) {
    declarations.integer("count", "how many").at_least(1).at_most(8);
  }
  explicit Picky(const Parameters& parameters) {
    if (parameters.integer("count") < 3) throw std::invalid_argument("not enough");
  }

 private:
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override {
    return std::make_unique<PreparedUnsteady>(problem.rank(), Stream(0), false);
  }
};

class RefusesLate final : public Base {
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override {
    if (problem.ambient_dim % 2 != 0) throw InputError("refuses_late: the dimension is odd");
    return std::make_unique<PreparedUnsteady>(problem.rank(), Stream(0), false);
  }
};

}  // namespace
}  // namespace kapprox

KAPPROX_PLUGIN("unsteady", "1.0", registry) {
  using namespace kapprox;
  registry.add<CountsDraws>("counts_draws", "positive features of the n-th draw", "none");
  registry.add<OwnSeed>("own_seed", "positive features of this object", "none");
  registry.add<PositiveMethod<ThrowingSample>>("throwing", "positive features of short vectors",
                                               "none");
  registry.add<RefusesLate>("refuses_late", "positive features in even dimensions", "none");
  registry.add<Picky>("picky", "positive features, three at least", "none");
}
