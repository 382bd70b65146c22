// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/status_notes.hpp"

#include <fmt/format.h>

namespace kapprox {

void StatusNotes::add(const char* word, const std::string& sentence) {
  if (status_.word.empty()) status_.word = word;
  if (sentence.empty()) return;
  if (!status_.message.empty()) status_.message += "; ";
  status_.message += sentence;
}

bool StatusNotes::add_progress(const PointState& state, const Tally& total,
                               std::int64_t trials_wanted) {
  if (total.trials() == 0) {
    add("not_computed", "");
    return false;
  }
  if (total.trials() < trials_wanted)
    add("incomplete", fmt::format("{} of {} trials are done", total.trials(), trials_wanted));
  if (total.failed > 0)
    add("failed", fmt::format("{} of {} trials failed, the first: {}", total.failed, total.trials(),
                              state.first_failure.message));
  return true;
}

}  // namespace kapprox
