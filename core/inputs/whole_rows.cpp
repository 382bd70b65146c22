// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "inputs/whole_rows.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

namespace kapprox {

void for_each_whole(const Axes& axes, const Stream& stream, const std::string& source,
                    const std::function<void(const WholeRequest&)>& make) {
  const std::vector<std::int64_t> dims = axes.integers("dim", 1);
  const std::vector<std::int64_t> lengths = axes.integers("n", 1);
  const std::vector<std::int64_t> replicates = axes.integers("replicate", 0, 0);
  const std::vector<Mask> masks = masks_of(axes, false);
  for (const std::int64_t dim : dims)
    for (const std::int64_t n : lengths) {
      check_volume(axes, "n", n, dim);
      for (const std::int64_t replicate : replicates)
        make({static_cast<Index>(dim), static_cast<Index>(n), replicate,
              stream.at(source)
                  .at(static_cast<std::uint64_t>(dim))
                  .at(static_cast<std::uint64_t>(replicate)),
              masks});
    }
}

std::vector<KeyHelp> with_whole_keys(std::vector<KeyHelp> own) {
  std::vector<KeyHelp> keys = {{"dim", "dimension d ≥ 1; axis", true},
                               {"n", "queries, keys and values; axis", true}};
  for (KeyHelp& key : own) keys.push_back(std::move(key));
  keys.push_back({"replicate", "ids, each redraws the numbers; axis, default 0"});
  keys.push_back(mask_help("none"));
  keys.push_back(window_help());
  return keys;
}

void add(Matrix& rows, const Matrix& others) {
  for (Index i = 0; i < rows.rows(); ++i)
    for (Index j = 0; j < rows.cols(); ++j) rows(i, j) += others(i, j);
}

void add_whole_cases(InputProblem& problem, const WholeRequest& request, const std::string& source,
                     const NumberParameters& parameters) {
  std::vector<std::pair<std::string, Coordinate>> coordinates = {
      {"source", source}, {"dim", static_cast<double>(request.dim)}};
  std::string key = problem.key;
  for (const auto& [name, value] : parameters) {
    coordinates.emplace_back(name, value);
    key += fmt::format("/{}={}", name, shortest(value));
  }
  coordinates.emplace_back("replicate", static_cast<double>(request.replicate));
  add_mask_cases(problem, request.masks, coordinates, fmt::format("{}/n={}", key, request.n));
}

}  // namespace kapprox
