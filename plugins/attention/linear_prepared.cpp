// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A feature map fitted to a problem and a mask, and one draw of it: output by right multiplication,
// weights by left multiplication.
#include "linear.hpp"
#include "linear_run.hpp"
#include "linear_theory.hpp"

#include <kapprox/error.hpp>
#include <kapprox/exact_attention.hpp>
#include <kapprox/parallel.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kapprox::linear {

namespace {

class LinearSample final : public AttentionSample {
 public:
  LinearSample(const PreparedLinear& prepared, std::unique_ptr<const KernelSample> sample)
      : prepared_(prepared), sample_(std::move(sample)) {}

 private:
  AttentionOutput do_output() const override { return prepared_.output(sample_.get()); }
  Matrix do_weights() const override { return prepared_.weights(sample_.get()); }

  const PreparedLinear& prepared_;
  std::unique_ptr<const KernelSample> sample_;
};

const FeatureSample& features_of(const KernelSample& sample) {
  const auto* features = dynamic_cast<const FeatureSample*>(&sample);
  if (features == nullptr)
    throw Error(
        "linear: the sample of the feature map has no features, but must be a FeatureSample");
  return *features;
}

// Queries of the first `calibration` positions.
Index queries_before(const Settings& settings, const Problem& problem) {
  const Index past = settings.calibration + problem.queries.rows - problem.keys.rows;
  return settings.calibration == 0 ? 0 : std::clamp(past, Index{0}, problem.queries.rows);
}

}  // namespace

PreparedLinear::PreparedLinear(const Settings& settings, const Problem& problem, const Mask& mask)
    : settings_(settings),
      problem_(problem),
      mask_(mask),
      visible_(problem, mask),
      exact_rows_(mask.causal ? queries_before(settings, problem) : 0) {
  if (visible_.count() > 0) map_ = settings.map->prepare(fitted_problem());
}

Problem PreparedLinear::first_rows() const {
  Problem first = problem_;
  const Index keys = std::min(settings_.calibration, problem_.keys.rows);
  first.queries = problem_.queries.rows_from(0, queries_before(settings_, problem_));
  first.keys = problem_.keys.rows_from(0, keys);
  first.values = problem_.values.rows_from(0, keys);
  return first;
}

Mask PreparedLinear::mask_of_first_rows() const {
  Mask mask = mask_;
  if (!mask.keys.empty())
    mask.keys.resize(static_cast<std::size_t>(std::min(settings_.calibration, problem_.keys.rows)));
  return mask;
}

// What the map is fitted to: visible keys, all of them or those of the calibration. Without queries
// there, as in decoding, the first one stands for them, and without keys the first visible one: it
// is in no row's future.
Problem PreparedLinear::fitted_problem() const {
  Problem fitted = problem_;
  fitted.keys = visible_.keys();
  fitted.values = {};
  if (settings_.calibration == 0 || !settings_.map->claims().fits_data) return fitted;
  const Index queries = std::max(queries_before(settings_, problem_), Index{1});
  Index keys = 1;
  while (keys < visible_.count() && visible_.original(keys) < settings_.calibration) ++keys;
  fitted.queries = problem_.queries.rows_from(0, queries);
  fitted.keys = visible_.keys().rows_from(0, keys);
  return fitted;
}

std::unique_ptr<const AttentionSample> PreparedLinear::do_draw(const Stream& stream) const {
  return std::make_unique<LinearSample>(*this, map_ ? map_->draw(stream) : nullptr);
}

