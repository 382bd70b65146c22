// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The conformance kit: takes one enrolled method through everything that a method promises, with
// parameters it chooses itself from the declarations. Authors write no test. The answer is a
// report, one finding per check; the same options give the same report.
#pragma once

#include "methods/build.hpp"

#include <kapprox/registry.hpp>
#include <kapprox/types.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace kapprox {

struct VerifyOptions {
  std::uint64_t seed = 1;
  Index trials = 4000;  // of a Monte Carlo check's first look; a second look takes 4 times as many
  int threads = 4;      // of the thread safety check
  std::map<std::string, GivenValue> parameters;  // fixed values; the kit varies all others
  std::string arguments;  // of the command that sees a fault again: " --plugins build"
  std::function<void(const std::string&)> progress;  // told what is being tried; may be empty
};

enum class Verdict { passed, failed, not_applicable };

struct Finding {
  std::string check;  // "theory: variance"
  Verdict verdict{};
  std::string detail;  // figures, what is wrong, or why the check does not apply
  std::string again;   // of a failed one: config, case and seed that show it again
};

struct VerifyReport {
  std::string method;                // "kernel:trig"
  std::vector<std::string> configs;  // canonical keys of what was tried
  std::vector<Finding> findings;
  Index monte_carlo_comparisons = 0;
  std::string statistics;  // how Monte Carlo was judged, and how often that errs

  bool passed() const;
  Index count(Verdict verdict) const;
};

// Throws InputError when options.parameters do not fit the method, or the kit cannot choose a value
// for a parameter without default.
VerifyReport verify_method(const Registry& registry, const MethodEntry& entry,
                           const VerifyOptions& options);

// Everything the report says, one line per check, ending with one sentence.
std::string report_text(const VerifyReport& report);

}  // namespace kapprox
