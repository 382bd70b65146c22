// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Calls a function that nothing defines.
#include <kapprox/plugin.hpp>

namespace kapprox {

double half_of_everything(const Matrix& everything);

KAPPROX_PLUGIN("missing_symbol", "1.0", registry) {
  if (half_of_everything(Matrix(1, 1)) > 0.0) registry.all();
}

}  // namespace kapprox