AttentionOutput PreparedLinear::output(const KernelSample* sample) const {
  const Index queries = problem_.queries.rows;
  const Index width = problem_.values.cols;
  AttentionOutput out;
  out.rows = Matrix(queries, width);
  out.normalisers.resize(static_cast<std::size_t>(queries));
  out.flags.assign(static_cast<std::size_t>(queries), RowFlag::no_key);
  if (sample == nullptr) return out;

  if (exact_rows_ > 0) {
    const AttentionOutput exact = exact_attention(first_rows(), mask_of_first_rows());
    std::copy(exact.rows.values().begin(), exact.rows.values().end(), out.rows.values().begin());
    std::copy(exact.normalisers.begin(), exact.normalisers.end(), out.normalisers.begin());
    std::copy(exact.flags.begin(), exact.flags.end(), out.flags.begin());
  }
  const Chunks chunks(visible_, linear_rows(), settings_.chunk);
  LinearRun run(features_of(*sample), visible_, visible_.values(), problem_.queries, chunks,
                settings_.storage);
  run.run([&](const QueryChunk& chunk, const AttentionSums& sums) {
    for (Index i = 0; i < chunk.queries.size(); ++i) {
      if (chunk.runs[static_cast<std::size_t>(i)].size() == 0) continue;
      const Index query = chunk.queries.first + i;
      const auto at = static_cast<std::size_t>(query);
      out.normalisers[at] = sums.normaliser(i);
      out.flags[at] = sums.has_mass(i) ? RowFlag::ok : RowFlag::no_mass;
      const std::span<double> row = out.rows.row(query);
      if (out.flags[at] == RowFlag::no_mass)
        visible_.mean_value(query, row);
      else
        for (std::size_t c = 0; c < row.size(); ++c)
          row[c] = sums.rows(i, static_cast<Index>(c)) / out.normalisers[at].value;
    }
  });
  return out;
}

void PreparedLinear::add_weights(const FeatureSample& sample, const AttentionOutput& output,
                                 Matrix& out) const {
  const FlatSegments keys =
      flatten_segments(sample.map(Side::key, visible_.keys()), settings_.storage);
  const Chunks chunks(visible_, linear_rows(), settings_.chunk);
  for_each_index(chunks.query_chunks(), [&](Index index) {
    const QueryChunk chunk = chunks.query_chunk(index);
    const ConstMatrixView rows =
        problem_.queries.rows_from(chunk.queries.first, chunk.queries.size());
    const FlatSegments queries = flatten_segments(sample.map(Side::query, rows), settings_.storage);
    Matrix products(rows.rows, visible_.count());
    std::vector<double> scales(chunk.runs.size());
    multiply_features(queries, keys, chunk.runs, products, scales);
    for (Index i = 0; i < rows.rows; ++i) {
      const KeyRange run = chunk.runs[static_cast<std::size_t>(i)];
      const Index query = chunk.queries.first + i;
      double sum = 0.0;
      for (Index j = run.first; j < run.last; ++j) sum += products(i, j);
      const bool has_none = output.flags[static_cast<std::size_t>(query)] == RowFlag::no_mass ||
                            sum == 0.0 || !std::isfinite(sum);
      for (Index j = run.first; j < run.last; ++j)
        out(query, visible_.original(j)) =
            has_none ? 1.0 / static_cast<double>(run.size()) : products(i, j) / sum;
    }
  });
}

Matrix PreparedLinear::weights(const KernelSample* sample) const {
  Matrix out(problem_.queries.rows, problem_.keys.rows);
  if (sample == nullptr) return out;
  if (exact_rows_ > 0) {
    const Matrix exact = exact_weights(first_rows(), mask_of_first_rows());
    for (Index i = 0; i < exact.rows(); ++i)
      std::copy(exact.row(i).begin(), exact.row(i).end(), out.row(i).begin());
  }
  add_weights(features_of(*sample), output(sample), out);
  return out;
}

// The 16-bit formats add errors of their own, of which it knows nothing.
std::optional<AttentionTheory> PreparedLinear::do_theory() const {
  if (!map_ || settings_.storage == Storage::bfloat16 || settings_.storage == Storage::float16)
    return std::nullopt;
  return delta_method(*settings_.map, fitted_problem(), problem_, visible_, linear_rows());
}

}  // namespace kapprox::linear
