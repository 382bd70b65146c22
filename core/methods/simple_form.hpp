// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Forms {a, …} and {a, −a, …} with real a²: their s = a x + y / a is real or i times a real vector,
// so that one number, s·s, says all that a law of directions needs.
#pragma once

#include <kapprox/directions.hpp>
#include <kapprox/exponential_form.hpp>

#include <optional>

namespace kapprox {

// Empty where the form is not simple: other members, a² not real, or a and −a of unequal weight.
std::optional<DirectionTerm> simple_term(const FormAtPair& estimator);

// Cosine of the angle between the real vectors of two simple forms; 0 where one of them is zero.
double simple_cosine(const FormAtPair& a, const FormAtPair& b);

}  // namespace kapprox
