// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a study will cost, from timing a few of its trials.
#pragma once

#include "study/plan.hpp"

namespace kapprox {

struct PredictedCost {
  double trials = 0.0;         // Σ over configs and problems; a deterministic config runs once
  double seconds = 0.0;        // of one thread, for all trials
  double exact_seconds = 0.0;  // for the exact answers, made once before them, with all threads
  Index timed = 0;             // configs of which a trial was timed
};

// Times the exact answers of a problem and a few trials of each config for about `timing_seconds`
// in all, and one trial at least of each config that does not look like taking this beyond 5 times
// as long. Where the exact answers or trials of the first problem look like it, its first rows are
// timed first, to know better. What was not timed is scaled by its work.
PredictedCost predict_cost(const Plan& plan, double timing_seconds = 1.0);

}  // namespace kapprox
