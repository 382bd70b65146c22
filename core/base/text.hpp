// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Text helpers shared by messages, keys and tables.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kapprox {

// The shortest text that reads back as the same double: "0.5", "1e-12", "nan".
std::string shortest(double value);

// The nearest candidate by edit distance (at most a third of the length), or empty: for
// "did you mean …" in messages.
std::string nearest(std::string_view given, std::span<const std::string> candidates);

// Whether a text is a word of lower-case letters, digits and underscores that begins with a letter.
bool is_lower_word(std::string_view text);

// Whether a text holds a control character (below the space, or delete): it would tear a message or
// a table, and a zero byte would cut a text in a results file.
bool has_control(std::string_view text);

// "a, b or c".
std::string list_of(std::span<const std::string> words);

}  // namespace kapprox
