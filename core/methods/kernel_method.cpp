// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The public calls of kernel methods and feature maps: they check shapes, then call the hook.
#include "methods/check_problem.hpp"

#include <kapprox/error.hpp>
#include <kapprox/feature_map.hpp>
#include <kapprox/kernel_method.hpp>

#include <string>

namespace kapprox {

void check_pairs(std::span<const Pair> pairs, Index queries, Index keys) {
  for (const Pair& pair : pairs)
    if (pair.query < 0 || pair.query >= queries || pair.key < 0 || pair.key >= keys)
      throw Error("check_pairs: a pair is (query " + std::to_string(pair.query) + ", key " +
                  std::to_string(pair.key) + "), but must lie within " + std::to_string(queries) +
                  " queries and " + std::to_string(keys) + " keys");
}

void KernelSample::estimate(ConstMatrixView queries, ConstMatrixView keys,
                            std::span<const Pair> pairs, std::span<LogNumber> out) const {
  check_size("width of the keys", keys.cols, queries.cols);
  check_size("number of estimates", static_cast<Index>(out.size()),
             static_cast<Index>(pairs.size()));
  check_pairs(pairs, queries.rows, keys.rows);
  do_estimate(queries, keys, pairs, out);
}

std::optional<Theory> PreparedKernel::theory(std::span<const double> query,
                                             std::span<const double> key) const {
  check_size("length of the key", static_cast<Index>(key.size()), static_cast<Index>(query.size()));
  return do_theory(query, key);
}

std::optional<Theory> PreparedKernel::do_theory(std::span<const double>,
                                                std::span<const double>) const {
  return std::nullopt;
}

void check_problem(const Problem& problem, bool rotation_invariant, const std::string& caller,
                   SourceLocation where) {
  check_size("width of the keys", problem.keys.cols, problem.queries.cols, where);
  check_at_least("width of the keys", problem.rank(), 1, where);
  check_at_least("ambient dimension", problem.ambient_dim, problem.rank(), where);
  if (problem.is_reduced() && !rotation_invariant)
    throw Error(caller + ": the problem is reduced to rank " + std::to_string(problem.rank()) +
                " of " + std::to_string(problem.ambient_dim) +
                ", but must be full because this method is not rotation invariant; prepare it on "
                "the problem in its own coordinates");
}

std::unique_ptr<const PreparedKernel> KernelMethod::prepare(const Problem& problem) const {
  kapprox::check_problem(problem, claims().rotation_invariant, "KernelMethod::prepare");
  return do_prepare(problem);
}

FeatureBlock FeatureSample::map(Side side, ConstMatrixView rows) const {
  check_at_least("width of the rows", rows.cols, 1);
  return do_map(side, rows);
}

void FeatureSample::do_estimate(ConstMatrixView queries, ConstMatrixView keys,
                                std::span<const Pair> pairs, std::span<LogNumber> out) const {
  estimate_from_features(map(Side::query, queries), map(Side::key, keys), pairs, out);
}

}  // namespace kapprox
