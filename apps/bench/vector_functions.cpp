// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// exp, log, sine and cosine, dot, the product x yᵀ and thin QR: best time per element or per call,
// and what part of the fused multiply-add rate that is.
#include "limits/limits.hpp"

#include <kapprox/linear_algebra.hpp>
#include <kapprox/stream.hpp>
#include <kapprox/vector_math.hpp>

#include <functional>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

using kapprox::Index;
using kapprox::Matrix;
using kapprox::bench::best_nanoseconds;

constexpr std::size_t element_count = 2048;

std::vector<double> arguments() {
  std::vector<double> x(element_count);
  for (std::size_t i = 0; i < element_count; ++i) x[i] = 0.5 + 0.01 * static_cast<double>(i);
  return x;
}

// `flops` per call of `work`, counted as multiply-adds · 2.
void report(benchmark::State& state, const std::function<void()>& work, double elements,
            double flops) {
  while (state.KeepRunning()) {
    work();
    benchmark::ClobberMemory();
  }
  const double best = best_nanoseconds(work);
  const double limit = flops / kapprox::bench::vector_rate().flops_per_ns();
  state.counters["best_ns"] = best / elements;
  state.counters["limit_ns"] = limit / elements;
  state.counters["achieved_share"] = limit / best;
}

// Instructions per vector, counted in core/numeric: range test 2, reduction 4, polynomial and
// scaling 14 for exp; reduction 5, two polynomials 16, quadrants 13 for sine and cosine. log is
// Highway's: exponent 10, division 8 in effect, polynomial 12.
void exponential(benchmark::State& state) {
  const std::vector<double> x = arguments();
  std::vector<double> y(element_count);
  report(
      state, [&] { kapprox::vector_exp(x, y); }, element_count, 2.0 * 20.0 * element_count);
}

void logarithm(benchmark::State& state) {
  const std::vector<double> x = arguments();
  std::vector<double> y(element_count);
  report(
      state, [&] { kapprox::vector_log(x, y); }, element_count, 2.0 * 30.0 * element_count);
}

void sine_cosine(benchmark::State& state) {
  const std::vector<double> x = arguments();
  std::vector<double> sine(element_count);
  std::vector<double> cosine(element_count);
  report(
      state, [&] { kapprox::vector_sin_cos(x, sine, cosine); }, element_count,
      2.0 * 34.0 * element_count);
}

void dot_product(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const std::vector<double> x = arguments();
  const std::span<const double> part = std::span(x).first(n);
  double sum = 0.0;
  report(
      state, [&] { benchmark::DoNotOptimize(sum = kapprox::dot(part, part)); }, 1.0,
      2.0 * static_cast<double>(n));
}

// n = m = 64 rows, inner dimension r.
void product(benchmark::State& state) {
  const auto inner = static_cast<Index>(state.range(0));
  Matrix x(64, inner);
  Matrix y(64, inner);
  Matrix out(64, 64);
  kapprox::Stream(1).fill_normals(x);
  kapprox::Stream(2).fill_normals(y);
  report(
      state, [&] { kapprox::multiply_transposed(x, y, out); }, 64.0 * 64.0,
      2.0 * 64.0 * 64.0 * static_cast<double>(inner));
}

// d × r Gaussian; 4 r² (d - r/3) flops to reduce and to form Q (Golub and Van Loan, section 5.2).
void orthonormalise(benchmark::State& state) {
  const auto d = static_cast<Index>(state.range(0));
  const auto r = static_cast<Index>(state.range(1));
  Matrix a(d, r);
  kapprox::Stream(1).fill_normals(a);
  Matrix q(d, r);
  const auto rows = static_cast<double>(d);
  const auto cols = static_cast<double>(r);
  report(
      state,
      [&] {
        q = a;
        kapprox::orthonormalise_columns(q);
      },
      1.0, 4.0 * cols * cols * (rows - cols / 3.0));
}

BENCHMARK(exponential);
BENCHMARK(logarithm);
BENCHMARK(sine_cosine);
BENCHMARK(dot_product)->Arg(64)->Arg(1024);
BENCHMARK(product)->Arg(2)->Arg(16)->Arg(64)->Arg(256);
BENCHMARK(orthonormalise)->Args({64, 2})->Args({64, 64})->Args({128, 128});

}  // namespace

BENCHMARK_MAIN();
