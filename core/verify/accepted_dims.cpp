// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "verify/accepted_dims.hpp"

#include "verify/problems.hpp"

#include <kapprox/error.hpp>

#include <map>
#include <string>

#include <fmt/format.h>

namespace kapprox {

namespace {

void add_list_sizes(const std::map<std::string, GivenValue>& parameters, std::vector<Index>& dims) {
  for (const auto& [name, value] : parameters) {
    if (const auto* list = std::get_if<std::shared_ptr<GivenList>>(&value))
      dims.push_back(static_cast<Index>((*list)->values.size()));
    else if (const auto* inner = std::get_if<std::shared_ptr<MethodSpec>>(&value))
      add_list_sizes((*inner)->parameters, dims);
  }
}

}  // namespace

std::vector<Index> dims_that(const VerifyOptions& options,
                             const std::function<bool(Index dim)>& accepts) {
  std::vector<Index> dims;
  for (const Index dim : verify_dims)
    if (accepts(dim)) dims.push_back(dim);
  if (!dims.empty()) return dims;
  std::vector<Index> more;
  add_list_sizes(options.parameters, more);
  for (const Index dim : more)
    if (dim > 0 && accepts(dim)) dims.push_back(dim);
  return dims;
}

std::vector<Index> accepted_dims(std::string_view check, const VerifyOptions& options,
                                 bool must_work, Ledger& ledger,
                                 const std::function<void(Index dim)>& ask,
                                 const std::function<void(Index dim)>& try_one) {
  const auto is_told = [&ask](Index dim) {
    try {
      ask(dim);
    } catch (const InputError&) {
      return true;
    }
    return false;
  };
  std::string refusal;
  std::string tried;
  std::vector<Index> dims = dims_that(options, [&](Index dim) {
    tried += fmt::format("{}{}", tried.empty() ? "" : ", ", dim);
    try {
      try_one(dim);
      ledger.holds(check, true, {});
      return true;
    } catch (const InputError& cause) {
      refusal = cause.what();
      ledger.left_out(check, fmt::format("d = {}: {}", dim, refusal));
      ledger.holds("life: refusals come before a run", is_told(dim),
                   "a problem is refused, but not by check_problem: " + refusal,
                   fmt::format("d = {}", dim));
      return false;
    }
  });
  if (dims.empty() && must_work)
    ledger.holds(check, false, "every dimension is refused: " + refusal, "d = " + tried);
  return dims;
}

}  // namespace kapprox
