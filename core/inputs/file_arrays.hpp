// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Queries, keys and values of a user's file, head by head, as they stand in it: unscaled and
// uncentred. It knows the layouts (docs: data/README.md) and how query heads share key heads. All
// axes but the last two count heads: (batch, head, row, dim) is batch · head heads.
#pragma once

#include "io/arrays.hpp"

#include <kapprox/matrix.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
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
  bool has_values() const { return !values_.shape.empty(); }
  std::string_view way_to_values() const;         // what to do where there are none
  Index value_dim() const { return value_dim_; }  // d_v; 0 without values
  // The file's own logit scale, where it says one.
  std::optional<double> logit_scale() const { return logit_scale_; }
  // That, else 1/√d.
  double logit_scale_or_default() const;
  // True where the file's attribute `causal` is 1.
  bool is_causal() const { return causal_; }
  // Of the queries, as in the file: (row, dim), (head, row, dim), …
  const std::vector<std::int64_t>& query_shape() const { return query_shape_; }

  // Which keys may be seen, n_k bytes; empty where the file has no key_mask.
  std::vector<std::uint8_t> key_mask(Index head) const;

  // n_q × d, n_k × d and n_k × d_v. Throw InputError "path: q: head 2, row 17 …" at a value that is
  // not finite. Rows whose byte of `seen` is 0 are not looked at, and zeros.
  Matrix queries(Index head) const;
  Matrix keys(Index head, const std::vector<std::uint8_t>& seen = {}) const;
  Matrix values(Index head, const std::vector<std::uint8_t>& seen = {}) const;

 private:
  void read_hdf5();
  void read_attributes(const ArrayFile& file);
  void set_shapes();
  void read_values(const ArrayFile& file);
  void read_key_mask(const ArrayFile& file);
  void assign_kv_heads(const ArrayFile& file);
  Index kv_heads() const;
  Matrix rows_of(const Array& array, const std::string& name, Index head,
                 const std::vector<std::uint8_t>& seen) const;

  std::filesystem::path path_;
  Array queries_;  // head × row × d
  Array keys_;     // kv head × row × d; empty shape: the queries are the keys
  Array values_;   // kv head × row × d_v; empty shape: none
  std::vector<std::uint8_t> key_mask_;  // row, or kv head × row; empty: none
  std::vector<std::int64_t> query_shape_;
  std::vector<std::int64_t> key_shape_;  // as in the file, like query_shape_
  std::string query_name_;
  std::string key_name_;
  std::optional<double> logit_scale_;
  bool causal_ = false;
  std::vector<Index> kv_head_of_;
  Index heads_ = 0;
  Index dim_ = 0;
  Index query_rows_ = 0;
  Index key_rows_ = 0;
  Index value_dim_ = 0;
};

}  // namespace kapprox
