// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Trials in order, so that the same options give the same moments.
#include "verify/looks.hpp"

#include <utility>

namespace kapprox {

Looks::Looks(Index trials, std::size_t statistics, Evaluate evaluate)
    : trials_(trials), statistics_(statistics), evaluate_(std::move(evaluate)) {}

const std::vector<Moments>& Looks::look(int which) {
  std::vector<Moments>& moments = looks_.at(static_cast<std::size_t>(which));
  if (!moments.empty()) return moments;
  moments.resize(statistics_);
  std::vector<double> values(statistics_);
  const Index begin = which == 0 ? 0 : trials_;
  const Index end = which == 0 ? trials_ : (1 + second_look_factor) * trials_;
  for (Index trial = begin; trial < end; ++trial) {
    evaluate_(trial, values);
    for (std::size_t s = 0; s < statistics_; ++s) moments[s].add(values[s]);
  }
  return moments;
}

}  // namespace kapprox
