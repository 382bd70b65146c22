// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/canonical.hpp"

#include "base/hash.hpp"

#include <algorithm>
#include <numeric>

namespace kapprox {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The run of digits at `at`, without leading zeros.
std::string_view digits_at(std::string_view text, std::size_t& at) {
  const std::size_t begin = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  std::string_view run = text.substr(begin, at - begin);
  while (run.size() > 1 && run.front() == '0') run.remove_prefix(1);
  return run;
}

// Where each old row goes: in the order in which cases first use it.
std::vector<Index> order_of_first_use(const std::vector<Index>& used, Index rows) {
  std::vector<Index> place(static_cast<std::size_t>(rows), -1);
  Index next = 0;
  for (const Index row : used)
    if (place[static_cast<std::size_t>(row)] < 0) place[static_cast<std::size_t>(row)] = next++;
  for (Index& at : place)
    if (at < 0) at = next++;
  return place;
}

Matrix permuted(const Matrix& matrix, const std::vector<Index>& place) {
  Matrix result(matrix.rows(), matrix.cols());
  for (Index row = 0; row < matrix.rows(); ++row) {
    const std::span<const double> from = matrix.row(row);
    std::copy(from.begin(), from.end(), result.row(place[static_cast<std::size_t>(row)]).begin());
  }
  return result;
}

// Rows belong to the cases one by one: case i is row i of both matrices.
bool rows_are_cases(const InputProblem& problem) {
  const Index count = static_cast<Index>(problem.cases.size());
  if (problem.queries.rows() != count || problem.keys.rows() != count) return false;
  for (Index i = 0; i < count; ++i) {
    const Case& one = problem.cases[static_cast<std::size_t>(i)];
    if (one.query != i || one.key != i) return false;
  }
  return true;
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const std::string_view x = digits_at(a, i);
      const std::string_view y = digits_at(b, j);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i;
      ++j;
    }
  }
  if ((i < a.size()) != (j < b.size())) return j < b.size();
  return a < b;  // equal but for leading zeros
}

std::string fit_digest(const OrderedProblem& problem) {
  Digest digest;
  digest.add(problem.queries.values());
  digest.add(problem.keys.values());
  return digest.hex();
}

OrderedProblem order_problem(const InputProblem& problem, Index first_column) {
  std::vector<Index> order(problem.cases.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto case_at = [&problem](Index i) -> const Case& {
    return problem.cases[static_cast<std::size_t>(i)];
  };
  std::sort(order.begin(), order.end(), [&case_at](Index a, Index b) {
    return natural_less(case_at(a).key_text, case_at(b).key_text);
  });

  std::vector<Index> queries_used;
  std::vector<Index> keys_used;
  // The rows of a file have an order of their own; it stays.
  if (problem.spans_fixed_plane || rows_are_cases(problem)) {
    for (const Index i : order) {
      queries_used.push_back(case_at(i).query);
      keys_used.push_back(case_at(i).key);
    }
  } else {
    queries_used.resize(static_cast<std::size_t>(problem.queries.rows()));
    keys_used.resize(static_cast<std::size_t>(problem.keys.rows()));
    std::iota(queries_used.begin(), queries_used.end(), Index{0});
    std::iota(keys_used.begin(), keys_used.end(), Index{0});
  }
  const std::vector<Index> query_place = order_of_first_use(queries_used, problem.queries.rows());
  const std::vector<Index> key_place = order_of_first_use(keys_used, problem.keys.rows());

  OrderedProblem ordered;
  ordered.source = &problem;
  ordered.queries = permuted(problem.queries, query_place);
  ordered.keys = permuted(problem.keys, key_place);
  if (problem.values.rows() > 0) ordered.values = permuted(problem.values, key_place);
  for (const Index i : order) {
    OrderedCase one;
    one.pair.query = query_place[static_cast<std::size_t>(case_at(i).query)];
    if (!key_place.empty())  // rows of logits have no keys
      one.pair.key = key_place[static_cast<std::size_t>(case_at(i).key)];
    one.column = first_column + i;
    one.place = static_cast<Index>(ordered.cases.size());
    one.source = &case_at(i);
    ordered.cases.push_back(one);
  }
  return ordered;
}

}  // namespace kapprox
