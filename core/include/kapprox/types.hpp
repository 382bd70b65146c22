// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The two words every other header uses: an index that may count anything, and the side of the
// kernel a vector stands on.
#pragma once

#include <cstddef>

namespace kapprox {

using Index = std::ptrdiff_t;

// exp(q·k) has a query side and a key side; feature maps may treat them differently.
enum class Side { query, key };

}  // namespace kapprox
