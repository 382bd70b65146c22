// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Random numbers: nanoseconds per normal and per uniform, in cache, against the rate of the vector
// units. `limit_ns` counts the vector instructions of one number at the rate of independent fused
// multiply-adds; `achieved_share` is limit over time.
#include "limits/limits.hpp"

#include <kapprox/stream.hpp>

#include <benchmark/benchmark.h>

namespace {

using kapprox::Index;
using kapprox::Matrix;
using kapprox::Stream;

// Instructions per block of two numbers and vector lane, counted in core/random: counters 7, ten
// rounds of two multiplications, two shifts and two three-way exclusive ors.
constexpr double philox_instructions = 7.0 + 10.0 * 6.0;
// Fractions 8, logarithm 23, root 2, half turn 3, sine and cosine 19, products and stores 8.
constexpr double normal_instructions = philox_instructions + 63.0;
constexpr double uniform_instructions = philox_instructions + 12.0;

void fill(benchmark::State& state, void (Stream::*numbers)(kapprox::MatrixView) const,
          double instructions) {
  const auto cols = static_cast<Index>(state.range(0));
  Matrix out(2048 / cols, cols);
  const Stream stream = Stream(1).at("bench");
  std::uint64_t trial = 0;
  while (state.KeepRunning()) {
    (stream.trial(trial++).*numbers)(out);
    benchmark::DoNotOptimize(out.values().data());
    benchmark::ClobberMemory();
  }
  const kapprox::bench::VectorRate rate = kapprox::bench::vector_rate();
  const double limit = instructions / (2.0 * rate.lanes * rate.instructions_per_ns);
  const double best = kapprox::bench::best_nanoseconds([&] { (stream.*numbers)(out); }) /
                      static_cast<double>(out.values().size());
  state.counters["best_ns"] = best;
  state.counters["limit_ns"] = limit;
  state.counters["achieved_share"] = limit / best;
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(out.values().size()));
}

void normals(benchmark::State& state) { fill(state, &Stream::fill_normals, normal_instructions); }
void uniforms(benchmark::State& state) {
  fill(state, &Stream::fill_uniforms, uniform_instructions);
}

// Columns: a plane, an odd width, a common head.
BENCHMARK(normals)->Arg(2)->Arg(31)->Arg(64);
BENCHMARK(uniforms)->Arg(2)->Arg(64);

}  // namespace

BENCHMARK_MAIN();
