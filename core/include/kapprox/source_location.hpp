// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One name for std::source_location: clang 14 with libstdc++ 12 offers only the experimental form.
#pragma once

#if __has_include(<source_location>)
#include <source_location>
#endif

#if defined(__cpp_lib_source_location)
namespace kapprox {
using SourceLocation = std::source_location;
}
#else
#include <experimental/source_location>
namespace kapprox {
using SourceLocation = std::experimental::source_location;
}
#endif
