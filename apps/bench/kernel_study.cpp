// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A kernel study as users run it, without its file: d = 64, 64 random pairs of norm 0.5, one
// thread. Times are per trial, pair and direction (tpd). Beside each stand two limits made of parts
// measured in this process: `limit_ns` for the least that the estimator can cost (its random
// numbers, one projection per pair, one exponential or cosine per pair and direction),
// `features_limit_ns` for what the feature route must do (both sides projected and mapped, then
// multiplied).
#include "limits/limits.hpp"

#include "loading/loader.hpp"
#include "study/plan.hpp"
#include "study/resume.hpp"
#include "study/schedule.hpp"
#include "study/unit_runner.hpp"

#include <malloc.h>

#include <algorithm>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace {

using namespace kapprox;

constexpr int dim = 64;
constexpr int pair_count = 64;

const Registry& registry() {
  static const Registry loaded = [] {
    Registry made;
    load_plugin_folders(made, plugin_folders({}));
    return made;
  }();
  return loaded;
}

Plan plan_of(const std::string& method, const std::string& directions, std::int64_t m, bool reduce,
             std::int64_t trials) {
  const std::string text = fmt::format(
      "kind = \"kernel\"\nname = \"bench\"\nseed = 1\ntrials = {}\nreduce = {}\n"
      "[inputs]\nsource = \"sphere\"\ndim = {}\nnorm = 0.5\npairs = {}\n"
      "[[methods]]\nmethod = \"{}\"\nm = {}\ndirections = \"{}\"\n",
      trials, reduce, dim, pair_count, method, m, directions);
  return make_plan(parse_study(text, "bench.toml", {}), registry());
}

void run_all(const Plan& plan) {
  RunState state = empty_state(plan);
  const Grounds grounds(plan);
  const Schedule schedule(plan, grounds, state.points);
  UnitRunner runner(plan, schedule, state);
  for (Index unit = 0; unit < schedule.units(); ++unit) {
    runner.work(unit);
    runner.finished(unit);
  }
  benchmark::DoNotOptimize(state.points.data());
}

struct Limits {
  double normal = bench::normal_ns();
  double multiply_add = 2.0 / bench::vector_rate().flops_per_ns();
  double exponential = bench::exponential_ns();
  double sine_cosine = bench::sine_cosine_ns();
};

void study(benchmark::State& state, const std::string& method, const std::string& directions) {
  const std::int64_t m = state.range(0);
  const bool reduce = state.range(1) != 0;
  const std::int64_t trials = std::max<std::int64_t>(16'384 / m, 64);
  const Plan plan = plan_of(method, directions, m, reduce, trials);
  while (state.KeepRunning()) run_all(plan);

  static const Limits limits;
  const double function = method == "trig" ? limits.sine_cosine : limits.exponential;
  // 64 random pairs span all 64 dimensions: the reduction saves nothing here but is what users get.
  const double random = limits.normal * dim / pair_count;
  const double projection = limits.multiply_add * dim;
  const double features = method == "trig" ? 2.0 : 1.0;
  const double limit = random + projection + function / features;
  const double features_limit =
      random + 2.0 * projection + 2.0 * function + features * limits.multiply_add;
  const double best = bench::best_nanoseconds([&] { run_all(plan); }) /
                      static_cast<double>(trials * pair_count * m);
  state.counters["tpd_ns"] = best;
  state.counters["limit_ns"] = limit;
  state.counters["achieved_share"] = limit / best;
  state.counters["features_limit_ns"] = features_limit;
  state.counters["features_share"] = features_limit / best;
}

// {m, reduce}.
BENCHMARK_CAPTURE(study, positive_iid, "positive", "iid")
    ->Args({64, 0})
    ->Args({256, 0})
    ->Args({64, 1})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(study, trig_iid, "trig", "iid")
    ->Args({64, 0})
    ->Args({256, 0})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(study, positive_orthogonal, "positive", "orthogonal")
    ->Args({64, 0})
    ->Unit(benchmark::kMillisecond);

}  // namespace

// Freed memory stays with the process, as in the program: fresh pages would cost more than the
// trial.
int main(int argc, char** argv) {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
