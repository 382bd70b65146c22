// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Where a run starts: from nothing, or from what a results file holds of the same study. Trials may
// grow, methods and cases may be added, the thread count may change; anything else is another
// study.
#pragma once

#include "study/results_columns.hpp"
#include "study/unit_runner.hpp"

#include <filesystem>
#include <string>

namespace kapprox {

// Nothing computed yet.
RunState empty_state(const Plan& plan);

struct Resumed {
  RunState state;
  std::int64_t resumed_points = 0;  // had trials in the file
  double total_seconds = 0.0;       // of all earlier runs
  std::string content_digest;       // as the file says
  Attributes provenance;            // of the run that wrote the file
};

// Points are matched by config key and case key. Throws InputError when the file is no results
// file, or belongs to another study: it names each changed key with the value in the study and in
// the file.
Resumed resume_state(const Plan& plan, const std::vector<CaseColumn>& columns,
                     const std::filesystem::path& path);

// Throws InputError where rounds of timing would come from another machine, build or number of
// threads than those in the file; it names what differs.
void check_same_machine(const Attributes& before, const Attributes& provenance,
                        const std::filesystem::path& path);

}  // namespace kapprox
