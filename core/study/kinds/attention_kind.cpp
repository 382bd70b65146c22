// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/attention_kind.hpp"

#include "study/ground.hpp"
#include "study/kinds/attention_measures.hpp"
#include "study/kinds/attention_reference.hpp"
#include "study/kinds/attention_trial.hpp"
#include "study/kinds/spread.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace kapprox {

namespace {

const AttentionMethod& attention_of(const Method& method) {
  return static_cast<const AttentionMethod&>(method);  // its entry has Kind::attention
}

const AttentionReference& reference_of(const Ground& ground) {
  return static_cast<const AttentionReference&>(ground.reference());
}

// The outermost kernel method inside of an attention method: the feature map of linear attention.
const KernelMethod* kernel_inside(const BuiltMethod& built) {
  for (const InnerMethod& inner : built.inner)
    if (const auto* kernel = dynamic_cast<const KernelMethod*>(inner.method.get())) return kernel;
  return nullptr;
}

// Operations per weight that is looked at, roughly, and of an exponential.
constexpr double measuring = 32.0;
constexpr double exponential = 16.0;

bool has_few_weights(const ProblemShape& shape) {
  return shape.queries <= most_weights / std::max<Index>(1, shape.keys);
}

double weights_of(const ProblemShape& shape) {
  return static_cast<double>(shape.queries) * static_cast<double>(shape.keys);
}

bool is_seen(const OrderedProblem& problem, const Pair& pair) {
  for (const OrderedCase& one : problem.cases)
    if (one.source->mask.allows(pair.query, pair.key, problem.queries.rows(), problem.keys.rows()))
      return true;
  return false;
}

}  // namespace

const std::vector<std::string>& AttentionKind::scalars() const { return attention_scalar_names(); }

const KindTexts& AttentionKind::texts() const {
  static const KindTexts texts = {{},
                                  AttentionReference::texts(),
                                  attention_measure_texts(),
                                  "relative error of the output in single trials"};
  return texts;
}

MethodFacts AttentionKind::facts(const Method& method) const {
  const AttentionClaims claims = attention_of(method).claims();
  return {claims.random, claims.rotation_invariant, claims.fits_data};
}

MethodCost AttentionKind::cost(const Method& method, const ProblemShape& shape) const {
  const AttentionCost cost =
      attention_of(method).cost(shape.queries, shape.keys, shape.ambient_dim, shape.value_dim);
  return {cost.feature_dim, cost.projections_per_token, cost.multiply_adds};
}

std::string AttentionKind::refusal(const Method& method, const Case& one) const {
  return attention_of(method).refusal(one.mask);
}

// The output and, where they are looked at, all weights.
double AttentionKind::reference_work(const ProblemShape& shape, Index cases) const {
  const auto logit = static_cast<double>(shape.ambient_dim) + exponential;
  double per_weight = logit + static_cast<double>(shape.value_dim);
  if (has_few_weights(shape)) per_weight += logit + measuring;
  return static_cast<double>(cases) * weights_of(shape) * per_weight;
}

std::unique_ptr<const Reference> AttentionKind::reference(const OrderedProblem& problem) const {
  return std::make_unique<AttentionReference>(problem);
}

std::unique_ptr<const Task> AttentionKind::prepare(const Method& method, const Ground& ground,
                                                   bool reduced, const Stream& address) const {
  return std::make_unique<AttentionTask>(
      attention_of(method), ground.coordinates(reduced), reference_of(ground),
      static_cast<Index>(ground.ordered().cases.size()), address);
}

double AttentionKind::trial_work(const MethodCost& cost, const CaseSet& set) const {
  return static_cast<double>(set.cases.size()) *
         chunk_work(cost, static_cast<const ShapedSet&>(set).shape, 1);
}

// Two outputs and, where they are looked at, all weights with what is measured of them. The number
// of cases does not matter: they are computed one by one, and more of them must not move a bit of
// those there are.
double AttentionKind::chunk_work(const MethodCost& cost, const ProblemShape& shape, Index) const {
  double work = 1.0 + cost.multiply_adds;
  if (has_few_weights(shape))
    work +=
        weights_of(shape) * (static_cast<double>(cost.feature_dim + shape.ambient_dim) + measuring);
  return 2.0 * work;
}

std::vector<double> AttentionKind::measure(const PointState& state,
                                           const PointContext& context) const {
  return attention_measures(state, context);
}

PointStatus AttentionKind::status(const PointState& state, const PointContext& context,
                                  std::span<const double>) const {
  return attention_status(state, context);
}

std::string AttentionKind::warning(const std::string& word, std::int64_t count, std::int64_t points,
                                   std::int64_t trials) const {
  if (word == "collapsed")
    return fmt::format(
        "{} of {} points collapsed: their weights came out next to uniform where exact ones are "
        "not; see status and message in the file",
        count, points);
  if (word == "undefined")
    return fmt::format(
        "{} of {} points are undefined, as no query sees a key or the exact output is 0 or beyond "
        "double; see status and message in the file",
        count, points);
  if (word == "heavy_tail")
    return fmt::format(
        "{} of {} points have most of their squared error from one of {} trials; see status and "
        "message in the file",
        count, points, trials);
  return "";
}

KernelView AttentionKind::kernel_view(const BuiltMethod& built, const OrderedProblem& problem,
                                      Index most) const {
  KernelView view;
  view.method = kernel_inside(built);
  const Index keys = problem.keys.rows();
  const Index all = problem.queries.rows() * keys;
  view.total = all;
  if (view.method == nullptr) return view;
  for (const Index i : mixed(all, most)) {
    const Pair pair{i / keys, i % keys};
    if (is_seen(problem, pair)) view.pairs.push_back(pair);
  }
  return view;
}

}  // namespace kapprox
