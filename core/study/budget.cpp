// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/budget.hpp"

#include "study/chosen_m.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <utility>

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
         const ChoiceOfM& chosen, const Budget& budget, const std::set<ProblemShape>& shapes,
         const std::string& where)
      : kind_(kind),
        registry_(registry),
        spec_(spec),
        chosen_(chosen),
        budget_(budget),
        shapes_(shapes),
        where_(where) {}

  BuiltMethod with(std::int64_t m) const {
    return build_method(registry_, kind_.method_kind(),
                        with_m(registry_, kind_.method_kind(), spec_, chosen_.path, m), where_);
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
  const ChoiceOfM& chosen_;
  const Budget& budget_;
  const std::set<ProblemShape>& shapes_;
  const std::string& where_;
};

// The one m there is, which must not be given.
ChoiceOfM chosen_m(const StudyKind& kind, const Registry& registry, const MethodSpec& spec,
                   const Budget& budget, const std::string& where) {
  std::vector<ChoiceOfM> choices = choices_of_m(registry, kind.method_kind(), spec);
  if (choices.empty())  // a name that does not exist has no m either, and building says so
    build_method(registry, kind.method_kind(), spec, where);
  if (choices.size() != 1)
    refuse_budget(budget, fmt::format("budget is given, but {} has {} m to choose; give its own "
                                      "parameters instead",
                                      spec.method, choices.empty() ? "no" : "more than one"));
  if (choices.front().is_given)
    refuse_budget(budget, fmt::format("budget and {} are both given, but must not be; remove one",
                                      choices.front().words()));
  return std::move(choices.front());
}

}  // namespace

BuiltMethod largest_within(const StudyKind& kind, const Registry& registry, const MethodSpec& spec,
                           const Budget& budget, std::int64_t limit,
                           const std::set<ProblemShape>& shapes, const std::string& where) {
  const ChoiceOfM chosen = chosen_m(kind, registry, spec, budget, where);
  const Family family(kind, registry, spec, chosen, budget, shapes, where);

  const Index least = family.need(1);
  if (least > limit)
    refuse_budget(budget, fmt::format("budget.{} is {}, but must be at least {}, what {} takes at "
                                      "{} = 1; raise it",
                                      budget.quantity, limit, least, spec.method, chosen.words()));
  if (family.need(2) <= least)
    refuse_budget(budget,
                  fmt::format("budget is about {0}, but that of {1} does not grow with {2}; "
                              "give {2} instead",
                              budget.quantity, spec.method, chosen.words()));
  std::int64_t fits = 1;
  std::int64_t too_many = 2;
  while (too_many <= chosen.most && family.need(too_many) <= limit) {
    fits = too_many;
    too_many *= 2;
  }
  too_many = std::min(too_many, chosen.most + 1);
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
