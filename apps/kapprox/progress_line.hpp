// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Shows how far a run is: one line rewritten in place on a terminal, a plain line every few seconds
// elsewhere (a log file).
#pragma once

#include "study/run.hpp"

#include <string>

namespace kapprox::app {

class ProgressLine {
 public:
  explicit ProgressLine(bool terminal) : terminal_(terminal) {}

  void update(const Progress& progress);
  void update(const ExactProgress& progress);  // only where it will take a while
  void finish();                               // leaves the terminal's line clean for what follows

 private:
  std::string text_of(const Progress& progress) const;
  void show(const std::string& text) const;

  bool terminal_;
  bool started_ = false;
  bool shown_ = false;     // a run that ends within the first interval shows nothing
  bool exact_ = false;     // exact answers were said to be made
  double shown_at_ = 0.0;  // seconds since the run began
  Progress first_;         // where this run began: units of earlier runs are not its speed
};

// "0.052 s", "8.3 s", "23 s", "4 min 10 s", "2 h 5 min".
std::string duration_text(double seconds);

}  // namespace kapprox::app
