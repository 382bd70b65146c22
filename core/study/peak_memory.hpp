// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// How much memory a computation holds at its peak.
#pragma once

#include <functional>

namespace kapprox {

// Bytes that stood in memory while `body` ran, at most, beyond those before it: NaN where the
// system does not tell. Of the whole process, so nothing else may run beside it.
double peak_bytes(const std::function<void()>& body);

}  // namespace kapprox
