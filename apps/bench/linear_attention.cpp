// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Linear attention over positive features, d = d_v = 64, on the threads that OpenMP gives, beside
// the limit of its parts: both sides projected and mapped, states added and read; under a causal
// mask the chunk of each row multiplied out too.
#include "limits/limits.hpp"

#include "loading/loader.hpp"
#include "methods/build.hpp"

#include <kapprox/attention_method.hpp>
#include <kapprox/stream.hpp>

#include <malloc.h>

#include <memory>

#include <benchmark/benchmark.h>

namespace {

using namespace kapprox;

constexpr Index width = 64;

std::shared_ptr<const AttentionMethod> linear(std::int64_t m) {
  static const Registry registry = [] {
    Registry made;
    load_plugin_folders(made, plugin_folders({}));
    return made;
  }();
  const auto map = std::make_shared<MethodSpec>(MethodSpec{"positive", {{"m", m}}});
  const BuiltMethod built =
      build_method(registry, Kind::attention, {"linear", {{"feature_map", map}}}, "bench");
  return std::dynamic_pointer_cast<const AttentionMethod>(built.method);
}

Matrix tokens(Index n, double std, std::string_view name) {
  Matrix rows(n, width);
  Stream(1).at(name).fill_normals(rows);
  for (double& value : rows.values()) value *= std;
  return rows;
}

// {n, m, causal}.
void attention(benchmark::State& state) {
  const Index n = state.range(0);
  const std::int64_t m = state.range(1);
  const Matrix queries = tokens(n, 0.1, "q");
  const Matrix keys = tokens(n, 0.1, "k");
  const Matrix values = tokens(n, 1.0, "v");
  const auto method = linear(m);
  Mask mask;
  mask.causal = state.range(2) != 0;
  const auto prepared = method->prepare({queries, keys, values, width}, mask);
  const auto sample = prepared->draw(Stream(2));
  const auto work = [&] { benchmark::DoNotOptimize(sample->output().rows.values().data()); };
  while (state.KeepRunning()) work();

  static const double multiply_add = 2.0 / bench::vector_rate().flops_per_ns();
  static const double exponential = bench::exponential_ns();
  const auto features = static_cast<double>(m);
  const double local = state.range(2) != 0 ? 32.0 * (features + width + 1.0) : 0.0;
  const double per_token = 2.0 * features * (width * multiply_add + exponential) +
                           (2.0 * features * (width + 1.0) + local) * multiply_add;
  const double best = bench::best_nanoseconds(work) / static_cast<double>(n);
  state.counters["token_ns"] = best;
  state.counters["limit_ns"] = per_token;
  state.counters["achieved_share"] = per_token / best;
}

BENCHMARK(attention)
    ->Args({1024, 64, 0})
    ->Args({1024, 256, 0})
    ->Args({1024, 256, 1})
    ->Args({8192, 256, 1})
    ->Unit(benchmark::kMillisecond);

}  // namespace

// As in the program, freed memory stays with the process.
int main(int argc, char** argv) {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
