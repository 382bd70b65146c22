// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Methods of the plugin attention, run in one line.
#pragma once

#include "attention/plain_attention.hpp"
#include "plugins/shipped.hpp"

namespace kapprox {

AttentionOutput output_of(const AttentionMethod& method, const Head& head, const Mask& mask = {});
AttentionOutput output_of(const MethodSpec& spec, const Head& head, const Mask& mask = {});
Matrix weights_of(const MethodSpec& spec, const Head& head, const Mask& mask = {});

// Every method of the plugin, those with parameters in more than one config.
std::vector<MethodSpec> every_method();

// The largest |a − b|, NaN counting as infinite; shapes must agree.
double largest_difference(const Matrix& a, const Matrix& b);

}  // namespace kapprox
