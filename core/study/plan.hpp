// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A study made concrete: every config built, every problem with its cases, ready to run.
#pragma once

#include "study/kinds/study_kind.hpp"
#include "study/study.hpp"

#include <vector>

namespace kapprox {

struct Config {
  BuiltMethod built;
  std::string label;
  std::string key;  // label and built.key: unique in the study

  const Method& method() const { return *built.method; }
};

struct Plan {
  Study study;
  const StudyKind* kind = nullptr;
  std::vector<Config> configs;         // in file order
  std::vector<InputProblem> problems;  // in file order; cases numbered through
  std::vector<std::string> sources;    // of each problem: the word the study gives
  Index case_count = 0;
};

// Throws InputError: unknown methods, bad values, two configs or two cases with the same key, a
// problem that the kind cannot take, a method that cannot serve a case.
Plan make_plan(Study study, const Registry& registry);

}  // namespace kapprox
