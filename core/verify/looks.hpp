// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Monte Carlo in two looks: the first trials, and four times as many fresh ones, run only when the
// first look raises a suspicion.
#pragma once

#include "stats/moments.hpp"

#include <array>
#include <functional>
#include <span>
#include <vector>

namespace kapprox {

inline constexpr Index second_look_factor = 4;

class Looks {
 public:
  // `evaluate` fills the statistics of one trial.
  using Evaluate = std::function<void(Index trial, std::span<double> statistics)>;
  Looks(Index trials, std::size_t statistics, Evaluate evaluate);

  // Moments per statistic; look 0: trials 0 … N − 1, look 1: trials N … 5 N − 1.
  const std::vector<Moments>& look(int which);

 private:
  Index trials_;
  std::size_t statistics_;
  Evaluate evaluate_;
  std::array<std::vector<Moments>, 2> looks_;
};

}  // namespace kapprox
