// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/waiting_attention.hpp"

#include <kapprox/attention_method.hpp>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace kapprox {

namespace {

struct Shared {
  std::mutex guard;
  WaitingLog log;
  int at_once = 0;
};

Shared& shared() {
  static Shared one;
  return one;
}

void wait(double milliseconds) {
  std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(milliseconds));
}

class WaitingSample final : public AttentionSample {
 public:
  WaitingSample(double base, double milliseconds, Index queries, Index value_dim)
      : base_(base), milliseconds_(milliseconds), queries_(queries), value_dim_(value_dim) {}

 private:
  AttentionOutput do_output() const override {
    {
      const std::lock_guard<std::mutex> lock(shared().guard);
      shared().log.calls.push_back(fmt::format("{} {}", base_, queries_));
      shared().log.most_at_once = std::max(shared().log.most_at_once, ++shared().at_once);
    }
    wait(milliseconds_);
    const std::lock_guard<std::mutex> lock(shared().guard);
    --shared().at_once;
    AttentionOutput output;
    output.rows = Matrix(queries_, value_dim_);
    output.flags.assign(static_cast<std::size_t>(queries_), RowFlag::ok);
    return output;
  }

  double base_;
  double milliseconds_;
  Index queries_;
  Index value_dim_;
};

class Waits final : public AttentionMethod {
 public:
  static void declare(Declarations& declarations) {
    declarations.real("base", "milliseconds").at_least(0).otherwise(0.0);
    declarations.real("per_row", "milliseconds for each query").at_least(0).otherwise(0.0);
    declarations.real("draw", "milliseconds of a draw").at_least(0).otherwise(0.0);
    declarations.boolean("baseline", "claims to be exact").otherwise(false);
    declarations.boolean("fails", "throws in prepare").otherwise(false);
  }
  explicit Waits(const Parameters& parameters)
      : base_(parameters.real("base")),
        per_row_(parameters.real("per_row")),
        draw_(parameters.real("draw")),
        baseline_(parameters.boolean("baseline")),
        fails_(parameters.boolean("fails")) {}

 private:
  class Prepared final : public PreparedAttention {
   public:
    Prepared(const Waits& method, const Problem& problem) : method_(method), problem_(problem) {}

   private:
    std::unique_ptr<const AttentionSample> do_draw(const Stream&) const override {
      if (method_.draw_ > 0.0) wait(method_.draw_);
      const auto rows = static_cast<double>(problem_.queries.rows);
      return std::make_unique<WaitingSample>(method_.base_, method_.base_ + method_.per_row_ * rows,
                                             problem_.queries.rows, problem_.values.cols);
    }

    const Waits& method_;
    Problem problem_;
  };

  AttentionClaims do_claims() const override { return {.random = true, .exact = baseline_}; }
  AttentionCost do_cost(Index queries, Index keys, Index dim, Index) const override {
    return {0, 0, static_cast<double>(queries * keys * dim)};
  }
  std::unique_ptr<const PreparedAttention> do_prepare(const Problem& problem,
                                                      const Mask&) const override {
    if (fails_) throw std::runtime_error("no time today");
    return std::make_unique<Prepared>(*this, problem);
  }

  double base_;
  double per_row_;
  double draw_;
  bool baseline_;
  bool fails_;
};

}  // namespace

void add_waiting_attention(Registry& registry) {
  registry.add<Waits>("waits", "zeros, after some time", "tests only");
}

WaitingLog take_waiting_log() {
  const std::lock_guard<std::mutex> lock(shared().guard);
  return std::exchange(shared().log, {});
}

}  // namespace kapprox
