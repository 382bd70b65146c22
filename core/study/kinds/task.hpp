// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a kind of study hands to the engine: exact answers of a problem, sets of cases, and tasks,
// which run trials of one prepared method.
#pragma once

#include <kapprox/stream.hpp>

#include "study/canonical.hpp"
#include "study/point.hpp"

#include <exception>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace kapprox {

// The exact answers at the cases of a problem, whatever method is studied.
class Reference {
 public:
  virtual ~Reference() = default;

  // KindTexts::facts of the case at this place of the ordered problem.
  virtual std::vector<double> facts(Index place) const = 0;
};

// Some cases of an ordered problem; kinds add what trials on them share.
struct CaseSet {
  explicit CaseSet(std::vector<OrderedCase> chosen) : cases(std::move(chosen)) {}
  virtual ~CaseSet() = default;
  CaseSet(const CaseSet&) = delete;
  CaseSet& operator=(const CaseSet&) = delete;

  std::vector<OrderedCase> cases;
};

// Why a trial failed at a case: what the method threw, or else words about its output.
struct Fault {
  std::exception_ptr thrown;
  std::string words;
};

// One trial on all cases of a set.
struct Outcomes {
  Outcomes(std::size_t cases, std::size_t scalar_count)
      : scalars(static_cast<Index>(cases), static_cast<Index>(scalar_count)), kept(cases) {}

  Matrix scalars;                       // cases × scalars; NaN: undefined
  std::vector<double> kept;             // per case: what `keep` keeps
  std::map<std::size_t, Fault> faults;  // by case; none: all went well
};

// A method fitted to a problem. Used by many threads at once.
class Task {
 public:
  virtual ~Task() = default;

  // Throws what the method throws where the trial then fails at every case.
  virtual void run_trial(const CaseSet& set, std::int64_t trial, Outcomes& outcomes) const = 0;

  // A theory that throws counts as unknown.
  virtual PointTheory theory(const OrderedCase& one) const = 0;

  // What follows the address of the problem in a message: ", trial=17".
  virtual std::string trial_words(const OrderedCase& one, std::int64_t trial) const;
};

// What one chunk says about one case.
struct CaseChunk {
  Tally tally;
  Failure first_failure;
  std::vector<double> kept;  // of the first trials, NaN where a trial failed
};

// Trials first … last − 1 of every case. A trial that throws or gives a value that is not finite is
// counted as failed, with its address, which `name` opens; kept are trials below `keep`. Throws
// std::bad_alloc alone: want of memory is a matter of the machine, and recorded as a failed trial
// it would stay in the file.
std::vector<CaseChunk> run_trials(const Task& task, const CaseSet& set, std::size_t scalars,
                                  std::int64_t first, std::int64_t last, std::int64_t keep,
                                  const std::string& name);

// What an exception says. Rethrows std::bad_alloc.
std::string words_of(const std::exception_ptr& thrown);

// What `body` threw, or null; never std::bad_alloc.
template <class Body>
std::exception_ptr caught(const Body& body) {
  try {
    body();
    return nullptr;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    return std::current_exception();
  }
}

}  // namespace kapprox
