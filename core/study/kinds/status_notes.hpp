// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The status of a point as it grows: the first word that applies wins, the message tells all that
// apply.
#pragma once

#include "study/kinds/study_kind.hpp"

#include <string>

namespace kapprox {

class StatusNotes {
 public:
  void add(const char* word, const std::string& sentence);

  // not_computed, incomplete and failed, which every kind has. False: there is no trial yet, and
  // nothing more to say.
  bool add_progress(const PointState& state, const Tally& total, std::int64_t trials_wanted);

  const PointStatus& status() const { return status_; }

 private:
  PointStatus status_;
};

}  // namespace kapprox
