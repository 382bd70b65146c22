// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a study will cost, from timing a few of its trials.
#pragma once

#include "study/plan.hpp"

namespace kapprox {

struct PredictedCost {
  double trials = 0.0;   // Σ over configs and problems; a deterministic config runs once
  double seconds = 0.0;  // of one thread
  Index timed = 0;       // configs of which a trial was timed
};

// Times a few trials of each config and problem for about `timing_seconds` in all, and one trial at
// least of each config that does not look like taking this beyond 5 times as long. What was not
// timed is scaled by its work.
PredictedCost predict_cost(const Plan& plan, double timing_seconds = 1.0);

}  // namespace kapprox
