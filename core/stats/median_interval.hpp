// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The median of few numbers with an interval from their order alone.
#pragma once

#include <cstddef>
#include <vector>

namespace kapprox {

struct MedianInterval {
  double low;
  double median;  // the lower of the two in the middle of an even count
  double high;
};

// Each end of the interval is one of the numbers: for independent draws of any law it holds the
// law's median with probability at least 95 %, where there are 6 or more; fewer give the smallest
// and the largest. Infinities are numbers. NaNs are passed over; all NaN when nothing is left.
MedianInterval median_interval(std::vector<double> values);

// How many numbers lie outside of the interval on each side.
std::size_t ranks_outside(std::size_t count);

}  // namespace kapprox
