// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Small input files: q and k whose entries tell where they come from.
#pragma once

#include "inputs/specs.hpp"
#include "io/dataset.hpp"
#include "io/scratch_folder.hpp"

#include <string>
#include <vector>

namespace kapprox {

struct SmallFile {
  std::int64_t heads = 2;
  std::int64_t kv_heads = 2;
  std::int64_t rows = 3;
  std::int64_t key_rows = 4;
  std::int64_t dim = 2;
  std::vector<std::int64_t> kv_head_of = {};  // empty: not in the file
  Attributes attributes = {};
};

// Entry of query head h, row i, column j; keys the same, negative.
inline double entry(std::int64_t head, std::int64_t row, std::int64_t column) {
  return static_cast<double>(1000 * head + 10 * row + column + 1);
}

inline std::vector<double> entries(std::int64_t heads, std::int64_t rows, std::int64_t dim,
                                   double factor) {
  std::vector<double> values;
  for (std::int64_t h = 0; h < heads; ++h)
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < dim; ++j) values.push_back(factor * entry(h, i, j));
  return values;
}

inline Group group_of(const SmallFile& file) {
  const Attributes described = {{"units", std::string("1")}, {"long_name", std::string("vectors")}};
  Group group;
  group.attributes = file.attributes;
  group.dimensions = {{"head", file.heads},
                      {"kv_head", file.kv_heads},
                      {"query", file.rows},
                      {"key", file.key_rows},
                      {"dim", file.dim}};
  group.variables = {
      {"q", {"head", "query", "dim"}, entries(file.heads, file.rows, file.dim, 1.0), described},
      {"k",
       {"kv_head", "key", "dim"},
       entries(file.kv_heads, file.key_rows, file.dim, -1.0),
       described}};
  if (!file.kv_head_of.empty())
    group.variables.push_back({"kv_head_of", {"head"}, file.kv_head_of, described});
  return group;
}

// A .npy file of float64 numbers, rows × columns, in rows; at most nine of each.
inline std::string npy(std::int64_t rows, std::int64_t columns, const std::vector<double>& values) {
  std::string bytes("\x93NUMPY\x01\x00\x40\x00", 10);
  bytes += "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
           std::to_string(columns) + "), }    \n";
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  return bytes;
}

// A folder with the one file a.h5, and the problems of a table that names it.
class FileFixture {
 public:
  void write(const SmallFile& file) const { write_file(folder_ / "a.h5", {group_of(file)}); }
  void write(const Group& group) const { write_file(folder_ / "a.h5", {group}); }

  InputSpec spec(AxesGiven axes = {}) const {
    if (axes.count("path") == 0) axes["path"] = {std::string("a.h5")};
    InputSpec made = spec_of("file", std::move(axes));
    made.folder = folder_.path();
    return made;
  }
  std::vector<InputProblem> problems(AxesGiven axes = {}, std::uint64_t seed = 1) const {
    return make_problems(spec(std::move(axes)), seed);
  }
  const ScratchFolder& folder() const { return folder_; }

 private:
  ScratchFolder folder_;
};

}  // namespace kapprox
