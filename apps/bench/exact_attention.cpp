// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Exact attention of one head, d = d_v = 64, unit normal inputs divided by d^(1/4), in double. Run
// it with OMP_NUM_THREADS=1: times are those of the calling thread. `limit_ns` is what its two
// products and its exponentials take alone at the rates measured in this process; the masked half
// of a causal head is not counted. Times are per pair of a query and a key that it sees.
// compare_attention.sh sets it beside NumPy.
#include "limits/limits.hpp"

#include <kapprox/exact_attention.hpp>
#include <kapprox/stream.hpp>

#include <malloc.h>

#include <algorithm>
#include <cmath>

#include <benchmark/benchmark.h>

namespace {

using namespace kapprox;

constexpr Index dim = 64;

Matrix normal_rows(Index n, double scale, std::uint64_t seed) {
  Matrix rows(n, dim);
  Stream(seed).fill_normals(rows);
  for (double& value : rows.values()) value *= scale;
  return rows;
}

// {n, causal}.
void exact(benchmark::State& state) {
  const Index n = state.range(0);
  const double root = std::pow(static_cast<double>(dim), -0.25);
  const Matrix queries = normal_rows(n, root, 1);
  const Matrix keys = normal_rows(n, root, 2);
  const Matrix values = normal_rows(n, 1.0, 3);
  const Problem problem = {queries, keys, values, dim};
  Mask mask;
  mask.causal = state.range(1) != 0;
  const auto run = [&] {
    const AttentionOutput out = exact_attention(problem, mask);
    benchmark::DoNotOptimize(out.rows.values().data());
  };
  while (state.KeepRunning()) run();
  const double best = bench::best_nanoseconds(run, static_cast<int>(std::max<Index>(8192 / n, 3)));
  const auto size = static_cast<double>(n);
  const double pairs = mask.causal ? size * (size + 1.0) / 2.0 : size * size;
  static const double multiply_add = 2.0 / bench::vector_rate().flops_per_ns();
  static const double exponential = bench::exponential_ns();
  const double limit = 2.0 * static_cast<double>(dim) * multiply_add + exponential;
  state.counters["best_ms"] = best * 1e-6;
  state.counters["pair_ns"] = best / pairs;
  state.counters["limit_ns"] = limit;
  state.counters["achieved_share"] = limit * pairs / best;
}

BENCHMARK(exact)->ArgsProduct({{256, 1024, 4096}, {0, 1}})->Unit(benchmark::kMillisecond);

}  // namespace

// Freed memory stays with the process, as in the program.
int main(int argc, char** argv) {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
