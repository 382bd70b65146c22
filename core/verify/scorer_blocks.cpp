// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "verify/scorer_blocks.hpp"

#include <kapprox/rows.hpp>
#include <kapprox/stream.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kapprox {

namespace {

// Rows of that norm.
Matrix rows(Index count, Index dim, double norm, const Stream& stream) {
  Matrix normals(count, dim);
  stream.fill_normals(normals);
  Matrix result = unit_rows(normals);
  multiply(result, norm);
  return result;
}

}  // namespace

Blocks blocks(Index dim, double norm) {
  const Stream stream = Stream(0).at("verify").at("blocks").at(static_cast<std::uint64_t>(dim));
  return {rows(most_keys, dim, norm, stream.at("keys")), rows(5, dim, norm, stream.at("queries")),
          rows(3, dim, norm, stream.at("calibration")),
          fmt::format("d = {}, norm {:.3g}", dim, norm)};
}

double log_mass(ConstMatrixView keys, std::span<const double> query) {
  std::vector<double> logits;
  for (Index t = 0; t < keys.rows; ++t) logits.push_back(dot(query, keys.row(t)));
  const double largest = max_value(logits);
  return largest + std::log(exp_and_sum(logits, largest, logits));
}

std::unique_ptr<BlockSummary> summary(const PreparedScorer& prepared, ConstMatrixView keys) {
  std::unique_ptr<BlockSummary> block = prepared.begin_block();
  block->add(keys);
  return block;
}

std::vector<double> scores(const BlockSummary& block, const Matrix& queries) {
  std::vector<double> all;
  for (Index i = 0; i < queries.rows(); ++i) all.push_back(block.score(queries.row(i)));
  return all;
}

std::vector<double> scores(const BlockScorer& scorer, const Blocks& data) {
  const PreparedScorer prepared = scorer.prepare({data.keys.cols(), data.calibration});
  return scores(*summary(prepared, data.keys), data.queries);
}

double difference(double a, double b) {
  return (a - b) / std::max({1.0, std::abs(a), std::abs(b)});
}

}  // namespace kapprox
