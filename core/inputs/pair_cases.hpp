// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What the sources of rows share: the geometry of a pair as coordinates of a case, and rows of
// normal numbers with a fixed address.
#pragma once

#include "inputs/axes.hpp"
#include "inputs/inputs.hpp"

#include <kapprox/stream.hpp>

#include <span>
#include <string_view>

namespace kapprox {

// A study lists every pair of a head or a random problem only up to this many.
inline constexpr std::int64_t most_pairs_unasked = 100'000;

// And not more than this, asked or not: a point takes some kilobytes.
inline constexpr std::int64_t most_pairs = 1'000'000;

struct PairGeometry {
  double query_norm = 0.0;
  double key_norm = 0.0;
  double angle = 0.0;  // radians, 0 to π; NaN where a norm is 0
};

// Of two vectors of d entries. The angle is 2 atan2(‖u − v‖, ‖u + v‖) of the unit vectors, accurate
// near 0 and π where the arc cosine is not (Kahan, "How futile are mindless assessments of
// roundoff", 2006, section 12).
PairGeometry geometry_of(std::span<const double> query, std::span<const double> key);

// Appends query_norm, key_norm and angle.
void add_geometry(const PairGeometry& geometry, Case& made);

// rows × cols standard normals at stream's child `side`; row i does not depend on how many rows
// there are.
Matrix normal_rows(const Stream& stream, std::string_view side, Index rows, Index cols);

// Throws InputError, about `key`, when a rows × cols matrix is beyond what a study can hold.
void check_volume(const Axes& axes, const std::string& key, std::int64_t rows, std::int64_t cols);

}  // namespace kapprox
