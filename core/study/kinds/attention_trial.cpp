// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/attention_trial.hpp"

#include "base/text.hpp"
#include "study/kinds/attention_measures.hpp"
#include "study/kinds/output_errors.hpp"
#include "study/kinds/weight_measures.hpp"

#include <kapprox/error.hpp>
#include <kapprox/exact_attention.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace kapprox {

namespace {

using Scalar = AttentionScalar;

double& at(std::span<double> scalars, Scalar scalar) {
  return scalars[static_cast<std::size_t>(scalar)];
}

void check_finite(const Matrix& rows) {
  for (Index i = 0; i < rows.rows(); ++i)
    for (const double value : rows.row(i))
      if (!std::isfinite(value))
        throw Error(fmt::format(
            "row {} of the output holds {}, but must be finite; tell the author of the method", i,
            shortest(value)));
}

void add_weights(const WeightMeasures& m, double share, std::span<double> scalars) {
  at(scalars, Scalar::total_variation) += share * m.total_variation;
  at(scalars, Scalar::kl_divergence) += share * m.kl_divergence;
  at(scalars, Scalar::wasserstein) += share * m.wasserstein;
  at(scalars, Scalar::kolmogorov_smirnov) += share * m.kolmogorov_smirnov;
  at(scalars, Scalar::negative_mass) += share * m.negative_mass;
  at(scalars, Scalar::effective_keys) += share * m.effective_keys;
  at(scalars, Scalar::uniform_distance) += share * m.uniform_distance;
}

void add_no_weights(std::span<double> scalars) {
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  add_weights({undefined, undefined, undefined, undefined, undefined, undefined, undefined}, 1.0,
              scalars);
}

// Shares of the rows that see a key.
void add_row_shares(const AttentionOutput& output, double share, std::span<double> scalars) {
  double rows = 0.0;
  double no_mass = 0.0;
  double negative = 0.0;
  for (std::size_t i = 0; i < output.flags.size(); ++i) {
    if (output.flags[i] == RowFlag::no_key) continue;
    ++rows;
    if (output.flags[i] == RowFlag::no_mass) ++no_mass;
    if (!output.normalisers.empty() && output.normalisers[i].value < 0.0) ++negative;
  }
  at(scalars, Scalar::no_mass) += share * no_mass / rows;
  at(scalars, Scalar::negative_normalisers) += output.normalisers.empty()
                                                   ? std::numeric_limits<double>::quiet_NaN()
                                                   : share * negative / rows;
}

void check_range(Scalar scalar, double value) {
  if (!std::isfinite(value))
    throw Error(
        fmt::format("{} leaves the range of double, but must stay within it; scale queries "
                    "and keys down, or change the parameters of the method",
                    attention_scalar_names()[static_cast<std::size_t>(scalar)]));
}

// Outputs and weights may be finite, and what is measured of them not. Relative to an exact output
// of 0 nothing is.
void check_errors(std::span<const double> scalars) {
  for (const Scalar scalar : {Scalar::squared_error, Scalar::variance, Scalar::bias_squared,
                              Scalar::row_error, Scalar::max_row_error, Scalar::absolute_error})
    check_range(scalar, scalars[static_cast<std::size_t>(scalar)]);
}

// A KL divergence is NaN where a weight is not positive.
void check_weights(std::span<const double> scalars) {
  for (const Scalar scalar :
       {Scalar::total_variation, Scalar::wasserstein, Scalar::kolmogorov_smirnov,
        Scalar::negative_mass, Scalar::effective_keys, Scalar::uniform_distance})
    check_range(scalar, scalars[static_cast<std::size_t>(scalar)]);
}

}  // namespace

const std::vector<std::string>& attention_scalar_names() {
  static const std::vector<std::string> names = {"squared_error",    "variance",
                                                 "bias_squared",     "row_error",
                                                 "max_row_error",    "absolute_error",
                                                 "total_variation",  "kl_divergence",
                                                 "wasserstein",      "kolmogorov_smirnov",
                                                 "negative_mass",    "effective_keys",
                                                 "uniform_distance", "negative_normalisers",
                                                 "no_mass"};
  return names;
}

