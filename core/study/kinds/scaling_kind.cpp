// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/scaling_kind.hpp"

#include "study/ground.hpp"
#include "study/kinds/scaling_task.hpp"
#include "study/kinds/status_notes.hpp"

#include <limits>

namespace kapprox {

namespace {

const AttentionMethod& attention_of(const Method& method) {
  return static_cast<const AttentionMethod&>(method);  // its entry has Kind::attention
}

}  // namespace

bool ScalingKind::is_baseline(const Method& method) const {
  return attention_of(method).claims().exact;
}

double ScalingKind::least_trial_seconds() const { return least_timed_seconds; }

const std::vector<std::string>& ScalingKind::scalars() const { return scaling_scalar_names(); }

const KindTexts& ScalingKind::texts() const {
  static const KindTexts texts = {
      {},
      {{"mean_squared_norm", "mean squared norm of queries and keys",
        "scaled as methods see them"}},
      {{"multiply_adds", "multiply-adds", "of one output without a mask, as the method counts"},
       {"case_feature_dim", "real feature dimension D at this case", "D for the d of the case"}},
      "seconds of single rounds"};
  return texts;
}

// Time is random whatever the method claims, and counts in all d dimensions.
MethodFacts ScalingKind::facts(const Method&) const { return {true, false, false}; }

// Norms of rows.
double ScalingKind::reference_work(const ProblemShape& shape, Index) const {
  return static_cast<double>(shape.queries + shape.keys) * static_cast<double>(shape.ambient_dim);
}

std::unique_ptr<const Reference> ScalingKind::reference(const OrderedProblem& problem) const {
  return std::make_unique<ScalingReference>(problem);
}

std::unique_ptr<const Task> ScalingKind::prepare(const Method& method, const Ground& ground,
                                                 bool reduced, const Stream& address) const {
  return std::make_unique<ScalingTask>(attention_of(method), ground.coordinates(reduced).problem(),
                                       address);
}

double ScalingKind::trial_work(const MethodCost& cost, const CaseSet& set) const {
  return static_cast<double>(set.cases.size()) * (1.0 + cost.multiply_adds);
}

// A chunk is one round.
double ScalingKind::chunk_work(const MethodCost&, const ProblemShape&, Index) const {
  return std::numeric_limits<double>::infinity();
}

std::vector<double> ScalingKind::measure(const PointState&, const PointContext& context) const {
  return {context.cost.multiply_adds, static_cast<double>(context.cost.feature_dim)};
}

PointStatus ScalingKind::status(const PointState& state, const PointContext& context,
                                std::span<const double>) const {
  StatusNotes notes;
  if (notes.add_progress(state, state.total(), context.trials_wanted)) notes.add("ok", "");
  return notes.status();
}

}  // namespace kapprox
