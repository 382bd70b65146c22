// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Text on its way into a file: a single byte that is not UTF-8 would make a notebook fail on the
// whole variable, and an embedded NUL would cut the text in silence.
#pragma once

#include <string>
#include <string_view>

namespace kapprox {

// `text` with every NUL and every byte that is not part of valid UTF-8 (RFC 3629) replaced by
// U+FFFD; valid text comes back unchanged.
std::string valid_utf8(std::string_view text);

}  // namespace kapprox
