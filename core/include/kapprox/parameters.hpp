// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Typed, declared, self-documenting parameters. A method class says what it takes in a static
// `declare`; the host checks what a study gives against it, fills defaults, builds nested methods,
// and hands the constructor a Parameters with every declared name present.
//
//   static void declare(Declarations& d) {
//     d.integer("degree", "highest power of q·k that is kept").at_least(0).otherwise(2);
//     d.choice("layout", "monomials once or the full tensor", {"symmetric", "full"});  // default:
//     first
//   }
#pragma once

#include <kapprox/method.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace kapprox {

enum class ParameterType { integer, real, boolean, choice, method, reals, methods };

// One parameter as declared. Bounds of a list hold for each of its elements.
class Declaration {
 public:
  Declaration(ParameterType its_type, std::string_view its_name, std::string_view its_help)
      : type(its_type), name(its_name), help(its_help) {}

  Declaration& at_least(double bound);
  Declaration& at_most(double bound);
  Declaration& above(double bound);  // greater than, for real numbers
  Declaration& below(double bound);

  // Of a nested method: the outer method's parameters of these names are handed down to it where it
  // declares them and the study does not give it its own.
  Declaration& handing_down(std::vector<std::string> names);

  // The default: a boolean, a whole number, a real number, a word or a list of real numbers, kept
  // as what it is. (A template, because overloads would take the literal 2 for ambiguous and "iid"
  // for true.)
  template <class T>
  Declaration& otherwise(const T& value) {
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::vector<double>>)
      fallback = value;
    else if constexpr (std::is_integral_v<T>)
      fallback = static_cast<std::int64_t>(value);
    else if constexpr (std::is_floating_point_v<T>)
      fallback = static_cast<double>(value);
    else
      fallback = std::string(value);
    return *this;
  }

  using Default =
      std::variant<std::monostate, std::int64_t, double, bool, std::string, std::vector<double>>;

  ParameterType type;
  std::string name;
  std::string help;
  std::optional<double> least;
  std::optional<double> most;
  bool least_is_excluded = false;
  bool most_is_excluded = false;
  std::vector<std::string> choices;  // of a choice
  std::optional<Kind> nested_kind;   // of a method or a list of methods
  std::vector<std::string> handed_down;
  Default fallback;  // monostate: the study must give it
};

class Declarations {
 public:
  Declaration& integer(std::string_view name, std::string_view help);
  Declaration& real(std::string_view name, std::string_view help);
  Declaration& boolean(std::string_view name, std::string_view help);
  // One of `choices`; the default is the first.
  Declaration& choice(std::string_view name, std::string_view help,
                      std::vector<std::string> choices);
  // A nested method of that kind: a name, or a table { method = "…", … }. With the default "none"
  // it may be left out: Parameters::method then gives null.
  Declaration& method(Kind kind, std::string_view name, std::string_view help);
  // A list of real numbers, and a list of at least one nested method.
  Declaration& reals(std::string_view name, std::string_view help);
  Declaration& methods(Kind kind, std::string_view name, std::string_view help);

  // In declared order. The reference that the functions above return holds until the next call.
  const std::vector<Declaration>& all() const { return declarations_; }
  const Declaration* find(std::string_view name) const;

 private:
  Declaration& add(Declaration declaration);
  std::vector<Declaration> declarations_;
};

// Checked values, one for every declared name.
class Parameters {
 public:
  using Value = std::variant<std::int64_t, double, bool, std::string, std::shared_ptr<const Method>,
                             std::vector<double>, std::vector<std::shared_ptr<const Method>>>;

  // Throw Error when the name was not declared with that type: a fault of the plugin, not the user.
  std::int64_t integer(std::string_view name) const;
  double real(std::string_view name) const;
  bool boolean(std::string_view name) const;
  const std::string& choice(std::string_view name) const;
  const std::vector<double>& reals(std::string_view name) const;

  // The nested method, shared: M is the class of its kind (Directions, KernelMethod, …).
  template <class M>
  std::shared_ptr<const M> method(std::string_view name) const {
    return std::dynamic_pointer_cast<const M>(nested(name));
  }

  // A list of them: null where a method is of another class.
  template <class M>
  std::vector<std::shared_ptr<const M>> methods(std::string_view name) const {
    std::vector<std::shared_ptr<const M>> result;
    for (const std::shared_ptr<const Method>& one : nested_list(name))
      result.push_back(std::dynamic_pointer_cast<const M>(one));
    return result;
  }

  void set(std::string_view name, Value value);

 private:
  std::shared_ptr<const Method> nested(std::string_view name) const;
  const std::vector<std::shared_ptr<const Method>>& nested_list(std::string_view name) const;
  std::map<std::string, Value, std::less<>> values_;
};

}  // namespace kapprox
