// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// From arrays by name to heads.
#include "inputs/file_arrays.hpp"

#include "base/text.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kapprox {

namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, std::string_view what,
                         std::string_view must, std::string_view advice) {
  throw InputError(fmt::format("{}: {}, but must {}; {}", path.string(), what, must, advice));
}

// Gives every array the shape head × row × d.
Array with_head_axis(const std::filesystem::path& path, Array array, const std::string& name) {
  std::vector<std::int64_t>& shape = array.shape;
  if (shape.size() < 2)
    refuse(path,
           fmt::format("{} has {} {}", name, shape.size(), shape.size() == 1 ? "axis" : "axes"),
           "have 2 (row, dim), 3 (head, row, dim) or more", "reshape it");
  for (const std::int64_t length : shape)
    if (length == 0)
      refuse(path, fmt::format("{} is empty (shape {})", name, fmt::join(shape, " × ")),
             "have at least one row and one dimension", "check how it was written");
  std::int64_t heads = 1;
  for (std::size_t axis = 0; axis + 2 < shape.size(); ++axis) heads *= shape[axis];
  shape = {heads, shape[shape.size() - 2], shape.back()};
  return array;
}

// True where both agree in all axes but the last `free` ones.
bool share_axes(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b,
                std::ptrdiff_t free) {
  const auto shared = std::max<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(a.size()) - free, 0);
  return std::equal(a.begin(), a.begin() + shared, b.begin());
}

}  // namespace

FileArrays::FileArrays(const std::filesystem::path& path) : path_(path) {
  if (path.extension() == ".npy") {
    query_name_ = key_name_ = "the array";
    Array array = read_npy(path);
    query_shape_ = key_shape_ = array.shape;
    queries_ = with_head_axis(path_, std::move(array), query_name_);
    set_shapes();
    kv_head_of_.resize(static_cast<std::size_t>(heads_));
    std::iota(kv_head_of_.begin(), kv_head_of_.end(), Index{0});
  } else {
    read_hdf5();
  }
}

void FileArrays::read_hdf5() {
  const ArrayFile file(path_);
  const std::optional<std::string> layout = file.text_attribute("layout");
  if (!layout && file.has_attribute("layout"))
    refuse(path_, "its layout is no text", "be qkv/1, vectors/1 or not given",
           "convert it or remove the attribute");
  if (layout && *layout != "qkv/1" && *layout != "vectors/1")
    refuse(path_, fmt::format("its layout is \"{}\"", *layout), "be qkv/1, vectors/1 or not given",
           "convert it or remove the attribute");
  const bool has_q = file.has("q");
  const bool has_k = file.has("k");
  if (has_q != has_k)
    refuse(path_, fmt::format("has {} without {}", has_q ? "q" : "k", has_q ? "k" : "q"),
           "have both, or x for both at once", "add the missing dataset");
  if (!has_q && !file.has("x")) {
    const std::string found = fmt::format("{}", fmt::join(file.datasets(), ", "));
    if (file.has("logits"))
      refuse(path_, "holds logits only",
             "hold q and k (or x): of logits alone there are studies of kind series only",
             "write q and k into the file");
    refuse(path_, fmt::format("has the datasets {}", found.empty() ? "(none)" : found),
           "have q and k, or x", "rename them");
  }
  query_name_ = std::string(has_q ? "q" : "x");
  key_name_ = std::string(has_q ? "k" : "x");
  Array queries = file.read(query_name_);
  query_shape_ = key_shape_ = queries.shape;
  queries_ = with_head_axis(path_, std::move(queries), query_name_);
  if (has_q) {
    Array keys = file.read(key_name_);
    key_shape_ = keys.shape;
    keys_ = with_head_axis(path_, std::move(keys), key_name_);
  }
  read_attributes(file);
  set_shapes();
  assign_kv_heads(file);
  read_values(file);
  read_key_mask(file);
}

