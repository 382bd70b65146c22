// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A study made concrete: every config built, every problem with its cases, ready to run.
#pragma once

#include "study/study.hpp"

#include <kapprox/kernel_method.hpp>

#include <memory>
#include <vector>

namespace kapprox {

struct Config {
  BuiltMethod built;
  std::string label;
  std::string key;  // label and built.key: unique in the study
  const KernelMethod& kernel() const;
};

struct Plan {
  Study study;
  std::vector<Config> configs;         // in file order
  std::vector<InputProblem> problems;  // in file order; cases numbered through
  std::vector<std::string> sources;    // of each problem: the word the study gives
  Index case_count = 0;
};

// Throws InputError: unknown methods, bad values, two configs or two cases with the same key.
Plan make_plan(Study study, const Registry& registry);

}  // namespace kapprox
