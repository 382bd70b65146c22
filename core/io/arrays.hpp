// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Arrays from users' files, by name: HDF5 (any numeric type, read as double) and NumPy .npy.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kapprox {

struct Array {
  std::vector<std::int64_t> shape;
  std::vector<double> values;  // row-major
};

// An HDF5 file opened read only.
class ArrayFile {
 public:
  explicit ArrayFile(const std::filesystem::path& path);  // throws InputError with the reason
  ~ArrayFile();
  ArrayFile(const ArrayFile&) = delete;
  ArrayFile& operator=(const ArrayFile&) = delete;

  bool has(const std::string& dataset) const;
  Array read(const std::string& dataset) const;  // throws InputError when absent or not numeric
  bool has_attribute(const std::string& name) const;                         // of the root
  std::optional<double> number_attribute(const std::string& name) const;     // of the root
  std::optional<std::string> text_attribute(const std::string& name) const;  // of the root
  std::vector<std::string> datasets() const;                                 // at the root, sorted

 private:
  std::filesystem::path path_;
  std::int64_t file_ = -1;
};

// One .npy file (versions 1 and 2, C order, real numeric types). Throws InputError with the reason.
Array read_npy(const std::filesystem::path& path);

}  // namespace kapprox
