// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Chi-squared draws with a fixed budget of random numbers each, so that draw i depends on its
// address alone.
#pragma once

#include <kapprox/stream.hpp>

#include <span>

namespace kapprox {

// out[i] += a χ² number of `degrees` ≥ 0 degrees of freedom, independent over i: −2 log of a
// product of degrees/2 uniforms, and one squared normal where the degrees are odd. out[i] is the
// same for every length of `out`.
void add_chi_squared(const Stream& stream, Index degrees, std::span<double> out);

}  // namespace kapprox
