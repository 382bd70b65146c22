// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "block_sparse/plain_residual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox {

namespace {

constexpr std::uint64_t seed = 1;

// Keys of one block that a query sees.
struct SeenBlock {
  Index number;
  std::vector<Index> keys;
  double score;
};

double plain_dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t l = 0; l < a.size(); ++l) sum += a[l] * b[l];
  return sum;
}

std::vector<SeenBlock> seen_blocks(const Problem& problem, const Mask& mask, Index i, Index block) {
  std::vector<SeenBlock> blocks;
  for (Index j = 0; j < problem.keys.rows; ++j) {
    if (!mask.allows(i, j, problem.queries.rows, problem.keys.rows)) continue;
    if (blocks.empty() || blocks.back().number != j / block) blocks.push_back({j / block, {}, 0.0});
    blocks.back().keys.push_back(j);
  }
  for (SeenBlock& one : blocks) {
    const auto size = static_cast<double>(one.keys.size());
    for (const Index j : one.keys)
      one.score += plain_dot(problem.queries.row(i), problem.keys.row(j)) / size;
    one.score += std::log(size);
  }
  return blocks;
}

// True for each chosen key.
std::vector<bool> chosen_keys(const Problem& problem, std::vector<SeenBlock> blocks, Index i,
                              const PlainChoice& choice) {
  const Index own = (i + problem.keys.rows - problem.queries.rows) / choice.block;
  if (choice.own_is_forced)
    for (SeenBlock& one : blocks)
      if (one.number == own) one.score = std::numeric_limits<double>::infinity();
  std::stable_sort(blocks.begin(), blocks.end(),
                   [](const SeenBlock& a, const SeenBlock& b) { return a.score > b.score; });
  std::vector<bool> chosen(static_cast<std::size_t>(problem.keys.rows), false);
  for (std::size_t b = 0; b < blocks.size() && b < static_cast<std::size_t>(choice.top_k); ++b)
    for (const Index j : blocks[b].keys) chosen[static_cast<std::size_t>(j)] = true;
  return chosen;
}

struct Sums {
  explicit Sums(Index width) : numerator(static_cast<std::size_t>(width), 0.0L) {}
  void add(long double weight, std::span<const double> value) {
    normaliser += weight;
    for (std::size_t c = 0; c < value.size(); ++c) numerator[c] += weight * value[c];
  }
  long double row(std::size_t c) const { return numerator[c] / normaliser; }

  std::vector<long double> numerator;
  long double normaliser = 0.0L;
};

long double in_units_of(const LogNumber& x, double log_unit) {
  return static_cast<long double>(x.value) *
         std::exp(static_cast<long double>(x.log_scale - log_unit));
}

}  // namespace

std::shared_ptr<const AttentionMethod> with_residual(
    Index block, Index top_k, const MethodSpec& map,
    const std::map<std::string, GivenValue>& changes) {
  MethodSpec spec = {"block_sparse",
                     {{"block", std::int64_t{block}},
                      {"top_k", std::int64_t{top_k}},
                      {"residual", std::string("linear")},
                      {"residual_map", nested(map)}}};
  for (const auto& [name, value] : changes) spec.parameters[name] = value;
  return shipped_attention(spec);
}

MethodSpec taylor_map(std::int64_t degree) { return {"taylor", {{"degree", degree}}}; }

MethodSpec random_map(const std::string& name, std::int64_t m) { return {name, {{"m", m}}}; }

AttentionOutput output_of(const AttentionMethod& method, const Problem& problem, const Mask& mask) {
  const auto prepared = method.prepare(problem, mask);
  return prepared->draw(Stream(seed))->output();
}

Matrix weights_of(const AttentionMethod& method, const Problem& problem, const Mask& mask) {
  const auto prepared = method.prepare(problem, mask);
  return prepared->draw(Stream(seed))->weights();
}

PlainResidual plain_residual(const Head& head, const Mask& mask, const PlainChoice& choice,
                             const MethodSpec& map) {
  const Problem problem = head.problem();
  const Index n_q = problem.queries.rows;
  const Index n_k = problem.keys.rows;
  const Index width = problem.values.cols;
  const std::vector<LogNumber> estimates =
      estimates_of(*shipped_feature_map(map), head.queries, head.keys, Stream(seed));
  PlainResidual plain{Matrix(n_q, width), Matrix(n_q, n_k), Matrix(n_q, width), {}};
  for (Index i = 0; i < n_q; ++i) {
    const std::vector<bool> chosen =
        chosen_keys(problem, seen_blocks(problem, mask, i, choice.block), i, choice);
    const auto is_seen = [&](Index j) { return mask.allows(i, j, n_q, n_k); };
    const auto estimate = [&](Index j) { return estimates[static_cast<std::size_t>(i * n_k + j)]; };
    const auto logit = [&](Index j) {
      return plain_dot(problem.queries.row(i), problem.keys.row(j));
    };
    double unit = -std::numeric_limits<double>::infinity();
    for (Index j = 0; j < n_k; ++j)
      if (is_seen(j))
        unit =
            std::max(unit, chosen[static_cast<std::size_t>(j)] ? logit(j) : estimate(j).log_abs());
    Sums joint(width);
    Sums exact(width);
    Sums linear_all(width);
    Sums linear_chosen(width);
    std::vector<long double> terms(static_cast<std::size_t>(n_k), 0.0L);
    for (Index j = 0; j < n_k; ++j) {
      if (!is_seen(j)) continue;
      const bool is_chosen = chosen[static_cast<std::size_t>(j)];
      const long double mass = std::exp(static_cast<long double>(logit(j) - unit));
      const long double guess = in_units_of(estimate(j), unit);
      const std::span<const double> value = problem.values.row(j);
      terms[static_cast<std::size_t>(j)] = is_chosen ? mass : guess;
      joint.add(terms[static_cast<std::size_t>(j)], value);
      linear_all.add(guess, value);
      if (is_chosen) exact.add(mass, value);
      if (is_chosen) linear_chosen.add(guess, value);
    }
    plain.log_sums.push_back(static_cast<double>(std::log(std::abs(joint.normaliser)) + unit));
    if (joint.normaliser == 0.0L) continue;
    for (Index c = 0; c < width; ++c) {
      const auto at = static_cast<std::size_t>(c);
      plain.rows(i, c) = static_cast<double>(joint.row(at));
      plain.separate_rows(i, c) =
          static_cast<double>(exact.row(at) + linear_all.row(at) - linear_chosen.row(at));
    }
    for (Index j = 0; j < n_k; ++j)
      plain.weights(i, j) =
          static_cast<double>(terms[static_cast<std::size_t>(j)] / joint.normaliser);
  }
  return plain;
}

double distance(const Matrix& a, const Matrix& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.values().size(); ++i)
    sum += (a.values()[i] - b.values()[i]) * (a.values()[i] - b.values()[i]);
  return std::sqrt(sum / static_cast<double>(a.values().size()));
}

}  // namespace kapprox
