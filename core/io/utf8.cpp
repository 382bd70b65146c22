// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// UTF-8 as RFC 3629 section 4 defines it: no overlong forms, no surrogates, nothing above U+10FFFF.
#include "io/utf8.hpp"

#include <cstddef>

namespace kapprox {

namespace {

bool between(unsigned char byte, unsigned low, unsigned high) {
  return byte >= low && byte <= high;
}

// Bytes in the valid sequence that starts at text[at], or 0.
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t offset) {
    return at + offset < text.size() ? static_cast<unsigned char>(text[at + offset])
                                     : static_cast<unsigned char>(0);
  };
  const unsigned char first = byte(0);
  if (between(first, 0x01, 0x7F)) return 1;
  if (between(first, 0xC2, 0xDF)) return between(byte(1), 0x80, 0xBF) ? 2 : 0;
  if (between(first, 0xE0, 0xEF)) {
    const unsigned low = first == 0xE0 ? 0xA0 : 0x80;
    const unsigned high = first == 0xED ? 0x9F : 0xBF;
    return between(byte(1), low, high) && between(byte(2), 0x80, 0xBF) ? 3 : 0;
  }
  if (between(first, 0xF0, 0xF4)) {
    const unsigned low = first == 0xF0 ? 0x90 : 0x80;
    const unsigned high = first == 0xF4 ? 0x8F : 0xBF;
    return between(byte(1), low, high) && between(byte(2), 0x80, 0xBF) &&
                   between(byte(3), 0x80, 0xBF)
               ? 4
               : 0;
  }
  return 0;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_length(text, at);
    if (length == 0) {
      out += "\xEF\xBF\xBD";
      ++at;
    } else {
      out += text.substr(at, length);
      at += length;
    }
  }
  return out;
}

}  // namespace kapprox
