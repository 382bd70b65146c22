// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Parameters in words: what a declaration allows, what its default is, what somebody gave. Messages
// of build.cpp and the table of `kapprox info` use the same words.
#pragma once

#include "methods/build.hpp"

#include <kapprox/parameters.hpp>

#include <optional>
#include <string>

namespace kapprox {

// "a kernel method", "an attention method".
std::string a_method_of(Kind kind);

// "a whole number of at least 1", "a number from 0 to 1", "true or false", "symmetric or full",
// "a directions method".
std::string allowed_text(const Declaration& declaration);

// "64", "0.5", "true", "orthogonal"; empty where the study must give the value.
std::string default_text(const Declaration& declaration);

// "[0.5, 0.25]".
std::string list_text(const std::vector<double>& numbers);

// 2.5, true, the text "many", the method table "trig", a list of 3 values.
std::string given_text(const GivenValue& value);

// The default as a given value, empty where there is none.
std::optional<GivenValue> default_value(const Declaration& declaration);

// True of a nested method that may be left out, its default being the word none; and of a value
// that leaves it out.
bool may_be_none(const Declaration& declaration);
bool is_left_out(const Declaration& declaration, const GivenValue& given);

}  // namespace kapprox
