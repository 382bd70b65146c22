// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Runs a plan and keeps its results file. One call does the first run, a resume, an extension (more
// trials, methods or cases), or nothing when the file is complete.
#pragma once

#include "study/plan.hpp"

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace kapprox {

struct Progress {
  std::int64_t done_units = 0;
  std::int64_t total_units = 0;
  double done_work = 0.0;  // multiply-adds, for the rate
  double total_work = 0.0;
  double seconds = 0.0;  // since the run began
};

// The exact answers of a problem, which are made once before its first trial.
struct ExactProgress {
  Index problem = 0;  // counted from 0: this one begins now
  Index problems = 0;
  double work = 0.0;  // of this one, multiply-adds
};

struct RunOptions {
  int threads = 0;                                     // 0: as many as processors
  double checkpoint_seconds = 30.0;                    // lost work never exceeds this much
  bool fresh = false;                                  // overwrite instead of resume
  std::function<void(const Progress&)> on_progress;    // from one thread at a time; 0 done at first
  std::function<void(const ExactProgress&)> on_exact;  // before those of each problem
  const std::atomic<bool>* stop = nullptr;             // set: finish running units, save, return
  std::vector<std::pair<std::string, std::string>>
      provenance;  // from the program: plugins, versions
};

enum class RunStatus { complete, some_failed, interrupted, already_complete };

struct RunReport {
  RunStatus status = RunStatus::complete;
  std::int64_t points = 0;
  std::int64_t failed_points = 0;
  std::int64_t resumed_points = 0;  // had trials in the file before
  int threads = 0;
  double seconds = 0.0;
  std::string content_digest;
  std::vector<std::string> warnings;  // heavy tails, thread choice, …: one sentence each
};

// Throws InputError when the file belongs to another study (names the changed key, old and new
// value), IoError when it is locked or cannot be written.
RunReport run_study(const Plan& plan, const std::filesystem::path& output,
                    const RunOptions& options);

}  // namespace kapprox
