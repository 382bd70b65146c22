// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Writes the results file when it is due, so that a kill never loses more than the stated interval.
#pragma once

#include "study/results_groups.hpp"

#include <chrono>
#include <filesystem>

namespace kapprox {

class CheckpointWriter {
 public:
  // `earlier_seconds`: wall-clock time of earlier runs. `provenance`: see results_schema.
  CheckpointWriter(const ResultsGroups& groups, std::filesystem::path path, double interval,
                   double earlier_seconds, Attributes provenance);

  // True when a write begun now would end about `interval` after the last one began. The first one
  // is due at once; writes never take more than half of the time.
  bool due() const;
  // Replaces the file. Throws IoError; the old file then stays.
  void write(const RunState& state);

  double seconds() const;  // since construction
  const std::string& content_digest() const { return content_digest_; }

 private:
  using Clock = std::chrono::steady_clock;

  const ResultsGroups& groups_;
  std::filesystem::path path_;
  double interval_;
  double earlier_seconds_;
  Attributes provenance_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_begin_{};
  Clock::time_point last_end_{};
  bool written_ = false;
  std::string content_digest_;
};

}  // namespace kapprox
