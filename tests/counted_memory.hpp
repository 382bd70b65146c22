// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Bytes that live at once: a program linked with counted_memory counts every allocation.
#pragma once

#include <cstddef>

namespace kapprox {

std::ptrdiff_t live_bytes();
// From here on the peak is that of what lives now and later.
void forget_peak();
std::ptrdiff_t peak_bytes();

// The largest number of bytes that lived at once during `call`, beyond those before it.
template <class Call>
double peak_bytes_of(const Call& call) {
  const std::ptrdiff_t before = live_bytes();
  forget_peak();
  call();
  return static_cast<double>(peak_bytes() - before);
}

}  // namespace kapprox
