// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What kapprox throws. A message is one sentence: "where: what is X, but must be Y; do Z."
// Nothing in core prints or exits: the application decides what an error means.
#pragma once

#include <kapprox/source_location.hpp>
#include <kapprox/types.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace kapprox {

// Base of all errors thrown by kapprox.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The user can mend it: a wrong study, parameter, plugin or input file (exit status 2).
class InputError : public Error {
 public:
  using Error::Error;
};

// The world refused: a file that cannot be written, a lock that is held (exit status 3).
class IoError : public Error {
 public:
  using Error::Error;
};

// Throws Error "<where>: <name> is <actual>, but must be <expected>" when actual != expected.
// Public calls use it to check shapes before they call their private hook.
void check_size(std::string_view name, Index actual, Index expected,
                SourceLocation where = SourceLocation::current());

// Throws Error when value < least.
void check_at_least(std::string_view name, Index value, Index least,
                    SourceLocation where = SourceLocation::current());

}  // namespace kapprox
