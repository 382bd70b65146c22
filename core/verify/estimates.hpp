// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Monte Carlo of one prepared method on one problem, relative to exp(q·k).
#pragma once

#include "verify/looks.hpp"
#include "verify/problems.hpp"

#include <kapprox/kernel_method.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace kapprox {

class Estimates {
 public:
  // Keeps a reference to the method; throws what it throws on preparing.
  Estimates(const KernelMethod& method, TestProblem problem, const Stream& seed, Index trials);
  Estimates(const Estimates&) = delete;
  Estimates& operator=(const Estimates&) = delete;

  const TestProblem& problem() const { return problem_; }
  const PreparedKernel& prepared() const { return *prepared_; }

  // Per pair; look 0 or 1.
  const std::vector<Moments>& look(int which) { return looks_.look(which); }

  // Closed forms of that pair, asked for once.
  const std::optional<Theory>& theory(std::size_t pair);

  // The address of a trial: streams differ between problems, not between configs.
  Stream trial(Index number) const;

 private:
  TestProblem problem_;
  std::unique_ptr<const PreparedKernel> prepared_;
  Stream stream_;
  Looks looks_;
  std::vector<std::optional<Theory>> theories_;
};

// Estimates of all pairs by one sample.
std::vector<LogNumber> estimates_of(const KernelSample& sample, const TestProblem& problem);

}  // namespace kapprox
