// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What every method asks of a problem before it prepares.
#pragma once

#include <kapprox/problem.hpp>
#include <kapprox/source_location.hpp>

#include <string>

namespace kapprox {

// Throws Error when queries and keys disagree in width, the rank exceeds ambient_dim, or the
// problem is reduced and the method is not rotation invariant; the last sentence opens with
// `caller`.
void check_problem(const Problem& problem, bool rotation_invariant, const std::string& caller,
                   SourceLocation where = SourceLocation::current());

}  // namespace kapprox