AttentionTask::AttentionTask(const AttentionMethod& method, const Coordinates& coordinates,
                             const AttentionReference& reference, Index cases,
                             const Stream& address)
    : prepared_(method, coordinates.problem(), cases),
      claims_(method.claims()),
      reference_(reference),
      address_(address) {}

Matrix AttentionTask::add_draw(const OrderedCase& one, std::uint64_t draw, const Matrix& weights,
                               double share, std::span<double> scalars) const {
  const std::unique_ptr<const AttentionSample> sample =
      prepared_.at(one).draw(address_.trial(draw));
  if (!sample) throw Error("draw returned nothing");
  AttentionOutput output = sample->output();
  check_finite(output.rows);
  const OutputErrors errors = output_errors(output.rows, reference_.at(one.place).rows);
  at(scalars, Scalar::squared_error) += share * errors.squared;
  at(scalars, Scalar::row_error) += share * errors.row_mean;
  at(scalars, Scalar::max_row_error) += share * errors.row_max;
  at(scalars, Scalar::absolute_error) += share * errors.absolute;
  add_row_shares(output, share, scalars);
  if (weights.rows() > 0)
    add_weights(weight_measures(weights, sample->weights(), one.source->mask), share, scalars);
  else
    add_no_weights(scalars);
  return std::move(output.rows);
}

void AttentionTask::run_case(const OrderedCase& one, std::int64_t trial,
                             std::span<double> scalars) const {
  std::fill(scalars.begin(), scalars.end(), 0.0);
  const auto first = 2 * static_cast<std::uint64_t>(trial);
  const AttentionReference::Exact& exact = reference_.at(one.place);
  const double unit = exact.norm * exact.norm;
  // Made anew in every trial: kept, they would take as much memory as all heads have pairs.
  Matrix weights;
  if (claims_.has_weights && has_few_weights(prepared_.problem()))
    weights = exact_weights(prepared_.problem(), one.source->mask);
  const Matrix a = add_draw(one, first, weights, claims_.random ? 0.5 : 1.0, scalars);
  const Matrix a_error = difference(a, exact.rows);
  if (claims_.random) {
    const Matrix b = add_draw(one, first + 1, weights, 0.5, scalars);
    const Matrix b_error = difference(b, exact.rows);
    const Matrix spread = difference(a, b);
    at(scalars, Scalar::bias_squared) = frobenius_product(a_error, b_error) / unit;
    at(scalars, Scalar::variance) = frobenius_product(spread, spread) / (2.0 * unit);
  } else {
    at(scalars, Scalar::bias_squared) = frobenius_product(a_error, a_error) / unit;
  }
  if (!has_unit(exact.norm)) return;
  check_errors(scalars);
  if (weights.rows() > 0) check_weights(scalars);
}

void AttentionTask::run_trial(const CaseSet& set, std::int64_t trial, Outcomes& outcomes) const {
  for (std::size_t c = 0; c < set.cases.size(); ++c) {
    const std::span<double> scalars = outcomes.scalars.row(static_cast<Index>(c));
    const std::exception_ptr thrown = caught([&] { run_case(set.cases[c], trial, scalars); });
    if (thrown)
      outcomes.faults[c].thrown = thrown;
    else
      outcomes.kept[c] = std::sqrt(at(scalars, Scalar::squared_error));
  }
}

PointTheory AttentionTask::theory(const OrderedCase& one) const {
  PointTheory result;
  std::optional<AttentionTheory> theory;
  if (caught([&] { theory = prepared_.at(one).theory(); }) || !theory) return result;
  const double norm = reference_.at(one.place).norm;
  double variance = 0.0;
  for (const double value : theory->variance.values()) variance += value;
  result.known = true;
  result.bias = std::sqrt(frobenius_product(theory->bias, theory->bias)) / norm;
  result.variance = variance / (norm * norm);
  result.normaliser_variance = 0.0;
  for (const double value : theory->normaliser_variance)
    if (!(value <= result.normaliser_variance)) result.normaliser_variance = value;  // a NaN stays
  return result;
}

std::string AttentionTask::trial_words(const OrderedCase& one, std::int64_t trial) const {
  return fmt::format(", mask={}, trial={}, draws {} and {}", one.source->mask.words(), trial,
                     2 * trial, 2 * trial + 1);
}

}  // namespace kapprox
