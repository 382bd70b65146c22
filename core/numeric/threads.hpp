// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// How many threads for_each_index may use.
#pragma once

namespace kapprox {

// 0 leaves it as it is: one per processor.
void use_threads(int threads);

}  // namespace kapprox
