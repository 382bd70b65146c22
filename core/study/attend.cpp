// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/attend.hpp"

#include "study/kinds/attention_reference.hpp"
#include "study/kinds/output_errors.hpp"

#include <kapprox/error.hpp>
#include <kapprox/exact_attention.hpp>
#include <kapprox/rows.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace kapprox {

namespace {

// NaN where an entry is.
double largest_size(ConstMatrixView x) {
  double largest = 0.0;
  for (Index i = 0; i < x.rows; ++i)
    for (const double value : x.row(i)) {
      if (std::isnan(value)) return value;
      largest = std::max(largest, std::abs(value));
    }
  return largest;
}

// ‖x‖ / unit, Frobenius.
double norm_in(double unit, ConstMatrixView x) {
  double sum = 0.0;
  for (Index i = 0; i < x.rows; ++i)
    for (const double value : x.row(i)) sum += (value / unit) * (value / unit);
  return std::sqrt(sum);
}

// ‖error‖ / ‖exact‖; 0 where both are zero. Each in units of its largest entry, as squares leave
// double long before norms do.
double relative(ConstMatrixView error, ConstMatrixView exact) {
  const double error_unit = largest_size(error);
  const double unit = largest_size(exact);
  if (error_unit == 0.0) return 0.0;
  if (unit == 0.0) return std::numeric_limits<double>::infinity();
  return error_unit / unit * (norm_in(error_unit, error) / norm_in(unit, exact));
}

void add_rows(const AttentionOutput& output, AttendResult& result) {
  const std::span<const double> values = output.rows.values();
  result.rows.insert(result.rows.end(), values.begin(), values.end());
  for (std::size_t i = 0; i < output.flags.size(); ++i) {
    const bool negative = !output.normalisers.empty() && output.normalisers[i].value < 0.0;
    result.flags.push_back(negative && output.flags[i] == RowFlag::ok
                               ? negative_normaliser
                               : static_cast<std::int64_t>(output.flags[i]));
  }
  for (const LogNumber& normaliser : output.normalisers) {
    result.log_normaliser.push_back(normaliser.log_abs());
    const double sign = normaliser.value;
    result.normaliser_sign.push_back(sign > 0.0 ? 1 : sign < 0.0 ? -1 : 0);
  }
}

void add_errors(const AttentionOutput& output, const AttentionOutput& exact, AttendResult& result) {
  const Matrix error = difference(output.rows, exact.rows);
  const ConstMatrixView errors = error;
  const ConstMatrixView rows = exact.rows;
  for (Index i = 0; i < errors.rows; ++i)
    result.row_errors.push_back(relative(errors.rows_from(i, 1), rows.rows_from(i, 1)));
  result.head_errors.push_back(relative(errors, rows));
}

// A mask of keys that hides none is none.
std::string words_of(Mask mask) {
  if (std::all_of(mask.keys.begin(), mask.keys.end(), [](std::uint8_t seen) { return seen != 0; }))
    mask.keys.clear();
  return mask.words();
}

void check_weights(const AttentionMethod& method, const FileArrays& arrays,
                   const std::string& where) {
  if (!method.claims().has_weights)
    throw InputError(fmt::format(
        "{}: weights are asked for and the method has none, but must have them; leave --weights "
        "out.",
        where));
  if (arrays.query_rows() > most_weights / std::max<Index>(1, arrays.key_rows()))
    throw InputError(fmt::format(
        "{}: weights of a head are {} × {}, but must be at most {}; leave --weights out or give "
        "fewer queries.",
        where, arrays.query_rows(), arrays.key_rows(), most_weights));
}

std::vector<std::string> axis_names(std::size_t axes) {
  std::vector<std::string> names = {"query", "dim_v"};
  if (axes > 2) names.insert(names.begin(), "head");
  if (axes > 3) names.insert(names.begin(), "batch");
  for (std::size_t i = 4; i < axes; ++i)
    names.insert(names.begin(), fmt::format("axis_{}", axes - i));
  return names;
}

}  // namespace

