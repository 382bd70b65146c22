// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What the engine keeps of one point (one config on one case). The scalar of a trial is r =
// estimate/exact − 1. Complete chunks are folded in order; the short last chunk stays outside the
// fold and is redone when trials grow.
#pragma once

#include "stats/moments.hpp"

#include <cstdint>
#include <limits>
#include <string>

namespace kapprox {

// A run of trials of one point: the finite values, and how many trials gave none.
struct Tally {
  Moments moments;
  std::int64_t failed = 0;

  std::int64_t trials() const { return moments.count + failed; }
  void merge(const Tally& later) {
    moments.merge(later.moments);
    failed += later.failed;
  }
};

// The first trial of a point that gave no finite number.
struct Failure {
  std::int64_t trial = -1;  // −1: none
  std::string message;
};

// Closed-form law of one estimate, relative to the exact kernel.
struct PointTheory {
  bool known = false;
  double bias = std::numeric_limits<double>::quiet_NaN();      // E r
  double variance = std::numeric_limits<double>::quiet_NaN();  // Var r
  double kurtosis = std::numeric_limits<double>::quiet_NaN();  // fourth central moment / variance²
  bool kurtosis_is_exact = false;
  std::string note;  // what the method wants said of this point: Theory::note
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

  Tally total() const {
    Tally sum = fold;
    sum.merge(tail);
    return sum;
  }
};

}  // namespace kapprox
