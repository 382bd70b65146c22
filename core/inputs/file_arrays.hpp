// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Queries and keys of a user's file, head by head, as they stand in it: unscaled and uncentred. It
// knows the layouts (docs: data/README.md) and how query heads share key heads.
#pragma once

#include "io/arrays.hpp"

#include <kapprox/matrix.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kapprox {

class FileArrays {
 public:
  // Reads `path`: .npy by its ending, everything else as HDF5. Throws InputError when it holds no
  // queries and keys, or their shapes disagree.
  explicit FileArrays(const std::filesystem::path& path);

  Index heads() const { return heads_; }  // query heads
  Index kv_head(Index head) const;        // the key head that a query head reads
  Index dim() const { return dim_; }      // d
  Index query_rows() const { return query_rows_; }
  Index key_rows() const { return key_rows_; }
  // The file's own logit scale, where it says one.
  std::optional<double> logit_scale() const { return logit_scale_; }

  // n_q × d and n_k × d. Throw InputError "path: q: head 2, row 17 …" at a value that is not
  // finite.
  Matrix queries(Index head) const;
  Matrix keys(Index head) const;

 private:
  void read_hdf5();
  void set_shapes();
  void assign_kv_heads(const ArrayFile& file);
  Matrix rows_of(const Array& array, const std::string& name, Index head) const;

  std::filesystem::path path_;
  Array queries_;  // head × row × d
  Array keys_;     // kv head × row × d; empty shape: the queries are the keys
  std::string query_name_;
  std::string key_name_;
  std::optional<double> logit_scale_;
  std::vector<Index> kv_head_of_;
  Index heads_ = 0;
  Index dim_ = 0;
  Index query_rows_ = 0;
  Index key_rows_ = 0;
};

}  // namespace kapprox
