// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Trials of a kernel study: one prepared method on some cases of one problem. The scalar of a trial
// is r = estimate/exact − 1.
#pragma once

#include <kapprox/kernel_method.hpp>
#include <kapprox/stream.hpp>

#include "study/coordinates.hpp"
#include "study/kinds/task.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kapprox {

// q·k of every case: the logarithm of the exact kernel.
class KernelReference final : public Reference {
 public:
  explicit KernelReference(const OrderedProblem& problem);

  double log_exact(Index place) const { return log_exact_[static_cast<std::size_t>(place)]; }
  std::vector<double> facts(Index place) const override;  // q·k and exp(q·k)

 private:
  std::vector<double> log_exact_;
};

// A method fitted to a problem, or why it could not be.
struct PreparedSlot {
  std::unique_ptr<const PreparedKernel> prepared;  // null: see thrown
  std::exception_ptr thrown;
};

// Never throws what the method threw: it becomes the error.
PreparedSlot prepare_slot(const KernelMethod& method, const Problem& problem);

// With the rows that the cases use and no others: pairs of a long sequence then cost what the pairs
// cost.
struct PairSet final : CaseSet {
  std::vector<Pair> pairs;        // of the cases, in the rows below
  std::vector<double> log_exact;  // of the cases
  Matrix queries;                 // used rows × rank, in the order of the problem
  Matrix keys;

  PairSet(std::vector<OrderedCase> chosen, const Coordinates& coordinates,
          const KernelReference& reference);
};

class KernelTask final : public Task {
 public:
  // `coordinates` and `reference` must outlive it. `address` is without the trial.
  KernelTask(const KernelMethod& method, const Coordinates& coordinates,
             const KernelReference& reference, const Stream& address);

  void run_trial(const CaseSet& set, std::int64_t trial, Outcomes& outcomes) const override;
  PointTheory theory(const OrderedCase& one) const override;

 private:
  Problem problem_;  // what the method was fitted to
  const KernelReference& reference_;
  Stream address_;
  PreparedSlot slot_;
};

// Closed-form law at a pair of rows of the problem; empty where it is unknown, or theory throws.
std::optional<Theory> known_theory(const PreparedKernel& prepared, const Problem& problem,
                                   const Pair& pair);

// In units of exp(log_exact).
PointTheory relative_theory(const Theory& theory, double log_exact);

}  // namespace kapprox
