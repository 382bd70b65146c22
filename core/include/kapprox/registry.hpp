// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Where plugins enrol their methods. Names are unique per kind. A second enrolment of a name, or a
// parameter named like a measure of a results file, is refused.
#pragma once

#include <kapprox/method.hpp>
#include <kapprox/parameters.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kapprox {

using Factory = std::function<std::shared_ptr<const Method>(const Parameters&)>;

struct MethodEntry {
  Kind kind{};
  std::string name;
  std::string summary;    // one line for `kapprox list`
  std::string reference;  // authors, title, year, equation
  std::string plugin;     // filled by the loader
  Declarations declarations;
  Factory make;
};

class Registry {
 public:
  // M has a static `kind`, a static `declare(Declarations&)`, and a constructor from Parameters (or
  // none at all where it takes no parameters).
  template <class M>
  void add(std::string_view name, std::string_view summary, std::string_view reference) {
    MethodEntry entry;
    entry.kind = M::kind;
    entry.name = name;
    entry.summary = summary;
    entry.reference = reference;
    M::declare(entry.declarations);
    entry.make = [](const Parameters& parameters) -> std::shared_ptr<const Method> {
      if constexpr (std::is_constructible_v<M, const Parameters&>)
        return std::make_shared<const M>(parameters);
      else
        return std::make_shared<const M>();
    };
    enrol(std::move(entry));
  }

  // Null when there is none.
  const MethodEntry* find(Kind kind, std::string_view name) const;
  // Sorted by kind, then name.
  std::vector<const MethodEntry*> all() const;

  // The plugin whose enrol function runs now (set by the loader).
  void set_current_plugin(std::string_view name) { current_plugin_ = name; }

 private:
  void enrol(MethodEntry entry);

  std::string current_plugin_;
  std::vector<std::unique_ptr<MethodEntry>> entries_;
};

}  // namespace kapprox
