// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Threads inside of one large computation. Within a worker of a study there is nothing to gain: the
// loop then runs on the thread that calls it.
#pragma once

#include <kapprox/types.hpp>

#include <functional>
#include <limits>

namespace kapprox {

// Calls body(i) once for every i in [0, count), on as many threads as OpenMP gives, in any order.
// What body writes must depend on i alone. Rethrows the first exception once all threads ended.
// `work` is the number of multiply-adds of all calls together, where it is known: small work stays
// on the calling thread, because threads would cost more than they save.
void for_each_index(Index count, const std::function<void(Index)>& body,
                    double work = std::numeric_limits<double>::infinity());

}  // namespace kapprox