AttendResult attend(const AttentionMethod& method, const FileArrays& arrays,
                    const AttendOptions& options, const std::string& where) {
  if (!arrays.has_values())
    throw InputError(fmt::format("{}: the file has no dataset v, but must have the values; {}.",
                                 where, arrays.way_to_values()));
  if (options.weights) check_weights(method, arrays, where);
  AttendResult result;
  result.keys = arrays.key_rows();
  result.shape = arrays.query_shape();
  result.shape.back() = static_cast<std::int64_t>(arrays.value_dim());
  result.logit_scale =
      options.scale.value_or(arrays.logit_scale_or_default()) / options.temperature;
  const Stream address = Stream(options.seed).at("attend");
  for (Index head = 0; head < arrays.heads(); ++head) {
    Mask mask;
    mask.causal = options.causal;
    mask.window = options.window;
    mask.keys = arrays.key_mask(head);
    const std::string refusal = method.refusal(mask);
    if (!refusal.empty()) throw InputError(fmt::format("{}: {}.", where, refusal));
    Matrix queries = arrays.queries(head);
    Matrix keys = arrays.keys(head, mask.keys);
    const Matrix values = arrays.values(head, mask.keys);
    multiply(queries, std::sqrt(result.logit_scale));
    multiply(keys, std::sqrt(result.logit_scale));
    const Problem problem{queries, keys, values, arrays.dim()};
    const std::unique_ptr<const PreparedAttention> prepared = method.prepare(problem, mask);
    const std::unique_ptr<const AttentionSample> sample = prepared->draw(address);
    const AttentionOutput output = sample->output();
    add_rows(output, result);
    if (options.weights) {
      const Matrix weights = sample->weights();
      const std::span<const double> numbers = weights.values();
      result.weights.insert(result.weights.end(), numbers.begin(), numbers.end());
    }
    if (options.compare) add_errors(output, exact_attention(problem, mask), result);
    const std::string words = words_of(std::move(mask));
    if (head == 0) result.mask = words;
    if (words != result.mask) result.mask = "differs by head";
    if (options.on_progress) options.on_progress(head + 1, arrays.heads());
  }
  return result;
}

Group attend_group(const AttendResult& result) {
  const auto described = [](const char* long_name) {
    return Attributes{{"units", std::string("1")}, {"long_name", std::string(long_name)}};
  };
  const std::vector<std::string> axes = axis_names(result.shape.size());
  const std::vector<std::string> rows(axes.begin(), axes.end() - 1);
  const std::vector<std::string> heads(axes.begin(), axes.end() - 2);
  Group root;
  for (std::size_t i = 0; i < axes.size(); ++i)
    root.dimensions.emplace_back(axes[i], result.shape[i]);
  root.variables.push_back({"out", axes, result.rows, described("attention output")});
  root.variables.push_back({"flag", rows, result.flags,
                            described("0 ok, 1 no key to see, 2 no mass, 3 negative normaliser")});
  if (!result.log_normaliser.empty())
    root.variables.push_back({"log_normaliser", rows, result.log_normaliser,
                              described("logarithm of the size of the row's normaliser")});
  if (!result.normaliser_sign.empty())
    root.variables.push_back({"normaliser_sign", rows, result.normaliser_sign,
                              described("sign of the row's normaliser: -1, 0 or 1")});
  if (!result.weights.empty()) {
    std::vector<std::string> pairs = rows;
    pairs.emplace_back("key");
    root.dimensions.emplace_back("key", static_cast<std::int64_t>(result.keys));
    root.variables.push_back(
        {"weights", pairs, result.weights, described("attention weights of the same draw as out")});
  }
  if (!result.head_errors.empty()) {
    root.variables.push_back({"head_error", heads, result.head_errors,
                              described("relative Frobenius error against exact attention")});
    root.variables.push_back(
        {"row_error", rows, result.row_errors,
         described("error of the row against exact attention, relative to its norm")});
  }
  return root;
}

}  // namespace kapprox
