// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What the engine keeps of one point (one config on one case). A trial gives a row of scalars,
// named by the kind of the study; the engine keeps moments of each. Complete chunks are folded in
// order; the short last chunk stays outside the fold and is redone when trials grow.
#pragma once

#include "stats/moments.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace kapprox {

// A run of trials of one point.
struct Tally {
  std::vector<Moments> moments;  // one per scalar: of its finite values
  std::int64_t done = 0;         // trials with a finite output; a scalar may still be undefined
  std::int64_t failed = 0;

  explicit Tally(std::size_t scalars = 0) : moments(scalars) {}

  std::int64_t trials() const { return done + failed; }
  void add(std::span<const double> scalars);  // of one trial; NaN: undefined
  void merge(const Tally& later);             // as many scalars
};

// The first trial of a point that failed.
struct Failure {
  std::int64_t trial = -1;  // −1: none
  std::string message;
};

// Closed-form law of a point, relative to the exact answer; each kind says what of.
struct PointTheory {
  bool known = false;
  double bias = std::numeric_limits<double>::quiet_NaN();
  double variance = std::numeric_limits<double>::quiet_NaN();
  double kurtosis = std::numeric_limits<double>::quiet_NaN();  // fourth central moment / variance²
  bool kurtosis_is_exact = false;
  // Largest relative variance of the normaliser of an attention row; 0 where none is random.
  double normaliser_variance = std::numeric_limits<double>::quiet_NaN();
  std::string note;  // what the method wants said of this point
};

struct PointState {
  std::int64_t chunk_length = 0;  // 0: never computed
  std::int64_t generation = 0;    // points that entered the file together run together
  std::int64_t folded_chunks = 0;
  Tally fold;
  Tally tail;
  Failure first_failure;
  bool theory_done = false;
  PointTheory theory;

  explicit PointState(std::size_t scalars = 0) : fold(scalars), tail(scalars) {}

  Tally total() const {
    Tally sum = fold;
    sum.merge(tail);
    return sum;
  }
};

}  // namespace kapprox
