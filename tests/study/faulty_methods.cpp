// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/faulty_methods.hpp"

#include <kapprox/error.hpp>
#include <kapprox/kernel_method.hpp>
#include <kapprox/vector_math.hpp>

#include <limits>
#include <new>
#include <stdexcept>

namespace kapprox {

namespace {

// exp(q·k) times one factor for all pairs.
class FactorSample final : public KernelSample {
 public:
  explicit FactorSample(double factor) : factor_(factor) {}

 private:
  void do_estimate(ConstMatrixView queries, ConstMatrixView keys, std::span<const Pair> pairs,
                   std::span<LogNumber> out) const override {
    for (std::size_t p = 0; p < pairs.size(); ++p)
      out[p] = {factor_, dot(queries.row(pairs[p].query), keys.row(pairs[p].key))};
  }

  double factor_;
};

double normal_of(const Stream& stream) {
  Matrix one(1, 1);
  stream.fill_normals(one);
  return one(0, 0);
}

class NormalPrepared final : public PreparedKernel {
 public:
  explicit NormalPrepared(double spread) : spread_(spread) {}

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
    return std::make_unique<FactorSample>(1.0 + spread_ * normal_of(stream));
  }
  std::optional<Theory> do_theory(std::span<const double> query,
                                  std::span<const double> key) const override {
    const double exact = dot(query, key);
    const double variance = spread_ * spread_;
    return Theory{
        {1.0, exact}, {variance, 2 * exact}, LogNumber{3 * variance * variance, 4 * exact}, true};
  }

  double spread_;
};

class Normal final : public KernelMethod {
 public:
  static void declare(Declarations& declarations) {
    declarations.real("spread", "standard deviation of estimate/exact").at_least(0).otherwise(0.1);
  }
  explicit Normal(const Parameters& parameters) : spread_(parameters.real("spread")) {}

 private:
  Claims do_claims() const override {
    return {.random = true, .unbiased = true, .rotation_invariant = true};
  }
  Cost do_cost(Index) const override { return {1, 0, 1.0}; }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem&) const override {
    return std::make_unique<NormalPrepared>(spread_);
  }

  double spread_;
};

class FaultyPrepared final : public PreparedKernel {
 public:
  FaultyPrepared(std::string way, std::int64_t period) : way_(std::move(way)), period_(period) {}

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
    const bool fails = static_cast<std::int64_t>(stream.trial_number()) % period_ == period_ - 1;
    if (fails && way_ == "throw") throw std::runtime_error("the matrix is singular");
    if (fails && way_ == "throw_number") throw 17;
    if (fails && way_ == "memory") throw std::bad_alloc();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return std::make_unique<FactorSample>(fails ? nan : 1.0 + 0.1 * normal_of(stream));
  }

  std::string way_;
  std::int64_t period_;
};

class Faulty final : public KernelMethod {
 public:
  static void declare(Declarations& declarations) {
    declarations.choice("way", "how a trial fails",
                        {"throw", "nan", "throw_number", "memory", "prepare"});
    declarations.integer("period", "every so manyth trial fails").at_least(1).otherwise(10);
  }
  explicit Faulty(const Parameters& parameters)
      : way_(parameters.choice("way")), period_(parameters.integer("period")) {}

 private:
  Claims do_claims() const override { return {.random = true}; }
  Cost do_cost(Index) const override { return {1, 0, 1.0}; }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem&) const override {
    if (way_ == "prepare") throw Error("the problem is too large");
    return std::make_unique<FaultyPrepared>(way_, period_);
  }

  std::string way_;
  std::int64_t period_;
};

class FixedPrepared final : public PreparedKernel {
  std::unique_ptr<const KernelSample> do_draw(const Stream&) const override {
    return std::make_unique<FactorSample>(1.1);
  }
};

class Fixed final : public KernelMethod {
  Claims do_claims() const override { return {.random = false, .rotation_invariant = true}; }
  Cost do_cost(Index ambient_dim) const override { return {ambient_dim, 0, 1.0}; }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem&) const override {
    return std::make_unique<FixedPrepared>();
  }
};

// A parameter named like a coordinate of the inputs.
class Colliding final : public KernelMethod {
 public:
  static void declare(Declarations& declarations) {
    declarations.real("norm", "not looked at").otherwise(1.0);
  }
  explicit Colliding(const Parameters&) {}

 private:
  Claims do_claims() const override { return {.random = false}; }
  Cost do_cost(Index) const override { return {1, 0, 1.0}; }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem&) const override {
    return std::make_unique<FixedPrepared>();
  }
};

}  // namespace

void add_faulty_methods(Registry& registry) {
  registry.add<Normal>("normal", "exact times one plus a normal", "tests only");
  registry.add<Faulty>("faulty", "fails on some trials", "tests only");
  registry.add<Fixed>("fixed", "deterministic, 10 % too large", "tests only");
  registry.add<Colliding>("colliding", "fixed, with a parameter called norm", "tests only");
}

}  // namespace kapprox
