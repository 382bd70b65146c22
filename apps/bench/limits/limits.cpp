// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The measurements of limits.hpp.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "limits/limits.cpp"
#include "limits/limits.hpp"

#include <kapprox/stream.hpp>
#include <kapprox/vector_math.hpp>

#include <ctime>

#include <algorithm>
#include <limits>
#include <vector>

#ifndef KAPPROX_BENCH_CHAINS
#define KAPPROX_BENCH_CHAINS
namespace kapprox::bench {
constexpr int chain_count = 12;  // more than latency × units, fewer than registers
}
#endif

#include <hwy/foreach_target.h>
// foreach_target.h comes first.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kapprox::bench {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// `steps` rounds of chain_count independent multiply-adds; returns a number that depends on all.
double multiply_adds(double start, int steps) {
  const hn::ScalableTag<double> d;
  hn::Vec<decltype(d)> sum[chain_count];
  for (auto& one : sum) one = hn::Set(d, start);
  const auto factor = hn::Set(d, 0.999);
  const auto term = hn::Set(d, start);
  for (int step = 0; step < steps; ++step)
    for (auto& one : sum) one = hn::MulAdd(one, factor, term);
  auto total = hn::Zero(d);
  for (const auto& one : sum) total = hn::Add(total, one);
  return hn::GetLane(total);
}

int doubles_per_vector() { return static_cast<int>(hn::Lanes(hn::ScalableTag<double>())); }

}  // namespace HWY_NAMESPACE
}  // namespace kapprox::bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kapprox::bench {
namespace {

HWY_EXPORT(multiply_adds);
HWY_EXPORT(doubles_per_vector);

double thread_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

constexpr std::size_t cached_count = 2048;  // doubles: 16 KiB

}  // namespace

double best_nanoseconds(const std::function<void()>& work, int runs) {
  constexpr double shortest_run = 30'000.0;
  work();
  double begin = thread_nanoseconds();
  work();
  const int calls = 1 + static_cast<int>(shortest_run / (thread_nanoseconds() - begin + 1.0));
  double best = std::numeric_limits<double>::infinity();
  for (int run = 0; run < runs; ++run) {
    begin = thread_nanoseconds();
    for (int call = 0; call < calls; ++call) work();
    best = std::min(best, (thread_nanoseconds() - begin) / calls);
  }
  return best;
}

VectorRate vector_rate() {
  constexpr int steps = 1000;
  volatile double sink = 1e-3;
  const double ns = best_nanoseconds(
      [&] { sink = 1e-3 + 1e-9 * HWY_DYNAMIC_DISPATCH(multiply_adds)(sink, steps); });
  return {chain_count * steps / ns,
          static_cast<double>(HWY_DYNAMIC_DISPATCH(doubles_per_vector)())};
}

double normal_ns() {
  Matrix numbers(32, 64);
  const Stream stream(1);
  return best_nanoseconds([&] { stream.fill_normals(numbers); }) /
         static_cast<double>(numbers.values().size());
}

double exponential_ns() {
  std::vector<double> x(cached_count, -1.0);
  std::vector<double> y(cached_count);
  return best_nanoseconds([&] { vector_exp(x, y); }) / static_cast<double>(cached_count);
}

double sine_cosine_ns() {
  std::vector<double> x(cached_count, -1.0);
  std::vector<double> sine(cached_count);
  std::vector<double> cosine(cached_count);
  return best_nanoseconds([&] { vector_sin_cos(x, sine, cosine); }) /
         static_cast<double>(cached_count);
}

}  // namespace kapprox::bench
#endif
