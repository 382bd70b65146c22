// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Philox4x32-10 over arrays of counters (Salmon et al., SC 2011), vectorised; word for word equal
// to the Random123 library.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace kapprox {

using PhiloxBlock = std::array<std::uint32_t, 4>;

// blocks[i] = Philox4x32-10 of counter {column[i], row[i], trial low, trial high} under `key`.
void philox_blocks(std::uint64_t key, std::uint64_t trial, std::span<const std::uint32_t> columns,
                   std::span<const std::uint32_t> rows, std::span<PhiloxBlock> blocks);

}  // namespace kapprox
