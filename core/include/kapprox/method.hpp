// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The root of every extension point: a method is a named recipe with parameters, immutable once
// built and used by many threads at once. Kinds are the words of docs/architecture.md.
#pragma once

#include <string_view>

namespace kapprox {

struct Problem;

enum class Kind { directions, kernel, softmax, scorer, attention };

// "directions", "kernel", "softmax", "scorer", "attention": the word users type.
std::string_view kind_name(Kind kind);

class Method {
 public:
  virtual ~Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;

  // Throws InputError "qmc: the dimension is 4000, but must be at most 3667; choose others" where
  // no trial could serve the problem. A study asks while it is read, of nested methods too, so that
  // nothing runs; rows may still be in all d coordinates where prepare will see fewer.
  void check_problem(const Problem& problem) const { do_check_problem(problem); }

 protected:
  Method() = default;

 private:
  // A method that refuses problems in prepare or draw refuses them here too.
  virtual void do_check_problem(const Problem&) const {}
};

}  // namespace kapprox
