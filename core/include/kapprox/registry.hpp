// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Where plugins enrol their methods. Refused are: a name that its kind already has, a name that is
// not a lower-case word, an empty summary, reference or help, a parameter named like a measure or a
// column of a results file, and a default that the parameter's own declaration does not allow.
#pragma once

#include <kapprox/method.hpp>
#include <kapprox/parameters.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace kapprox {

using Factory = std::function<std::shared_ptr<const Method>(const Parameters&)>;

struct MethodEntry {
  Kind kind{};
  std::string name;
  std::string summary;    // one line for `kapprox list`
  std::string reference;  // authors, title, year, equation
  std::string plugin;     // filled by enrol_plugin
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

  // Runs a plugin's enrol function; every method it adds is marked with the plugin's name. All or
  // nothing: when it throws, what it added is removed and the exception goes on.
  void enrol_plugin(std::string_view plugin, const std::function<void(Registry&)>& enrol_function);

 private:
  // Throws InputError, naming the plugin, when the entry breaks a rule of this page.
  void enrol(MethodEntry entry);

  std::string current_plugin_;
  std::vector<std::unique_ptr<MethodEntry>> entries_;
};

}  // namespace kapprox
