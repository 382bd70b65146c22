// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Groups as the bytes of an HDF5 file: the shape that xarray opens without options, equal bytes for
// equal groups. See docs/results.md for the rules the shape follows.
#pragma once

#include "io/dataset.hpp"

#include <cstddef>
#include <vector>

namespace kapprox {

// Throws Error when the groups are not well formed (a fault of the caller, not of the user):
// see check_groups.
std::vector<std::byte> dataset_image(const std::vector<Group>& groups);

// Throws Error unless names are unique words of letters, digits and underscores, every variable has
// as many values as its dimensions say, a variable named like a dimension lies along it alone, and
// every variable has units and long_name.
void check_groups(const std::vector<Group>& groups);

// Number of values of a variable's data.
std::int64_t data_size(const VariableData& data);

}  // namespace kapprox
