// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/configs.hpp"

#include "study/budget.hpp"
#include "study/coordinates.hpp"

#include <kapprox/directions.hpp>
#include <kapprox/error.hpp>

#include <algorithm>
#include <exception>
#include <new>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace kapprox {

std::vector<GivenValue> values_of(const MethodAxis& axis, const MethodEntry* entry,
                                  const Registry& registry) {
  const Declaration* declared = entry == nullptr ? nullptr : entry->declarations.find(axis.name);
  std::vector<GivenValue> values =
      declared != nullptr && declared->nested_kind
          ? with_whole_lists(axis.values, registry, *declared->nested_kind)
          : axis.values;
  const auto is_list = [](const GivenValue& value) {
    return std::holds_alternative<std::shared_ptr<GivenList>>(value);
  };
  if (declared == nullptr || !takes_list(*declared) || axis.elements < 0 ||
      std::any_of(values.begin(), values.end(), is_list))
    return values;
  if (axis.elements != static_cast<std::int64_t>(values.size()))
    throw InputError(
        fmt::format("{}: {} has an axis inside its list, but must have none there because {} is "
                    "itself a list; list whole lists instead: [[…], […]]",
                    axis.where, axis.name, axis.name));
  const auto list = std::make_shared<GivenList>();
  list->values = values;
  return {list};
}

namespace {

// Every combination of a method's axes; the first axis varies slowest.
std::vector<MethodSpec> combinations(const MethodAxes& axes, const MethodEntry* entry,
                                     const Registry& registry) {
  std::vector<MethodSpec> specs(1);
  specs[0].method = axes.method;
  for (const MethodAxis& axis : axes.axes)
    specs = with_each(specs, axis.name, values_of(axis, entry, registry));
  return specs;
}

// build_method knows the [[methods]] table only; the study knows the line of each parameter, so a
// message about one is sent there.
std::string with_parameter_place(const std::string& message, const MethodAxes& axes) {
  for (const MethodAxis& axis : axes.axes) {
    const std::string opening = axes.where + ": " + axis.name;
    const std::string next = message.substr(0, opening.size() + 1);
    if (next == opening + " " || next == opening + ":" || next == opening + "[")
      return axis.where + message.substr(axes.where.size());
  }
  return message;
}

// The methods of one table as built, with what a budget adds to their names.
struct Named {
  BuiltMethod built;
  std::string key;
};

// The kind of study whose methods are of this kind; null where there is none.
const StudyKind* study_of(Kind kind) {
  for (const StudyKind* study : study_kinds())
    if (study->method_kind() == kind) return study;
  return nullptr;
}

std::vector<Named> build_each(const MethodAxes& axes, Kind kind, const Registry& registry,
                              const std::set<ProblemShape>& shapes) {
  const StudyKind* study = study_of(kind);
  if (axes.budget && study == nullptr)
    throw InputError(
        fmt::format("{}: budget is given, but must be left out of a {} method; remove it",
                    axes.budget->where, kind_name(kind)));
  std::vector<Named> all;
  for (const MethodSpec& spec : combinations(axes, registry.find(kind, axes.method), registry)) {
    if (!axes.budget) {
      BuiltMethod built = build_method(registry, kind, spec, axes.where);
      std::string key = built.key;
      all.push_back({std::move(built), std::move(key)});
      continue;
    }
    for (const std::int64_t limit : axes.budget->limits) {
      BuiltMethod built =
          largest_within(*study, registry, spec, *axes.budget, limit, shapes, axes.where);
      std::string key = fmt::format("{} within {} {}", built.key, axes.budget->quantity, limit);
      all.push_back({std::move(built), std::move(key)});
    }
  }
  return all;
}

std::vector<Named> build_all(const MethodAxes& axes, Kind kind, const Registry& registry,
                             const std::set<ProblemShape>& shapes) {
  try {
    return build_each(axes, kind, registry, shapes);
  } catch (const InputError& error) {
    throw InputError(with_parameter_place(error.what(), axes));
  }
}

std::set<ProblemShape> shapes_of(const std::vector<InputProblem>& problems) {
  std::set<ProblemShape> shapes;
  for (const InputProblem& problem : problems) shapes.insert(shape_of(problem));
  return shapes;
}

// A method is foreign code: whatever it throws becomes one sentence.
void check_suits(const Method& method, const Problem& problem, const MethodAxes& axes,
                 const std::string& where) {
  try {
    method.check_problem(problem);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& cause) {
    throw InputError(with_parameter_place(fmt::format("{}: {}", where, cause.what()), axes));
  }
}

// Directions see no rows. Other methods see those that they would be prepared on, except that rows
// of a file or a law stay in their own coordinates: no fit that takes others can tell.
void check_suits(const StudyKind& kind, const BuiltMethod& built, const InputProblem& one,
                 const MethodAxes& axes) {
  const Problem given{one.queries, one.keys, one.values, one.ambient_dim, one.spans_fixed_plane};
  const auto path = [&](const InnerMethod& inner) {
    return fmt::format("{}: {}", axes.where, inner.path);
  };
  const auto is_law = [](const InnerMethod& inner) {
    return dynamic_cast<const Directions*>(inner.method.get()) != nullptr;
  };
  for (const InnerMethod& inner : built.inner)
    if (is_law(inner)) check_suits(*inner.method, given, axes, path(inner));

  Coordinates full;
  if (one.spans_fixed_plane && !kind.facts(*built.method).rotation_invariant)
    full = in_all_dimensions(one);
  const Problem seen = full.ambient_dim > 0 ? full.problem() : given;
  for (const InnerMethod& inner : built.inner)
    if (!is_law(inner)) check_suits(*inner.method, seen, axes, path(inner));
  check_suits(*built.method, seen, axes, axes.where);
  for (const Case& one_case : one.cases) {
    const std::string why = kind.refusal(*built.method, one_case);
    if (!why.empty())
      throw InputError(
          fmt::format("{}: {} cannot serve {}: {}", axes.where, built.entry->name, one.where, why));
  }
}

}  // namespace

std::vector<Config> make_configs(const Study& study, const StudyKind& kind,
                                 const Registry& registry,
                                 const std::vector<InputProblem>& problems) {
  const std::set<ProblemShape> shapes = shapes_of(problems);
  std::vector<Config> configs;
  std::set<std::string> keys;
  for (const MethodAxes& axes : study.methods) {
    std::vector<Named> all = build_all(axes, kind.method_kind(), registry, shapes);
    for (const Named& named : all)
      for (const InputProblem& problem : problems) check_suits(kind, named.built, problem, axes);
    for (Named& named : all) {
      Config config;
      config.built = std::move(named.built);
      config.label = axes.label;
      config.key =
          axes.label == axes.method ? named.key : fmt::format("{}: {}", axes.label, named.key);
      if (!keys.insert(config.key).second)
        throw InputError(fmt::format(
            "{}: {} is listed twice, but must be listed once; remove the repeated value",
            axes.where, config.key));
      configs.push_back(std::move(config));
    }
  }
  return configs;
}

std::vector<BuiltMethod> build_methods(const MethodAxes& axes, Kind kind, const Registry& registry,
                                       const std::set<Index>& dims) {
  std::vector<BuiltMethod> built;
  std::set<ProblemShape> shapes;
  for (const Index dim : dims) {
    ProblemShape shape;
    shape.ambient_dim = dim;
    shapes.insert(shape);
  }
  for (Named& named : build_all(axes, kind, registry, shapes))
    built.push_back(std::move(named.built));
  return built;
}

}  // namespace kapprox
