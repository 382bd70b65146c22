// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The inverse of the standard normal distribution function.
#pragma once

namespace kapprox {

// z with Φ(z) = p, 0 < p < 1; relative accuracy about 1e-16. Odd about p = ½ as far as 1 − p is
// exact.
double normal_quantile(double p);

}  // namespace kapprox
