// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Collects what the parameters of one method resolve to: values for the constructor, columns of the
// results file, and the canonical key. Nested methods are built on the way.
#pragma once

#include "methods/build.hpp"

#include <kapprox/parameters.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace kapprox {

using GivenValues = std::map<std::string, GivenValue>;

class Resolution {
 public:
  // `given` holds a value for every declared name, defaults included.
  Resolution(const Registry& registry, const GivenValues& given, std::string where)
      : registry_(registry), given_(given), where_(std::move(where)) {}

  // Throws InputError when the given value is not what the declaration allows.
  void add(const Declaration& declaration);

  const Parameters& parameters() const { return parameters_; }
  const std::vector<ParameterColumn>& columns() const { return columns_; }
  // Every method inside, at any depth; the outermost first.
  std::vector<InnerMethod> inner() const;
  // "trig{directions=iid,m=64}", names sorted.
  std::string key(const std::string& method) const;

 private:
  void add_plain(const Declaration& declaration, const Parameters::Value& value);
  void add_method(const Declaration& declaration, const GivenValue& given);
  void add_methods(const Declaration& declaration, const GivenValue& given);
  BuiltMethod nested(const Declaration& declaration, const GivenValue& given,
                     const std::string& name, std::set<std::string>& handed) const;
  void add_inner(const std::string& name, const BuiltMethod& built);
  void add_column(const std::string& name, std::variant<double, std::string> value);

  const Registry& registry_;
  const GivenValues& given_;
  std::string where_;
  Parameters parameters_;
  std::vector<ParameterColumn> columns_;
  std::set<std::string> names_;
  std::map<std::string, std::string> texts_;
  std::vector<InnerMethod> inner_;
};

}  // namespace kapprox
