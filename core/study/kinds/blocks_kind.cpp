// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/blocks_kind.hpp"

#include "study/ground.hpp"
#include "study/kinds/blocks_reference.hpp"
#include "study/kinds/blocks_task.hpp"
#include "study/kinds/scalar_measures.hpp"
#include "study/kinds/status_notes.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kapprox {

namespace {

// Places in the facts.
constexpr std::size_t choosing_queries = 1;
constexpr std::size_t exact_output_error = 8;

// A block of this size stands for all where the cost of a score is told before any case is seen.
constexpr Index usual_block = 64;

const BlockScorer& scorer_of(const Method& method) {
  return static_cast<const BlockScorer&>(method);  // its entry has Kind::scorer
}

double pairs_of(const ProblemShape& shape) {
  return static_cast<double>(shape.queries) * static_cast<double>(shape.keys);
}

// A logit, its exponential, and its value in an output.
double work_per_pair(const ProblemShape& shape) {
  constexpr double exponential = 16.0;
  return static_cast<double>(shape.ambient_dim + shape.value_dim) + exponential;
}

}  // namespace

const std::vector<std::string>& BlocksKind::scalars() const { return blocks_scalar_names(); }

MethodFacts BlocksKind::facts(const Method& method) const {
  return {false, false, scorer_of(method).claims().uses_calibration};
}

MethodCost BlocksKind::cost(const Method& method, const ProblemShape& shape) const {
  const Index block = std::max(Index{1}, std::min(usual_block, shape.keys));
  MethodCost cost;
  cost.multiply_adds = pairs_of(shape) / static_cast<double>(block) *
                       scorer_of(method).cost(block, shape.ambient_dim).multiply_adds;
  return cost;
}

std::string BlocksKind::refusal(const Method& method, const Case& one) const {
  if (!scorer_of(method).claims().uses_calibration || one.calibration > 0) return "";
  return "it looks at calibration queries, and there are none; add calibration = 64, for instance, "
         "to [[inputs]]";
}

std::unique_ptr<const Reference> BlocksKind::reference(const OrderedProblem& problem) const {
  return std::make_unique<BlocksReference>(problem);
}

double BlocksKind::reference_work(const ProblemShape& shape, Index cases) const {
  return static_cast<double>(cases) * pairs_of(shape) * work_per_pair(shape);
}

std::unique_ptr<const Task> BlocksKind::prepare(const Method& method, const Ground& ground, bool,
                                                const Stream&) const {
  return std::make_unique<BlocksTask>(scorer_of(method), ground.ordered(),
                                      static_cast<const BlocksReference&>(ground.reference()));
}

double BlocksKind::trial_work(const MethodCost& cost, const CaseSet& set) const {
  const ProblemShape& shape = static_cast<const ShapedSet&>(set).shape;
  return static_cast<double>(set.cases.size()) *
         (1.0 + cost.multiply_adds + pairs_of(shape) * work_per_pair(shape));
}

double BlocksKind::chunk_work(const MethodCost&, const ProblemShape& shape, Index cases) const {
  return 1.0 + static_cast<double>(cases) * pairs_of(shape) * work_per_pair(shape);
}

std::vector<double> BlocksKind::measure(const PointState& state, const PointContext&) const {
  return means_of(state);
}

PointStatus BlocksKind::status(const PointState& state, const PointContext& context,
                               std::span<const double>) const {
  StatusNotes notes;
  if (!notes.add_progress(state, state.total(), context.trials_wanted)) return notes.status();
  const std::span<const double> facts = context.facts;
  if (facts[choosing_queries] == 0.0)
    notes.add(
        "undefined",
        "no query has a free slot and more blocks than free slots, so that nothing is chosen; "
        "change block, top_k or own_block");
  else if (std::isnan(facts[exact_output_error]))
    notes.add("undefined",
              "the exact output of the queries that choose is 0, or its square leaves double, so "
              "that errors relative to it are undefined; scale values that are all 0 or whose "
              "squares leave double");
  else if (const auto nan = std::find_if(facts.begin(), facts.end(),
                                         [](double fact) { return std::isnan(fact); });
           nan != facts.end() && state.total().failed == 0)  // a failure says it already
    notes.add(
        "undefined",
        fmt::format("{} leaves the range of double; scale queries and keys down, or raise "
                    "the temperature",
                    BlocksReference::texts()[static_cast<std::size_t>(nan - facts.begin())].name));
  notes.add("ok", "");
  return notes.status();
}

std::string BlocksKind::warning(const std::string& word, std::int64_t count, std::int64_t points,
                                std::int64_t) const {
  if (word != "undefined") return "";
  return fmt::format(
      "{} of {} points are undefined, as no query has more blocks than free slots or the exact "
      "output is 0 or beyond double; see status and message in the file",
      count, points);
}

}  // namespace kapprox
