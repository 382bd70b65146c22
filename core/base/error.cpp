// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The two argument checks of <kapprox/error.hpp>, worded once.
#include <kapprox/error.hpp>

#include <string>

namespace kapprox {
namespace {

// "vector_exp (vector_math.cpp:41)" from either form of function name: the whole signature
// (std::source_location with g++) or the bare name (clang 14).
std::string place(const SourceLocation& where) {
  std::string_view signature = where.function_name();
  signature = signature.substr(0, signature.find('('));
  const std::size_t blank = signature.find_last_of(' ');
  if (blank != std::string_view::npos) signature.remove_prefix(blank + 1);
  std::string function(signature);
  for (const std::string_view scope : {"kapprox::", "{anonymous}::"})
    if (function.rfind(scope, 0) == 0) function.erase(0, scope.size());
  std::string_view file = where.file_name();
  const std::size_t slash = file.find_last_of('/');
  if (slash != std::string_view::npos) file.remove_prefix(slash + 1);
  return function + " (" + std::string(file) + ":" + std::to_string(where.line()) + ")";
}

[[noreturn]] void refuse(std::string_view name, Index actual, const std::string& expected,
                         const SourceLocation& where) {
  throw Error(place(where) + ": " + std::string(name) + " is " + std::to_string(actual) +
              ", but must be " + expected);
}

}  // namespace

void check_size(std::string_view name, Index actual, Index expected, SourceLocation where) {
  if (actual != expected) refuse(name, actual, std::to_string(expected), where);
}

void check_at_least(std::string_view name, Index value, Index least, SourceLocation where) {
  if (value < least) refuse(name, value, "at least " + std::to_string(least), where);
}

}  // namespace kapprox
