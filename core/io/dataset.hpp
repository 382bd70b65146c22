// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A results file as plain data: groups of variables over named dimensions, with attributes. The
// HDF5 shape that xarray opens without options is made in write_file; nothing else in kapprox
// writes HDF5.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kapprox {

using AttributeValue = std::variant<std::string, std::int64_t, double>;
using Attributes = std::vector<std::pair<std::string, AttributeValue>>;
using VariableData =
    std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::string>>;

struct Variable {
  std::string name;
  std::vector<std::string> dimensions;  // of its group; empty: a scalar
  VariableData data;                    // row-major
  Attributes attributes;                // units and long_name at least
};

// One dataset of the file: "" is the root.
struct Group {
  std::string name;
  std::vector<std::pair<std::string, std::int64_t>> dimensions;  // name and length, in order
  std::vector<Variable> variables;
  Attributes attributes;

  const Variable* find(const std::string& variable) const;  // null when absent
  std::optional<std::string> text_attribute(const std::string& attribute) const;
};

// Replaces `path` at once: writes a temporary file beside it, syncs, renames. Dimensions without a
// variable of their name get 0 … n−1. Throws IoError; `path` then keeps its old content.
void write_file(const std::filesystem::path& path, const std::vector<Group>& groups);

// Every group of a file written by write_file. Throws IoError when it cannot be opened, InputError
// when it is not such a file.
std::map<std::string, Group> read_file(const std::filesystem::path& path);

// One group of such a file; the others are not read. Throws as read_file does, and InputError when
// the group is absent.
Group read_group(const std::filesystem::path& path, const std::string& name);

// Version compiled against and version running: "1.10.8".
std::string hdf5_header_version();
std::string hdf5_library_version();

// Throws InputError naming both when they differ. The program calls it first: any other call of a
// mismatched HDF5 ends the process.
void check_hdf5_version();
void check_hdf5_version(const std::string& header, const std::string& library);

// Exclusive lock on "<path>.lock", held while the object lives; throws IoError when another process
// holds it. Readers never need it. The side file is removed on release.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  std::filesystem::path side_file_;
  int descriptor_ = -1;
};

}  // namespace kapprox
