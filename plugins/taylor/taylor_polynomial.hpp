// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The Taylor polynomial of exp, T_n(t) = Σ_{j≤n} t^j / j!, accurate for every real t.
#pragma once

#include <kapprox/log_number.hpp>
#include <kapprox/types.hpp>

#include <vector>

namespace kapprox {

// T_n(t) for n = log_factorial.size() − 2: the table of log_factorials must reach n + 1. Relative
// error a few eps·n except next to the one zero that odd n has; even n never gives a negative
// number.
LogNumber taylor_polynomial(double t, const std::vector<double>& log_factorial);

}  // namespace kapprox
