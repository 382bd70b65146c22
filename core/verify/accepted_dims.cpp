// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "verify/accepted_dims.hpp"

#include "verify/problems.hpp"

#include <kapprox/error.hpp>

#include <string>

#include <fmt/format.h>

namespace kapprox {

std::vector<Index> accepted_dims(std::string_view check, bool must_work, Ledger& ledger,
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
  std::vector<Index> dims;
  std::string refusal;
  for (const Index dim : verify_dims) {
    try {
      try_one(dim);
      dims.push_back(dim);
      ledger.holds(check, true, {});
    } catch (const InputError& cause) {
      refusal = cause.what();
      ledger.left_out(check, fmt::format("d = {}: {}", dim, refusal));
      ledger.holds("life: refusals come before a run", is_told(dim),
                   "a problem is refused, but not by check_problem: " + refusal,
                   fmt::format("d = {}", dim));
    }
  }
  if (dims.empty() && must_work)
    ledger.holds(check, false, "every dimension is refused: " + refusal, "d = 4, 5 and 16");
  return dims;
}

}  // namespace kapprox
