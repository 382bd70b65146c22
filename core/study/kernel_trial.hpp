// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Trials of a kernel study: one prepared method on some cases of one problem.
#pragma once

#include <kapprox/kernel_method.hpp>
#include <kapprox/stream.hpp>

#include "study/coordinates.hpp"
#include "study/point.hpp"

#include <string>
#include <vector>

namespace kapprox {

// A method fitted to a problem, or why it could not be.
struct PreparedSlot {
  std::unique_ptr<const PreparedKernel> prepared;  // null: see error
  std::string error;
};

// Never throws what the method threw: it becomes the error.
PreparedSlot prepare_slot(const KernelMethod& method, const Problem& problem);

// Some cases of an ordered problem, with the rows they use and no others: pairs of a long sequence
// then cost what the pairs cost.
struct CaseSet {
  std::vector<OrderedCase> cases;
  std::vector<Pair> pairs;  // of the same cases, in the rows below
  Matrix queries;           // used rows × rank, in the order of the problem
  Matrix keys;

  CaseSet(std::vector<OrderedCase> chosen, const Coordinates& coordinates);
};

struct KernelTask {
  const PreparedSlot* slot = nullptr;
  Problem problem;   // what the method was fitted to
  Stream address;    // without the trial
  std::string name;  // the address in words: "seed=…, problem=…"
  const CaseSet* set = nullptr;
};

// What one chunk says about one case.
struct CaseChunk {
  Tally tally;
  Failure first_failure;
  std::vector<double> draws;  // estimate/exact of the first trials, NaN where a trial failed
};

// estimates[c] of case c in one trial. Throws what the method throws.
void evaluate_trial(const KernelTask& task, std::int64_t trial, std::span<LogNumber> estimates);

// Trials first … last − 1 of every case. A trial that throws or gives a value that is not finite
// is counted as failed, with its address; draws are kept of trials below `keep`.
std::vector<CaseChunk> run_trials(const KernelTask& task, std::int64_t first, std::int64_t last,
                                  std::int64_t keep);

// Closed-form law at one case; a theory that throws counts as unknown.
PointTheory theory_of(const KernelTask& task, const OrderedCase& one);

}  // namespace kapprox