void FileArrays::read_attributes(const ArrayFile& file) {
  logit_scale_ = file.number_attribute("logit_scale");
  if (!logit_scale_ && file.has_attribute("logit_scale"))
    refuse(path_, "its logit_scale is no single number", "be above 0 and finite",
           "mend or remove the attribute");
  if (logit_scale_ && !(std::isfinite(*logit_scale_) && *logit_scale_ > 0.0))
    refuse(path_, fmt::format("its logit_scale is {}", shortest(*logit_scale_)),
           "be above 0 and finite", "mend or remove the attribute");
  const std::optional<double> causal = file.number_attribute("causal");
  if (file.has_attribute("causal") && causal != 0.0 && causal != 1.0)
    refuse(path_, "its causal is neither 0 nor 1", "be 0, 1 or not given",
           "mend or remove the attribute");
  causal_ = causal == 1.0;
}

void FileArrays::set_shapes() {
  const std::vector<std::int64_t>& keys = keys_.shape.empty() ? queries_.shape : keys_.shape;
  heads_ = static_cast<Index>(queries_.shape[0]);
  query_rows_ = static_cast<Index>(queries_.shape[1]);
  key_rows_ = static_cast<Index>(keys[1]);
  dim_ = static_cast<Index>(queries_.shape[2]);
  if (keys[2] != queries_.shape[2])
    refuse(path_,
           fmt::format("{} has {} dimensions and {} has {}", query_name_, queries_.shape[2],
                       key_name_, keys[2]),
           "have as many in both", "check how the arrays were written");
}

// As the file says in kv_head_of, else consecutive groups of query heads.
void FileArrays::assign_kv_heads(const ArrayFile& file) {
  const Index kv_heads = this->kv_heads();
  if (!file.has("kv_head_of")) {
    if (key_shape_.size() == query_shape_.size() && !share_axes(key_shape_, query_shape_, 3))
      refuse(path_,
             fmt::format("{} has the shape {} and {} has {}", key_name_,
                         fmt::join(key_shape_, " × "), query_name_, fmt::join(query_shape_, " × ")),
             "have the same axes before that of the heads, or a dataset kv_head_of",
             "check the order of the axes");
    const std::size_t query_axes = query_shape_.size();
    const std::size_t key_axes = key_shape_.size();
    if (heads_ % kv_heads != 0 && query_axes != key_axes)
      refuse(
          path_,
          fmt::format("{} has {} axes ({}) and {} has {} ({})", query_name_, query_axes,
                      fmt::join(query_shape_, " × "), key_name_, key_axes,
                      fmt::join(key_shape_, " × ")),
          "have as many, and a multiple of the key heads",
          fmt::format("give {} an axis of heads", query_axes < key_axes ? query_name_ : key_name_));
    if (heads_ % kv_heads != 0)
      refuse(path_, fmt::format("has {} query heads on {} key heads", heads_, kv_heads),
             "have a multiple of the key heads, or a dataset kv_head_of", "add kv_head_of");
    for (Index head = 0; head < heads_; ++head) kv_head_of_.push_back(head / (heads_ / kv_heads));
    return;
  }
  const Array given = file.read("kv_head_of");
  if (given.shape != std::vector<std::int64_t>{static_cast<std::int64_t>(heads_)})
    refuse(path_, fmt::format("kv_head_of has shape ({})", fmt::join(given.shape, ", ")),
           fmt::format("have one entry for each of {} query heads", heads_), "mend it");
  for (const double value : given.values) {
    if (!(value >= 0.0 && value < static_cast<double>(kv_heads)) || value != std::floor(value))
      refuse(path_, fmt::format("kv_head_of holds {}", shortest(value)),
             fmt::format("hold positions of key heads, 0 to {}", kv_heads - 1), "mend it");
    kv_head_of_.push_back(static_cast<Index>(value));
  }
}

