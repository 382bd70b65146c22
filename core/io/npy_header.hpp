// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The header of a .npy file: only the three keys that the format has, nothing of Python beyond.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace kapprox {

struct NpyHeader {
  std::string descr;  // "<f8"
  bool fortran_order = false;
  std::vector<std::int64_t> shape;  // each length ≥ 0, at most 4 of them
  std::size_t size = 0;             // bytes before the values
};

// What is wrong with the header, as the middle of a sentence: "has no magic word".
class NpyFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// `content` is the file or at least its header. Throws NpyFailure.
NpyHeader parse_npy_header(std::string_view content);

}  // namespace kapprox
