// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/blocks_by_hand.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace kapprox {

namespace {

struct Block {
  bool is_forced = false;
  double score = 0.0;
  double mass = 0.0;             // Σ exp(q·k)
  double variance = 0.0;         // of q·k
  std::vector<double> weighted;  // Σ exp(q·k) v
};

double product(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t l = 0; l < a.size(); ++l) sum += a[l] * b[l];
  return sum;
}

std::vector<Block> blocks_of(const InputProblem& problem, const Case& one, Index i,
                             const ScoreByHand& score) {
  const Index n = problem.keys.rows();
  const Index position = i + n - problem.queries.rows();
  std::vector<Block> blocks;
  for (Index first = 0; first < n; first += one.choice.block) {
    std::vector<Index> seen;
    for (Index j = first; j < std::min(n, first + one.choice.block); ++j)
      if (one.mask.allows(i, j, problem.queries.rows(), n)) seen.push_back(j);
    if (seen.empty()) continue;
    Block block;
    block.is_forced = one.choice.own != OwnBlock::none && position >= first &&
                      position < first + one.choice.block;
    Matrix keys(static_cast<Index>(seen.size()), problem.keys.cols());
    block.weighted.resize(static_cast<std::size_t>(problem.values.cols()));
    double sum = 0.0;
    double squares = 0.0;
    for (std::size_t t = 0; t < seen.size(); ++t) {
      for (Index l = 0; l < keys.cols(); ++l)
        keys(static_cast<Index>(t), l) = problem.keys(seen[t], l);
      const double logit = product(problem.queries.row(i), problem.keys.row(seen[t]));
      sum += logit;
      squares += logit * logit;
      block.mass += std::exp(logit);
      for (Index c = 0; c < problem.values.cols(); ++c)
        block.weighted[static_cast<std::size_t>(c)] += std::exp(logit) * problem.values(seen[t], c);
    }
    const auto count = static_cast<double>(seen.size());
    block.variance = squares / count - (sum / count) * (sum / count);
    block.score = score(keys, problem.queries.row(i));
    blocks.push_back(block);
  }
  return blocks;
}

// The largest `slots` of those that are not forced, lowest block first among equals.
std::set<std::size_t> best(const std::vector<Block>& blocks, double Block::*by, Index slots) {
  std::set<std::size_t> chosen;
  for (Index s = 0; s < slots; ++s) {
    std::size_t found = blocks.size();
    for (std::size_t b = 0; b < blocks.size(); ++b)
      if (!blocks[b].is_forced && chosen.count(b) == 0 &&
          (found == blocks.size() || blocks[b].*by > blocks[found].*by))
        found = b;
    chosen.insert(found);
  }
  return chosen;
}

struct Output {
  double mass = 0.0;
  std::vector<double> row;
};

Output output_of(const std::vector<Block>& blocks, const std::set<std::size_t>& chosen) {
  Output out{0.0, std::vector<double>(blocks.front().weighted.size())};
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (!blocks[b].is_forced && chosen.count(b) == 0) continue;
    out.mass += blocks[b].mass;
    for (std::size_t c = 0; c < out.row.size(); ++c) out.row[c] += blocks[b].weighted[c];
  }
  for (double& entry : out.row) entry /= out.mass;
  return out;
}

double squared_distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return sum;
}

// Sums over queries, by name.
using Sums = std::map<std::string, double>;

void add_scores(const std::vector<Block>& blocks, Sums& sums) {
  double n = 0.0;
  double x = 0.0;
  double y = 0.0;
  double xx = 0.0;
  double xy = 0.0;
  double yy = 0.0;
  double ordered = 0.0;
  double pairs = 0.0;
  for (const Block& a : blocks) {
    if (a.is_forced) continue;
    const double s = a.score;
    const double exact = std::log(a.mass);
    n += 1.0;
    x += s;
    y += exact;
    xx += s * s;
    xy += s * exact;
    yy += exact * exact;
    sums["blocks"] += 1.0;
    sums["bias"] += s - exact;
    sums["squares"] += (s - exact) * (s - exact);
    for (const Block& b : blocks) {
      if (b.is_forced || &a == &b) continue;
      pairs += 1.0;
      ordered += (a.score > b.score) == (a.mass > b.mass) ? 1.0 : -1.0;
    }
  }
  sums["correlation"] += (xy - x * y / n) / std::sqrt((xx - x * x / n) * (yy - y * y / n));
  sums["tau"] += ordered / pairs;
  sums["variance"] += (yy - y * y / n) / n;
}

}  // namespace

