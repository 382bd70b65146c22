// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What this machine can do at best, measured in the benchmark's own process: the yardstick that
// each benchmark prints beside its result. Times are the best of many short runs, in processor time
// of the calling thread, because other work on the machine can only lengthen them.
#pragma once

#include <functional>

namespace kapprox::bench {

// Nanoseconds per call of `work`, best of `runs` runs of at least 30 µs.
double best_nanoseconds(const std::function<void()>& work, int runs = 200);

// Vector instructions per nanosecond (independent fused multiply-adds in registers), and doubles
// per vector, for the instruction set the library dispatches to.
struct VectorRate {
  double instructions_per_ns = 0.0;
  double lanes = 0.0;

  double flops_per_ns() const { return 2.0 * lanes * instructions_per_ns; }
};
VectorRate vector_rate();

double normal_ns();       // per number of Stream::fill_normals, in cache
double exponential_ns();  // per element of vector_exp, in cache
double sine_cosine_ns();  // per element of vector_sin_cos, in cache

}  // namespace kapprox::bench
