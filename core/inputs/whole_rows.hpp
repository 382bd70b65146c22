// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What synthetic sources of whole problems share: the axes dim, n and replicate, and rows of an
// address.
#pragma once

#include "inputs/mask_cases.hpp"
#include "inputs/pair_cases.hpp"
#include "inputs/sources.hpp"

#include <functional>
#include <string>
#include <vector>

namespace kapprox {

// One problem to be made: its sizes, and the address of its draws.
struct WholeRequest {
  Index dim = 0;
  Index n = 0;
  std::int64_t replicate = 0;
  Stream address;
  std::vector<Mask> masks;
};

// Calls `make` for every dim × n × replicate of a table, in this order.
void for_each_whole(const Axes& axes, const Stream& stream, const std::string& source,
                    const std::function<void(const WholeRequest&)>& make);

// The keys dim, n, replicate, mask and window around the source's own.
std::vector<KeyHelp> with_whole_keys(std::vector<KeyHelp> own);

void add(Matrix& rows, const Matrix& others);  // of the same shape

// Name and value of a parameter, as coordinate and in the key of a case.
using NumberParameters = std::vector<std::pair<std::string, double>>;

// Cases per mask with these coordinates; the key of a case is that of the problem, the parameters,
// and n.
void add_whole_cases(InputProblem& problem, const WholeRequest& request, const std::string& source,
                     const NumberParameters& parameters);

}  // namespace kapprox
