// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The mean of an exponential, or of a cosine, over a sphere.
#pragma once

#include <kapprox/log_number.hpp>

namespace kapprox {

// 0F1(; c; x), c = d/2 ≥ ½: the mean of exp(u·v) over unit vectors u in d dimensions where
// x = ‖v‖²/4 ≥ 0, and of cos(u·v) where x = −‖v‖²/4. Any size; relative accuracy 1e-11 (absolute
// beside the zeros of the cosine's).
LogNumber sphere_mean(double x, double c);

}  // namespace kapprox