// As many heads and rows as the keys have.
void FileArrays::read_values(const ArrayFile& file) {
  if (!file.has("v")) return;
  Array values = file.read("v");
  const std::vector<std::int64_t> shape = values.shape;
  values_ = with_head_axis(path_, std::move(values), "v");
  value_dim_ = static_cast<Index>(values_.shape[2]);
  const Index heads = static_cast<Index>(values_.shape[0]);
  const Index rows = static_cast<Index>(values_.shape[1]);
  if (heads != kv_heads() || rows != key_rows_)
    refuse(path_,
           fmt::format("v has {} heads of {} rows and {} has {} of {}", heads, rows, key_name_,
                       kv_heads(), key_rows_),
           "have as many in both", "check how the arrays were written");
  if (shape.size() == key_shape_.size() && !share_axes(shape, key_shape_, 1))
    refuse(path_,
           fmt::format("v has the shape {} and {} has {}", fmt::join(shape, " × "), key_name_,
                       fmt::join(key_shape_, " × ")),
           "have the same axes before the last in both", "check the order of the axes");
}

void FileArrays::read_key_mask(const ArrayFile& file) {
  if (!file.has("key_mask")) return;
  const Array given = file.read("key_mask");
  const Index count = static_cast<Index>(given.values.size());
  const bool last_axis_is_keys = !given.shape.empty() && given.shape.back() == key_rows_;
  const bool has_heads = given.shape.size() + 1 == key_shape_.size();
  if (!last_axis_is_keys || (count != key_rows_ && count != kv_heads() * key_rows_) ||
      (has_heads && count != key_rows_ &&
       !std::equal(given.shape.begin(), given.shape.end(), key_shape_.begin())))
    refuse(
        path_, fmt::format("key_mask has shape ({})", fmt::join(given.shape, ", ")),
        fmt::format("be ({}), or with the axes of the heads of {} before it", key_rows_, key_name_),
        "mend it");
  for (const double byte : given.values) {
    if (byte != 0.0 && byte != 1.0)
      refuse(path_, fmt::format("key_mask holds {}", shortest(byte)),
             "hold 1 for keys that may be seen and 0 for others", "mend it");
    key_mask_.push_back(byte == 1.0 ? 1 : 0);
  }
}

std::string_view FileArrays::way_to_values() const {
  return path_.extension() == ".npy"
             ? "write q, k and v into an HDF5 file, as a .npy holds one array"
             : "add the dataset v, with as many rows as k";
}

double FileArrays::logit_scale_or_default() const {
  return logit_scale_.value_or(1.0 / std::sqrt(static_cast<double>(dim_)));
}

Index FileArrays::kv_heads() const {
  return static_cast<Index>(keys_.shape.empty() ? queries_.shape[0] : keys_.shape[0]);
}

Index FileArrays::kv_head(Index head) const { return kv_head_of_[static_cast<std::size_t>(head)]; }

std::vector<std::uint8_t> FileArrays::key_mask(Index head) const {
  if (static_cast<Index>(key_mask_.size()) <= key_rows_) return key_mask_;
  const auto first = key_mask_.begin() + kv_head(head) * key_rows_;
  return {first, first + key_rows_};
}

Matrix FileArrays::queries(Index head) const { return rows_of(queries_, query_name_, head, {}); }

Matrix FileArrays::keys(Index head, const std::vector<std::uint8_t>& seen) const {
  return rows_of(keys_.shape.empty() ? queries_ : keys_, key_name_, kv_head(head), seen);
}

Matrix FileArrays::values(Index head, const std::vector<std::uint8_t>& seen) const {
  return rows_of(values_, "v", kv_head(head), seen);
}

Matrix FileArrays::rows_of(const Array& array, const std::string& name, Index head,
                           const std::vector<std::uint8_t>& seen) const {
  Matrix rows(static_cast<Index>(array.shape[1]), static_cast<Index>(array.shape[2]));
  const double* values = array.values.data() + head * rows.rows() * rows.cols();
  for (Index i = 0; i < rows.rows(); ++i) {
    if (!seen.empty() && seen[static_cast<std::size_t>(i)] == 0) continue;
    for (Index j = 0; j < rows.cols(); ++j) {
      const double value = values[i * rows.cols() + j];
      if (!std::isfinite(value))
        refuse(path_, fmt::format("{}, head {}, row {} holds {}", name, head, i, shortest(value)),
               "hold finite numbers only", "mend the file or choose other heads");
      rows(i, j) = value;
    }
  }
  return rows;
}

}  // namespace kapprox
