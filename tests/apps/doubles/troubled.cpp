// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Two methods for the program's tests: `failing` throws in one trial of a hundred, `slow` sleeps in
// every trial, so that a run lasts long enough to be interrupted without work for the processor.
// Both answer the exact kernel times a normal factor of mean 1.
#include <kapprox/plugin.hpp>

#include <chrono>
#include <thread>

namespace kapprox {

namespace {

class NoisySample final : public KernelSample {
 public:
  explicit NoisySample(const Stream& stream) {
    Matrix normal(1, 1);
    stream.at(Slot::tau).fill_normals(normal);
    factor_ = 1.0 + 0.1 * normal(0, 0);
  }

 private:
  void do_estimate(ConstMatrixView queries, ConstMatrixView keys, std::span<const Pair> pairs,
                   std::span<LogNumber> out) const override {
    for (std::size_t p = 0; p < pairs.size(); ++p)
      out[p] = {factor_, dot(queries.row(pairs[p].query), keys.row(pairs[p].key))};
  }

  double factor_ = 1.0;
};

class TroubledPrepared final : public PreparedKernel {
 public:
  TroubledPrepared(bool fails, double seconds) : fails_(fails), seconds_(seconds) {}

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
    if (fails_ && stream.trial_number() % 100 == 42)
      throw Error("failing: this trial is one that fails on purpose.");
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds_));
    return std::make_unique<NoisySample>(stream);
  }

  bool fails_;
  double seconds_;
};

class Failing final : public KernelMethod {
 private:
  Claims do_claims() const override { return {true, true, false, true}; }
  Cost do_cost(Index) const override { return {}; }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem&) const override {
    return std::make_unique<TroubledPrepared>(true, 0.0);
  }
};

class Slow final : public KernelMethod {
 public:
  static void declare(Declarations& declarations) {
    declarations.real("milliseconds", "sleep per trial").at_least(0.0).otherwise(1.0);
  }
  explicit Slow(const Parameters& parameters) : seconds_(parameters.real("milliseconds") / 1000) {}

 private:
  Claims do_claims() const override { return {true, true, false, true}; }
  // It says it is costly, so that the engine cuts its trials into short chunks.
  Cost do_cost(Index) const override { return {Index{1} << 16, 0, 1e6}; }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem&) const override {
    return std::make_unique<TroubledPrepared>(false, seconds_);
  }

  double seconds_;
};

}  // namespace

KAPPROX_PLUGIN("troubled", "0.1", registry) {
  registry.add<Failing>("failing", "throws in one trial of a hundred", "the program's tests");
  registry.add<Slow>("slow", "sleeps in every trial", "the program's tests");
}

}  // namespace kapprox
