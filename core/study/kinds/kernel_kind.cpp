// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/kernel_kind.hpp"

#include "study/ground.hpp"
#include "study/kinds/kernel_measures.hpp"
#include "study/kinds/kernel_trial.hpp"
#include "study/kinds/spread.hpp"

#include <fmt/format.h>

namespace kapprox {

namespace {

const KernelMethod& kernel_of(const Method& method) {
  return static_cast<const KernelMethod&>(method);  // its entry has Kind::kernel
}

const KernelReference& reference_of(const Ground& ground) {
  return static_cast<const KernelReference&>(ground.reference());
}

}  // namespace

const std::vector<std::string>& KernelKind::scalars() const {
  static const std::vector<std::string> names = {"r"};
  return names;
}

const KindTexts& KernelKind::texts() const {
  static const KindTexts texts = {
      {{"multiply_adds_per_token", "multiply-adds per token",
        "to map one query or key to its features; NaN where it depends on d"}},
      {{"log_exact", "q·k", "logarithm of the exact kernel"},
       {"exact", "exp(q·k)", "exact kernel; NaN beyond the range of double"}},
      kernel_measure_texts(),
      "estimate / exact of single trials"};
  return texts;
}

MethodFacts KernelKind::facts(const Method& method) const {
  const Claims claims = kernel_of(method).claims();
  return {claims.random, claims.rotation_invariant, claims.fits_data};
}

MethodCost KernelKind::cost(const Method& method, const ProblemShape& shape) const {
  const Cost cost = kernel_of(method).cost(shape.ambient_dim);
  return {cost.feature_dim, cost.projections_per_token, cost.multiply_adds_per_token};
}

std::vector<double> KernelKind::costs(const MethodCost& cost) const { return {cost.multiply_adds}; }

double KernelKind::reference_work(const ProblemShape& shape, Index cases) const {
  return static_cast<double>(cases) * static_cast<double>(shape.ambient_dim);
}

std::unique_ptr<const Reference> KernelKind::reference(const OrderedProblem& problem) const {
  return std::make_unique<KernelReference>(problem);
}

std::shared_ptr<const CaseSet> KernelKind::case_set(std::vector<OrderedCase> cases,
                                                    const Ground& ground, bool reduced) const {
  return std::make_shared<const PairSet>(std::move(cases), ground.coordinates(reduced),
                                         reference_of(ground));
}

std::unique_ptr<const Task> KernelKind::prepare(const Method& method, const Ground& ground,
                                                bool reduced, const Stream& address) const {
  return std::make_unique<KernelTask>(kernel_of(method), ground.coordinates(reduced),
                                      reference_of(ground), address);
}

double KernelKind::trial_work(const MethodCost& cost, const CaseSet& set) const {
  const auto& pairs = static_cast<const PairSet&>(set);
  const auto rows = static_cast<double>(pairs.queries.rows() + pairs.keys.rows());
  return rows * (1.0 + cost.multiply_adds) +
         static_cast<double>(pairs.cases.size()) * (1.0 + static_cast<double>(cost.feature_dim));
}

// Features of each row and their product per case, with a floor for the work no product shows.
double KernelKind::chunk_work(const MethodCost& cost, const ProblemShape& shape,
                              Index cases) const {
  const double d = static_cast<double>(shape.ambient_dim) + 8.0;
  const double features = static_cast<double>(cost.feature_dim) + 8.0;
  return (static_cast<double>(cases) + 1.0) * d * features;
}

std::vector<double> KernelKind::measure(const PointState& state,
                                        const PointContext& context) const {
  return in_file_order(kernel_measures(state, context));
}

PointStatus KernelKind::status(const PointState& state, const PointContext& context,
                               std::span<const double> measures) const {
  return kernel_status(state, context, from_file_order(measures));
}

std::string KernelKind::warning(const std::string& word, std::int64_t count, std::int64_t points,
                                std::int64_t trials) const {
  if (word != "heavy_tail") return "";
  return fmt::format(
      "{} of {} points have tails so heavy that an error above 10 % is to be expected in their "
      "sample variance at {} trials; see status and message in the file",
      count, points, trials);
}

KernelView KernelKind::kernel_view(const BuiltMethod& built, const OrderedProblem& problem,
                                   Index most) const {
  KernelView view;
  view.method = &kernel_of(*built.method);
  view.total = static_cast<Index>(problem.cases.size());
  for (const Index i : spread(view.total, most))
    view.pairs.push_back(problem.cases[static_cast<std::size_t>(i)].pair);
  return view;
}

}  // namespace kapprox
