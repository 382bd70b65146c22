// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The root of every extension point: a method is a named recipe with parameters, immutable once
// built and used by many threads at once. Kinds are the words of docs/architecture.md.
#pragma once

#include <string_view>

namespace kapprox {

enum class Kind { directions, kernel, softmax, attention };

// "directions", "kernel", "softmax", "attention": the word users type.
std::string_view kind_name(Kind kind);

class Method {
 public:
  virtual ~Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;

 protected:
  Method() = default;
};

}  // namespace kapprox
