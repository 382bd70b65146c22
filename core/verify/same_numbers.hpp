// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Bit by bit: 0 and −0 differ, a NaN equals itself.
#pragma once

#include <kapprox/log_number.hpp>

#include <cstring>
#include <span>

namespace kapprox {

inline bool same_numbers(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

inline bool same_numbers(std::span<const LogNumber> a, std::span<const LogNumber> b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

}  // namespace kapprox
