// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// From what a study says to a built method: checks given values against the declarations, fills
// defaults, builds nested methods. Every message names the parameter, what was given, what is
// allowed, and the nearest right spelling.
#pragma once

#include <kapprox/registry.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kapprox {

// A method as given: its name and the values of some parameters.
struct MethodSpec;
struct GivenList;
using GivenValue = std::variant<std::int64_t, double, bool, std::string,
                                std::shared_ptr<MethodSpec>, std::shared_ptr<GivenList>>;

// Where a list was given for a parameter and read as an axis, what it was, and which of its
// elements a spec has.
struct ListElement {
  std::shared_ptr<GivenList> list;
  std::size_t index = 0;
};

struct MethodSpec {
  std::string method;
  std::map<std::string, GivenValue> parameters;
  std::map<std::string, ListElement> elements = {};
};

// The method given for a parameter, by name or as a table, or its default; empty where it is none.
std::optional<MethodSpec> inner_spec(const Declaration& declaration, const MethodSpec& spec);

// Specs of methods inside as a study has them, every list an axis, become what their declarations
// say: where a parameter is itself a list, one spec with the whole list stays of those that have an
// element each. Specs of unknown methods stay.
std::vector<GivenValue> with_whole_lists(const std::vector<GivenValue>& values,
                                         const Registry& registry, Kind kind);

// A list is one value of such a parameter.
bool takes_list(const Declaration& declaration);

// Every spec with every value of one more parameter: the new one varies fastest.
std::vector<MethodSpec> with_each(const std::vector<MethodSpec>& specs, const std::string& name,
                                  const std::vector<GivenValue>& values);

// One value of a parameter that is itself a list.
struct GivenList {
  std::vector<GivenValue> values;
};

// One resolved parameter as a results column; nested ones are "feature_map_m".
struct ParameterColumn {
  std::string name;
  std::variant<double, std::string> value;  // integers and booleans as double
};

// A method that another one holds.
struct InnerMethod {
  std::string path;  // "directions", "first: directions", "bases[0]"
  int depth = 1;
  std::shared_ptr<const Method> method;
};

struct BuiltMethod {
  const MethodEntry* entry = nullptr;
  std::shared_ptr<const Method> method;
  std::vector<ParameterColumn> columns;  // in declared order, defaults included
  std::string key;  // canonical: "trig{directions=iid,m=64}", defaults included, names sorted
  std::vector<InnerMethod> inner = {};  // all methods inside, the outermost first
};

// `where` opens the message of an InputError: "study.toml:12: methods.trig".
BuiltMethod build_method(const Registry& registry, Kind kind, const MethodSpec& spec,
                         const std::string& where);

}  // namespace kapprox
