// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/task.hpp"

#include <new>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

std::string words_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "the method threw something that is no std::exception";
  }
}

std::string Task::trial_words(const OrderedCase&, std::int64_t trial) const {
  return fmt::format(", trial={}", trial);
}

std::vector<CaseChunk> run_trials(const Task& task, const CaseSet& set, std::size_t scalars,
                                  std::int64_t first, std::int64_t last, std::int64_t keep,
                                  const std::string& name) {
  std::vector<CaseChunk> chunks(set.cases.size(), CaseChunk{Tally(scalars), {}, {}});
  Outcomes outcomes(set.cases.size(), scalars);
  for (std::int64_t trial = first; trial < last; ++trial) {
    outcomes.faults.clear();
    const std::exception_ptr thrown = caught([&] { task.run_trial(set, trial, outcomes); });
    const std::string error = thrown ? words_of(thrown) : "";
    for (std::size_t c = 0; c < chunks.size(); ++c) {
      CaseChunk& chunk = chunks[c];
      const auto fault = outcomes.faults.find(c);
      const bool failed = thrown || fault != outcomes.faults.end();
      if (trial < keep) chunk.kept.push_back(failed ? no_number : outcomes.kept[c]);
      if (!failed) {
        chunk.tally.add(outcomes.scalars.row(static_cast<Index>(c)));
        continue;
      }
      ++chunk.tally.failed;
      if (chunk.first_failure.trial >= 0) continue;
      std::string what = error;
      if (!thrown)
        what = fault->second.thrown ? words_of(fault->second.thrown) : fault->second.words;
      chunk.first_failure = {trial, fmt::format("trial {}: {}; address {}{}", trial, what, name,
                                                task.trial_words(set.cases[c], trial))};
    }
  }
  return chunks;
}

}  // namespace kapprox
