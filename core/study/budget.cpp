// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/budget.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kapprox {

namespace {

[[noreturn]] void refuse_budget(const Budget& budget, const std::string& what) {
  throw InputError(fmt::format("{}: {}", budget.where, what));
}

// Methods that differ in m alone, and what each takes of the budget.
class Family {
 public:
  Family(const StudyKind& kind, const Registry& registry, const MethodSpec& spec,
         const Budget& budget, const std::set<ProblemShape>& shapes, const std::string& where)
      : kind_(kind),
        registry_(registry),
        spec_(spec),
        budget_(budget),
        shapes_(shapes),
        where_(where) {}

  BuiltMethod with(std::int64_t m) const {
    MethodSpec spec = spec_;
    spec.parameters["m"] = m;
    return build_method(registry_, kind_.method_kind(), spec, where_);
  }

  Index need(std::int64_t m) const {
    const BuiltMethod built = with(m);
    Index most = 0;
    for (const ProblemShape& shape : shapes_) {
      const MethodCost cost = kind_.cost(*built.method, shape);
      most = std::max(
          most, budget_.quantity == "feature_dim" ? cost.feature_dim : cost.projections_per_token);
    }
    return most;
  }

 private:
  const StudyKind& kind_;
  const Registry& registry_;
  const MethodSpec& spec_;
  const Budget& budget_;
  const std::set<ProblemShape>& shapes_;
  const std::string& where_;
};

// Of an integer parameter m: its bounds as whole numbers.
const Declaration& declared_m(const MethodEntry& entry, const MethodSpec& spec,
                              const Budget& budget) {
  const Declaration* m = entry.declarations.find("m");
  if (m == nullptr || m->type != ParameterType::integer || !m->most)
    refuse_budget(budget, fmt::format("budget is given, but {} has no m to choose; give its own "
                                      "parameters instead",
                                      spec.method));
  if (spec.parameters.count("m") > 0)
    refuse_budget(budget, "budget and m are both given, but must not be; remove one");
  return *m;
}

}  // namespace

BuiltMethod largest_within(const StudyKind& kind, const Registry& registry, const MethodSpec& spec,
                           const Budget& budget, std::int64_t limit,
                           const std::set<ProblemShape>& shapes, const std::string& where) {
  const MethodEntry* entry = registry.find(kind.method_kind(), spec.method);
  if (entry == nullptr)
    return build_method(registry, kind.method_kind(), spec, where);  // says what there is instead
  const auto most = static_cast<std::int64_t>(*declared_m(*entry, spec, budget).most);
  const Family family(kind, registry, spec, budget, shapes, where);

  const Index least = family.need(1);
  if (least > limit)
    refuse_budget(budget, fmt::format("budget.{} is {}, but must be at least {}, what {} takes at "
                                      "m = 1; raise it",
                                      budget.quantity, limit, least, spec.method));
  if (family.need(2) <= least)
    refuse_budget(budget, fmt::format("budget is about {}, but that of {} does not grow with m; "
                                      "give m instead",
                                      budget.quantity, spec.method));
  std::int64_t fits = 1;
  std::int64_t too_many = 2;
  while (too_many <= most && family.need(too_many) <= limit) {
    fits = too_many;
    too_many *= 2;
  }
  too_many = std::min(too_many, most + 1);
  while (too_many - fits > 1) {
    const std::int64_t middle = fits + (too_many - fits) / 2;
    (family.need(middle) <= limit ? fits : too_many) = middle;
  }
  BuiltMethod built = family.with(fits);
  built.columns.push_back({"budget", static_cast<double>(limit)});
  built.columns.push_back({"budget_kind", budget.quantity});
  return built;
}

}  // namespace kapprox
