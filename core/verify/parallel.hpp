// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Many threads that do one thing at once.
#pragma once

#include <kapprox/types.hpp>

#include <functional>

namespace kapprox {

inline constexpr int parallel_rounds = 8;

// Runs `body` for every round in that many threads, which wait for each other before they begin;
// counts how often it was false. Throws what a thread threw.
Index count_false(int threads, const std::function<bool(int round)>& body);

}  // namespace kapprox
