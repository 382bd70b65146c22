// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The public calls of block scorers: they check, then call the hook.
#include <kapprox/block_scorer.hpp>
#include <kapprox/error.hpp>

#include <algorithm>
#include <limits>

namespace kapprox {

void BlockSummary::add(ConstMatrixView keys) {
  check_size("width of the keys", keys.cols, dim_);
  if (is_full_)
    throw Error(
        "BlockSummary: a key is added to a block that is full, but must come before "
        "finish(); begin another block.");
  for (Index t = 0; t < keys.rows; ++t) {
    do_add(keys.row(t));
    ++size_;
  }
  if (keys.rows > 0) do_settle();
}

void BlockSummary::add(std::span<const double> key) {
  const auto width = static_cast<Index>(key.size());
  add(ConstMatrixView{key.data(), 1, width, width});
}

void BlockSummary::finish() {
  if (size_ > 0 && !is_full_) do_finish();
  is_full_ = true;
}

double BlockSummary::score(std::span<const double> query) const {
  check_size("width of the query", static_cast<Index>(query.size()), dim_);
  return size_ == 0 ? -std::numeric_limits<double>::infinity() : do_score(query);
}

void BlockSummary::scores(ConstMatrixView queries, std::span<double> out) const {
  check_size("width of the queries", queries.cols, dim_);
  check_size("number of scores", static_cast<Index>(out.size()), queries.rows);
  if (size_ == 0)
    std::fill(out.begin(), out.end(), -std::numeric_limits<double>::infinity());
  else if (!out.empty())
    do_scores(queries, out);
}

void BlockSummary::do_scores(ConstMatrixView queries, std::span<double> out) const {
  for (Index i = 0; i < queries.rows; ++i)
    out[static_cast<std::size_t>(i)] = do_score(queries.row(i));
}

PreparedScorer BlockScorer::prepare(const ScorerProblem& problem) const {
  check_at_least("dimension", problem.dim, 1);
  if (problem.calibration.rows > 0)
    check_size("width of the calibration queries", problem.calibration.cols, problem.dim);
  if (claims().uses_calibration)
    check_at_least("number of calibration queries", problem.calibration.rows, 1);
  return PreparedScorer(do_prepare(problem));
}

}  // namespace kapprox
