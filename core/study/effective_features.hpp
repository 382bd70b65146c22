// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// How many features carry an estimate. With c_f = φ_f(q) ϕ_f(k) the estimate is Σc, and
// (Σc)² / Σc² is D when all c are equal and 1 when one of them decides: then the estimate is the
// luck of one direction, however many were drawn.
#pragma once

#include "study/canonical.hpp"
#include "study/coordinates.hpp"

#include <kapprox/kernel_method.hpp>

#include <vector>

namespace kapprox {

// (Σc)² / Σc² of one draw at every given case; empty where the method has no features.
std::vector<double> effective_features(const PreparedKernel& prepared, const Stream& stream,
                                       const Coordinates& coordinates,
                                       const std::vector<Pair>& pairs);

}  // namespace kapprox
