// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "inputs/row_cases.hpp"

#include "base/text.hpp"
#include "inputs/pair_cases.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kapprox {

std::vector<KeyHelp> with_row_keys(std::vector<KeyHelp> own) {
  std::vector<KeyHelp> keys = {{"n", "logits in a row; axis", true}};
  for (KeyHelp& key : own) keys.push_back(std::move(key));
  keys.push_back({"replicate", "ids, each redraws the numbers; axis, default 0"});
  return keys;
}

void for_each_row(const Axes& axes, const Stream& stream, const std::string& source,
                  const std::function<void(const RowRequest&)>& make) {
  const std::vector<std::int64_t> lengths = axes.integers("n", 1);
  const std::vector<std::int64_t> replicates = axes.integers("replicate", 0, 0);
  for (const std::int64_t n : lengths) {
    check_volume(axes, "n", n, 1);
    for (const std::int64_t replicate : replicates)
      make({static_cast<Index>(n), replicate,
            stream.at(source).at("row").at(static_cast<std::uint64_t>(replicate))});
  }
}

void RowProblems::add(const std::string& problem_key, std::vector<double> row, Case made) {
  const auto n = static_cast<Index>(row.size());
  const auto [found, is_new] = place_.try_emplace({problem_key, n}, problems_.size());
  if (is_new) problems_.push_back({problem_key, n, {}, {}});
  Rows& rows = problems_[found->second];
  made.query = static_cast<Index>(rows.logits.size());
  made.coordinates.insert(made.coordinates.begin(),
                          {{"source", source_}, {"n", static_cast<double>(n)}});
  rows.logits.push_back(std::move(row));
  rows.cases.push_back(std::move(made));
}

void RowProblems::add_scaled(std::span<const double> unit, double factor, const RowRequest& request,
                             const std::vector<std::pair<std::string, double>>& parameters) {
  std::vector<double> row(unit.begin(), unit.end());
  for (double& logit : row) logit *= factor;
  const std::string problem = fmt::format("{}/row/replicate={}", source_, request.replicate);
  Case made;
  made.key_text = fmt::format("{}/n={}", problem, request.n);
  for (const auto& [name, value] : parameters) {
    made.coordinates.emplace_back(name, value);
    made.key_text += fmt::format("/{}={}", name, shortest(value));
  }
  made.coordinates.emplace_back("replicate", static_cast<double>(request.replicate));
  add(problem, std::move(row), std::move(made));
}

std::vector<InputProblem> RowProblems::take() {
  std::vector<InputProblem> made;
  for (Rows& rows : problems_) {
    InputProblem& problem = made.emplace_back();
    problem.key = rows.key;
    problem.ambient_dim = rows.n;
    problem.queries = Matrix(static_cast<Index>(rows.logits.size()), rows.n);
    for (Index i = 0; i < problem.queries.rows(); ++i) {
      const std::vector<double>& row = rows.logits[static_cast<std::size_t>(i)];
      std::copy(row.begin(), row.end(), problem.queries.row(i).begin());
    }
    problem.cases = std::move(rows.cases);
  }
  problems_.clear();
  place_.clear();
  return made;
}

}  // namespace kapprox
