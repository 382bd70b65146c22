// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Threads inside of one large computation. Within a worker of a study there is nothing to gain: the
// loop then runs on the thread that calls it.
#pragma once

#include <kapprox/types.hpp>

#include <functional>

namespace kapprox {

// Calls body(i) once for every i in [0, count), on as many threads as OpenMP gives, in any order.
// What body writes must depend on i alone. Rethrows the first exception once all threads ended.
void for_each_index(Index count, const std::function<void(Index)>& body);

}  // namespace kapprox
