// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "linear/linear_heads.hpp"

#include "numeric/threads.hpp"
#include "verify/configs.hpp"

#include <kapprox/rows.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

namespace kapprox {

namespace {

const Registry& registry() {
  static const std::unique_ptr<const Registry> loaded = load_shipped_plugins();
  return *loaded;
}

// n_q × n_k: Σ_f |φ_f(q_i) ϕ_f(k_j)| exp(−log-scales).
Matrix sizes_of_products(FlatFeatures queries, FlatFeatures keys) {
  for (double& value : queries.values.values()) value = std::abs(value);
  for (double& value : keys.values.values()) value = std::abs(value);
  Matrix sizes(queries.values.rows(), keys.values.rows());
  multiply_transposed(queries.values, keys.values, sizes);
  return sizes;
}

// On one thread, but for the test of threads: bits are the same for any number of them, and
// problems of few rows would start them for nothing.
class OneThread final : public testing::Environment {
  void SetUp() override { use_threads(1); }
};
const testing::Environment* const one_thread = testing::AddGlobalTestEnvironment(new OneThread);

double largest_scale(const std::vector<LogNumber>& row) {
  double scale = -1e300;
  for (const LogNumber& estimate : row)
    if (estimate.value != 0.0) scale = std::max(scale, estimate.log_abs());
  return scale;
}

}  // namespace

std::shared_ptr<const AttentionMethod> shipped_linear(
    const MethodSpec& map, const std::map<std::string, GivenValue>& parameters) {
  static std::vector<std::shared_ptr<const Method>> kept;  // for as long as the program runs
  MethodSpec spec = {"linear", parameters};
  spec.parameters["feature_map"] = std::make_shared<MethodSpec>(map);
  kept.push_back(build_method(registry(), Kind::attention, spec, "test").method);
  return std::dynamic_pointer_cast<const AttentionMethod>(kept.back());
}

AttentionOutput output_of(const AttentionMethod& method, const Problem& problem, const Mask& mask) {
  return method.prepare(problem, mask)->draw(Stream(7))->output();
}

Matrix weights_of(const AttentionMethod& method, const Problem& problem, const Mask& mask) {
  return method.prepare(problem, mask)->draw(Stream(7))->weights();
}

MethodSpec map_spec(const std::string& name, Index m, const std::string& directions) {
  return {name, {{"m", std::int64_t{m}}, {"directions", directions}}};
}

UnitHead::UnitHead(Index n_q, Index n_k, Index d_v, std::uint64_t seed)
    : queries(unit_rows(normal_rows(n_q, 5, 1.0, Stream(seed).at("queries")))),
      keys(unit_rows(normal_rows(n_k, 5, 1.0, Stream(seed).at("keys")))),
      values(n_k, d_v) {
  Stream(seed).at("values").fill_uniforms(values);
  for (double& value : values.values()) value = largest_value * (2.0 * value - 1.0);
}

UnitHead UnitHead::first(Index n) const {
  UnitHead head(n, values.cols(), 0);
  std::copy_n(queries.values().begin(), n * queries.cols(), head.queries.values().begin());
  std::copy_n(keys.values().begin(), n * keys.cols(), head.keys.values().begin());
  std::copy_n(values.values().begin(), n * values.cols(), head.values.values().begin());
  return head;
}

std::vector<MethodSpec> all_feature_maps() {
  std::vector<MethodSpec> maps;
  for (const MethodEntry* entry : registry().all()) {
    if (entry->kind != Kind::kernel) continue;
    const MethodSpec spec = base_spec(registry(), *entry, {});
    const BuiltMethod built = build_method(registry(), Kind::kernel, spec, "test");
    if (dynamic_cast<const FeatureMap*>(built.method.get()) != nullptr) maps.push_back(spec);
  }
  return maps;
}

QuadraticPath quadratic_path(const FeatureSample& sample, const Problem& problem,
                             const Mask& mask) {
  const Index n_q = problem.queries.rows;
  const Index n_k = problem.keys.rows;
  const FeatureBlock queries = sample.map(Side::query, problem.queries);
  const FeatureBlock keys = sample.map(Side::key, problem.keys);
  const FlatFeatures flat_queries = flatten(queries);
  const FlatFeatures flat_keys = flatten(keys);
  const Matrix sizes = sizes_of_products(flat_queries, flat_keys);
  QuadraticPath path{Matrix(n_q, problem.values.cols), Matrix(n_q, n_k), {}};
  for (Index i = 0; i < n_q; ++i) {
    std::vector<Pair> pairs;
    for (Index j = 0; j < n_k; ++j)
      if (mask.allows(i, j, n_q, n_k)) pairs.push_back({i, j});
    std::vector<LogNumber> estimates(pairs.size());
    estimate_from_features(queries, keys, pairs, estimates);
    const double scale = largest_scale(estimates);
    long double sum = 0.0L;
    long double size = 0.0L;
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      sum += estimates[p].over(scale);
      const Index j = pairs[p].key;
      size += LogNumber{sizes(i, j), flat_queries.log_scale[static_cast<std::size_t>(i)] +
                                         flat_keys.log_scale[static_cast<std::size_t>(j)]}
                  .over(scale);
    }
    std::vector<long double> row(static_cast<std::size_t>(problem.values.cols), 0.0L);
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      const long double weight = estimates[p].over(scale) / sum;
      path.weights(i, pairs[p].key) = static_cast<double>(weight);
      for (std::size_t c = 0; c < row.size(); ++c)
        row[c] += weight * problem.values(pairs[p].key, static_cast<Index>(c));
    }
    for (std::size_t c = 0; c < row.size(); ++c)
      path.rows(i, static_cast<Index>(c)) = static_cast<double>(row[c]);
    path.condition.push_back(static_cast<double>(size / std::abs(sum)));
  }
  return path;
}

}  // namespace kapprox
