// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/spectrum_kind.hpp"

#include "study/ground.hpp"
#include "study/kinds/scalar_measures.hpp"
#include "study/kinds/spectrum_task.hpp"
#include "study/kinds/status_notes.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace kapprox {

namespace {

const std::vector<ColumnText>& fact_texts() {
  static const std::vector<ColumnText> texts = {
      {"exact_norm", "Frobenius norm of exact weights", "of softmax attention under the same mask"},
      {"exact_numerical_rank", "numerical rank of exact weights", "as numerical_rank"},
      {"exact_effective_rank", "effective rank of exact weights", "as effective_rank"},
      {"exact_row_entropy", "row entropy of exact weights", "as row_entropy"},
      {"exact_top_1", "largest weight of exact rows", "as top_1"},
      {"exact_top_8", "8 largest weights of exact rows", "as top_8"},
      {"exact_sparsity", "sparsity of exact weights", "as sparsity"}};
  return texts;
}

const std::vector<ColumnText>& measure_texts() {
  static const std::vector<ColumnText> texts = {
      {"numerical_rank", "numerical rank of the weights",
       "singular values above max(n_q, n_k) · eps · the largest"},
      {"numerical_rank_se", "standard error of numerical_rank", "over trials"},
      {"effective_rank", "effective rank of the weights",
       "exp of the entropy of σ/Σσ (Roy and Vetterli, The effective rank, EUSIPCO 2007)"},
      {"effective_rank_se", "standard error of effective_rank", "over trials"},
      {"row_entropy", "entropy of rows, in nats",
       "mean over rows of −Σ w log w; NaN where a weight is negative"},
      {"row_entropy_se", "standard error of row_entropy", "over trials"},
      {"top_1", "share of the largest weight",
       "mean over rows of max |w| / Σ |w|, 0 for a row without weights"},
      {"top_1_se", "standard error of top_1", "over trials"},
      {"top_8", "share of the 8 largest weights", "mean over rows, of Σ |w|"},
      {"top_8_se", "standard error of top_8", "over trials"},
      {"sparsity", "share of small weights",
       "mean over rows of the share of |w| below a tenth of 1/n, n the keys a row may see"},
      {"sparsity_se", "standard error of sparsity", "over trials"},
      {"case_feature_dim", "real feature dimension D at this case",
       "bounds the rank where there is no mask"}};
  return texts;
}

}  // namespace

const std::vector<std::string>& SpectrumKind::scalars() const { return spectrum_scalar_names(); }

const KindTexts& SpectrumKind::texts() const {
  static const KindTexts texts = {
      {}, fact_texts(), measure_texts(), "effective rank in single trials"};
  return texts;
}

std::string SpectrumKind::problem_refusal(const ProblemShape& shape) const {
  const Index longest = std::max(shape.queries, shape.keys);
  if (longest <= longest_spectrum) return "";
  return fmt::format(
      "a head has {} rows, but must have at most {} in a spectrum study, as the time of singular "
      "values grows with the cube; take a shorter one",
      longest, longest_spectrum);
}

std::string SpectrumKind::refusal(const Method& method, const Case& one) const {
  if (!static_cast<const AttentionMethod&>(method).claims().has_weights)
    return "the method has no weights, but must have them in a spectrum study; choose another "
           "method";
  return AttentionKind::refusal(method, one);
}

double SpectrumKind::reference_work(const ProblemShape& shape, Index cases) const {
  return static_cast<double>(cases) * chunk_work({}, shape, 1);
}

std::unique_ptr<const Reference> SpectrumKind::reference(const OrderedProblem& problem) const {
  return std::make_unique<SpectrumReference>(problem);
}

std::unique_ptr<const Task> SpectrumKind::prepare(const Method& method, const Ground& ground,
                                                  bool reduced, const Stream& address) const {
  return std::make_unique<SpectrumTask>(static_cast<const AttentionMethod&>(method),
                                        ground.coordinates(reduced).problem(),
                                        static_cast<Index>(ground.ordered().cases.size()), address);
}

// The weights and some eight sweeps of rotations over all pairs of columns.
double SpectrumKind::chunk_work(const MethodCost& cost, const ProblemShape& shape, Index) const {
  const auto rows = static_cast<double>(shape.queries);
  const auto cols = static_cast<double>(shape.keys);
  return 1.0 + cost.multiply_adds +
         rows * cols * (static_cast<double>(cost.feature_dim) + 40.0 * cols);
}

std::vector<double> SpectrumKind::measure(const PointState& state,
                                          const PointContext& context) const {
  const Tally total = state.total();
  std::vector<double> values;
  for (const Moments& m : total.moments) {
    values.push_back(mean_of(m));
    values.push_back(mean_error_of(m, context.random));
  }
  values.push_back(static_cast<double>(context.cost.feature_dim));
  return values;
}

PointStatus SpectrumKind::status(const PointState& state, const PointContext& context,
                                 std::span<const double>) const {
  StatusNotes notes;
  if (!notes.add_progress(state, state.total(), context.trials_wanted)) return notes.status();
  if (context.facts[0] == 0.0)  // exact_norm
    notes.add("undefined", "no query sees a key, so there are no weights; let the mask leave some");
  notes.add("ok", "");
  return notes.status();
}

}  // namespace kapprox