double mean_score_by_hand(const Matrix& keys, std::span<const double> query) {
  double sum = 0.0;
  for (Index t = 0; t < keys.rows(); ++t) sum += product(query, keys.row(t));
  const auto n = static_cast<double>(keys.rows());
  return std::log(n) + sum / n;
}

std::map<std::string, double> blocks_by_hand(const InputProblem& problem, const Case& one,
                                             const ScoreByHand& score) {
  Sums sums;
  for (Index i = one.calibration; i < problem.queries.rows(); ++i) {
    const std::vector<Block> blocks = blocks_of(problem, one, i, score);
    if (blocks.empty()) continue;
    std::set<std::size_t> all;
    double forced = 0.0;
    double total = 0.0;
    double within = 0.0;
    Index slots = one.choice.top_k;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      all.insert(b);
      total += blocks[b].mass;
      within += blocks[b].variance / static_cast<double>(blocks.size());
      if (blocks[b].is_forced) forced = blocks[b].mass;
      if (blocks[b].is_forced && one.choice.own == OwnBlock::slot) --slots;
    }
    sums["measured"] += 1.0;
    sums["log_sum_exp"] += std::log(total);
    const Index candidates = static_cast<Index>(blocks.size()) - (forced > 0.0 ? 1 : 0);
    if (slots < 1 || candidates <= slots) continue;
    const std::set<std::size_t> chosen = best(blocks, &Block::score, slots);
    const std::set<std::size_t> exact = best(blocks, &Block::mass, slots);
    const Output out = output_of(blocks, chosen);
    const Output best_out = output_of(blocks, exact);
    const Output whole = output_of(blocks, all);
    const double share = static_cast<double>(slots) / static_cast<double>(candidates);
    sums["queries"] += 1.0;
    sums["candidates"] += static_cast<double>(candidates);
    for (const std::size_t b : chosen)
      sums["recall"] += exact.count(b) / static_cast<double>(slots);
    sums["mass"] += out.mass / total;
    sums["best_mass"] += best_out.mass / total;
    sums["chance"] += share;
    sums["chance_mass"] += (forced + share * (total - forced)) / total;
    sums["error"] += squared_distance(out.row, whole.row);
    sums["best_error"] += squared_distance(best_out.row, whole.row);
    sums["norm"] += squared_distance(whole.row, std::vector<double>(whole.row.size()));
    sums["within"] += within;
    add_scores(blocks, sums);
  }
  const double n = sums["queries"];
  return {{"mean_log_sum_exp", sums["log_sum_exp"] / sums["measured"]},
          {"choosing_queries", n},
          {"candidate_blocks", sums["candidates"] / n},
          {"block_score_std", std::sqrt(sums["variance"] / n)},
          {"within_block_std", std::sqrt(sums["within"] / n)},
          {"chance_recall", sums["chance"] / n},
          {"chance_mass", sums["chance_mass"] / n},
          {"exact_captured_mass", sums["best_mass"] / n},
          {"exact_output_error", std::sqrt(sums["best_error"] / sums["norm"])},
          {"score_bias", sums["bias"] / sums["blocks"]},
          {"score_error", std::sqrt(sums["squares"] / sums["blocks"])},
          {"score_correlation", sums["correlation"] / n},
          {"kendall_tau", sums["tau"] / n},
          {"recall", sums["recall"] / n},
          {"captured_mass", sums["mass"] / n},
          {"output_error", std::sqrt(sums["error"] / sums["norm"])}};
}

}  // namespace kapprox
