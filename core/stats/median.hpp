// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The median of a handful of numbers, for summaries.
#pragma once

#include <vector>

namespace kapprox {

// NaNs are passed over; an even count averages the two in the middle; NaN when nothing is left.
// Infinities are numbers. Takes its argument by value, because it is reordered.
double median(std::vector<double> values);

}  // namespace kapprox
