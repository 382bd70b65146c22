// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/series_kind.hpp"

#include "study/ground.hpp"
#include "study/kinds/scalar_measures.hpp"
#include "study/kinds/series_task.hpp"
#include "study/kinds/status_notes.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kapprox {

namespace {

// Places in KindTexts::facts.
enum Fact { exact_log_sum_exp, logit_spread, logit_std, uniform_error, uniform_log_error };

// Places in scalars and measures.
enum Measure { log_sum_exp, log_sum_exp_error, weight_error, negative_mass, sum_defect, beyond };

}  // namespace

const std::vector<std::string>& SeriesKind::scalars() const { return series_scalar_names(); }

const KindTexts& SeriesKind::texts() const {
  static const KindTexts texts = {
      {},
      {{"exact_log_sum_exp", "log Σ exp(x)", "of the n logits x of the row"},
       {"logit_spread", "spread of the logits", "max x − min x"},
       {"logit_std", "standard deviation of the logits", "√ of the mean of (x − mean)²"},
       {"uniform_error", "error of equal weights", "½ Σ |1/n − exact|: the baseline"},
       {"uniform_log_sum_exp_error", "error of the log-sum-exp of equal logits",
        "log n + mean x − exact_log_sum_exp: the baseline"}},
      {{"log_sum_exp", "log-sum-exp", "as the method has it"},
       {"log_sum_exp_error", "error of the log-sum-exp", "log_sum_exp − exact_log_sum_exp"},
       {"weight_error", "error of the weights",
        "½ Σ |w − exact|: the total variation where w are weights of a distribution"},
       {"negative_mass", "negative mass", "Σ max(−w, 0)"},
       {"row_sum_defect", "defect of the sum", "Σ w − 1"},
       {"beyond_radius", "beyond the radius of convergence",
        "1 where logit_spread reaches the spread below which the method's series is sure to "
        "converge; 0 elsewhere, and of a method that is no series"}},
      "log_sum_exp_error of single trials"};
  return texts;
}

std::unique_ptr<const Reference> SeriesKind::reference(const OrderedProblem& problem) const {
  return std::make_unique<SeriesReference>(problem);
}

// An exponential of every logit, some ten multiply-adds each.
double SeriesKind::reference_work(const ProblemShape& shape, Index) const {
  return 10.0 * static_cast<double>(shape.queries) * static_cast<double>(shape.ambient_dim);
}

std::unique_ptr<const Task> SeriesKind::prepare(const Method& method, const Ground& ground, bool,
                                                const Stream&) const {
  return std::make_unique<SeriesTask>(static_cast<const SoftmaxMethod&>(method), ground.ordered(),
                                      static_cast<const SeriesReference&>(ground.reference()));
}

double SeriesKind::trial_work(const MethodCost&, const CaseSet& set) const {
  const ProblemShape& shape = static_cast<const ShapedSet&>(set).shape;
  return 1.0 + static_cast<double>(set.cases.size()) * static_cast<double>(shape.ambient_dim);
}

double SeriesKind::chunk_work(const MethodCost&, const ProblemShape& shape, Index cases) const {
  constexpr double measuring = 32.0;  // operations per logit, roughly
  return 1.0 + measuring * static_cast<double>(cases) * static_cast<double>(shape.ambient_dim);
}

std::vector<double> SeriesKind::measure(const PointState& state, const PointContext&) const {
  return means_of(state);
}

PointStatus SeriesKind::status(const PointState& state, const PointContext& context,
                               std::span<const double> measures) const {
  StatusNotes notes;
  if (!notes.add_progress(state, state.total(), context.trials_wanted)) return notes.status();
  // NaN, of a failed trial, compares as false. Order 1 has the log-sum-exp of equal
  // weights, by another sum: of a thousand logits some 1e-14 apart.
  constexpr double rounding = 1e-12;
  const double scale = std::max(1.0, std::abs(context.facts[exact_log_sum_exp]));
  const bool worse = measures[weight_error] > context.facts[uniform_error] + rounding ||
                     std::abs(measures[log_sum_exp_error]) >
                         std::abs(context.facts[uniform_log_error]) + rounding * scale;
  if (measures[beyond] == 1.0 && worse)
    notes.add("diverging",
              fmt::format("the logits spread over {:.3g}, where the series need not converge, and "
                          "equal weights err less; lower the order or the spread",
                          context.facts[logit_spread]));
  notes.add("ok", "");
  return notes.status();
}

std::string SeriesKind::warning(const std::string& word, std::int64_t count, std::int64_t points,
                                std::int64_t) const {
  if (word != "diverging") return "";
  return fmt::format(
      "{} of {} points diverge: the logits spread too far for the series to be sure to converge, "
      "and equal weights err less; see status and message in the file",
      count, points);
}

}  // namespace kapprox
