// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/chosen_m.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kapprox {

std::string ChoiceOfM::words() const { return fmt::format("{}", fmt::join(path, ".")); }

std::vector<ChoiceOfM> choices_of_m(const Registry& registry, Kind kind, const MethodSpec& spec) {
  const MethodEntry* entry = registry.find(kind, spec.method);
  if (entry == nullptr) return {};
  const Declaration* m = entry->declarations.find("m");
  if (m != nullptr && m->type == ParameterType::integer && m->most)
    return {{{"m"}, static_cast<std::int64_t>(*m->most), spec.parameters.count("m") > 0}};
  std::vector<ChoiceOfM> choices;
  for (const Declaration& declaration : entry->declarations.all()) {
    const std::optional<MethodSpec> inner = inner_spec(declaration, spec);
    if (!inner) continue;
    for (ChoiceOfM& choice : choices_of_m(registry, *declaration.nested_kind, *inner)) {
      choice.path.insert(choice.path.begin(), declaration.name);
      choices.push_back(std::move(choice));
    }
  }
  return choices;
}

MethodSpec with_m(const Registry& registry, Kind kind, const MethodSpec& spec,
                  const std::vector<std::string>& path, std::int64_t m) {
  MethodSpec changed = spec;
  const std::string& name = path.front();
  if (path.size() == 1) {
    changed.parameters[name] = m;
    return changed;
  }
  const Declaration& declaration = *registry.find(kind, spec.method)->declarations.find(name);
  changed.parameters[name] = std::make_shared<MethodSpec>(
      with_m(registry, *declaration.nested_kind, *inner_spec(declaration, spec),
             {path.begin() + 1, path.end()}, m));
  return changed;
}

}  // namespace kapprox
