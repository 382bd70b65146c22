// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The writer. Object times are off and creation order is tracked, so that equal groups give equal
// bytes and variables come in the order given; library bounds V110 put a checksum on all metadata.
#include "io/dataset_image.hpp"
#include "io/hdf5_handles.hpp"
#include "io/memory_file.hpp"
#include "io/utf8.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>
#include <hdf5_hl.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace kapprox {

namespace {

// Larger arrays are cut along their longest axis, far below HDF5's limit of 4 GiB a chunk.
constexpr hsize_t largest_chunk_values = hsize_t{1} << 22;
// Below this many values a compressed chunk saves less than its filter costs.
constexpr hsize_t compressed_from_values = 512;
constexpr unsigned deflate_level = 1;  // random mantissas do not shrink further

Handle attribute_creation() {
  Handle list = own(H5Pcreate(H5P_ATTRIBUTE_CREATE), H5Pclose, "attribute properties");
  check(H5Pset_char_encoding(list.id(), H5T_CSET_UTF8), "attribute properties");
  return list;
}

void write_attribute(hid_t object, const std::string& name, const AttributeValue& value) {
  const Handle space = own(H5Screate(H5S_SCALAR), H5Sclose, name);
  const auto create = [&](hid_t type) {
    return own(
        H5Acreate2(object, name.c_str(), type, space.id(), attribute_creation().id(), H5P_DEFAULT),
        H5Aclose, name);
  };
  if (const auto* text = std::get_if<std::string>(&value)) {
    const Handle type = text_type();
    const std::string valid = valid_utf8(*text);
    const char* pointer = valid.c_str();
    check(H5Awrite(create(type.id()).id(), type.id(), static_cast<const void*>(&pointer)), name);
  } else if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    check(H5Awrite(create(H5T_STD_I64LE).id(), H5T_NATIVE_INT64, integer), name);
  } else {
    check(H5Awrite(create(H5T_IEEE_F64LE).id(), H5T_NATIVE_DOUBLE, &std::get<double>(value)), name);
  }
}

std::vector<hsize_t> shape_of(const Group& group, const Variable& variable) {
  std::vector<hsize_t> shape;
  for (const std::string& dimension : variable.dimensions)
    for (const auto& [name, length] : group.dimensions)
      if (name == dimension) shape.push_back(static_cast<hsize_t>(length));
  return shape;
}

hsize_t volume(const std::vector<hsize_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), hsize_t{1}, std::multiplies<>());
}

// One chunk with checksum for numbers along dimensions; scalars, empty arrays and text lie
// contiguous, where HDF5 takes no filters.
Handle dataset_creation(const std::vector<hsize_t>& shape, bool is_text, bool is_real) {
  Handle list = own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "dataset properties");
  check(H5Pset_obj_track_times(list.id(), false), "dataset properties");
  check(H5Pset_attr_creation_order(list.id(), creation_order), "dataset properties");
  if (is_real) {
    const double missing = std::numeric_limits<double>::quiet_NaN();
    check(H5Pset_fill_value(list.id(), H5T_NATIVE_DOUBLE, &missing), "fill value");
  }
  if (is_text || shape.empty() || volume(shape) == 0) return list;
  std::vector<hsize_t> chunk = shape;
  while (volume(chunk) > largest_chunk_values) {
    hsize_t& longest = *std::max_element(chunk.begin(), chunk.end());
    longest = (longest + 1) / 2;
  }
  check(H5Pset_chunk(list.id(), static_cast<int>(chunk.size()), chunk.data()), "chunk");
  if (volume(shape) >= compressed_from_values) {
    check(H5Pset_shuffle(list.id()), "shuffle");
    check(H5Pset_deflate(list.id(), deflate_level), "deflate");
  }
  check(H5Pset_fletcher32(list.id()), "checksum");
  return list;
}

void write_values(hid_t dataset, const VariableData& data, const std::string& name) {
  if (data_size(data) == 0) return;
  if (const auto* texts = std::get_if<std::vector<std::string>>(&data)) {
    std::vector<std::string> valid;
    valid.reserve(texts->size());
    for (const std::string& text : *texts) valid.push_back(valid_utf8(text));
    std::vector<const char*> pointers;
    pointers.reserve(valid.size());
    for (const std::string& text : valid) pointers.push_back(text.c_str());
    check(H5Dwrite(dataset, text_type().id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()),
          name);
  } else if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&data)) {
    check(H5Dwrite(dataset, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, integers->data()),
          name);
  } else {
    check(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                   std::get<std::vector<double>>(data).data()),
          name);
  }
}

Handle write_dataset(hid_t group, const std::vector<hsize_t>& shape, const Variable& variable) {
  const bool is_text = std::holds_alternative<std::vector<std::string>>(variable.data);
  const bool is_real = std::holds_alternative<std::vector<double>>(variable.data);
  const Handle text = text_type();
  const hid_t type = is_text ? text.id() : is_real ? H5T_IEEE_F64LE : H5T_STD_I64LE;
  const Handle space =
      shape.empty() ? own(H5Screate(H5S_SCALAR), H5Sclose, variable.name)
                    : own(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
                          H5Sclose, variable.name);
  Handle dataset = own(H5Dcreate2(group, variable.name.c_str(), type, space.id(), H5P_DEFAULT,
                                  dataset_creation(shape, is_text, is_real).id(), H5P_DEFAULT),
                       H5Dclose, variable.name);
  write_values(dataset.id(), variable.data, variable.name);
  return dataset;
}

Variable index_variable(const std::string& name, std::int64_t length) {
  std::vector<std::int64_t> values(static_cast<std::size_t>(length));
  std::iota(values.begin(), values.end(), 0);
  return {name, {name}, std::move(values), {{"units", "1"}, {"long_name", "index of " + name}}};
}

// Scales first, in the order of the dimensions; then every other variable, attached axis by axis.
void write_group(hid_t group, const Group& content) {
  for (const auto& [name, value] : content.attributes) write_attribute(group, name, value);
  std::vector<Handle> scales;
  for (const auto& [name, length] : content.dimensions) {
    const Variable* given = content.find(name);
    const Variable scale = given == nullptr ? index_variable(name, length) : *given;
    Handle dataset = write_dataset(group, {static_cast<hsize_t>(length)}, scale);
    check(H5DSset_scale(dataset.id(), name.c_str()), name);
    for (const auto& [key, value] : scale.attributes) write_attribute(dataset.id(), key, value);
    scales.push_back(std::move(dataset));
  }
  const auto scale_of = [&](const std::string& dimension) {
    std::size_t at = 0;
    while (content.dimensions[at].first != dimension) ++at;
    return scales[at].id();
  };
  for (const Variable& variable : content.variables) {
    if (variable.dimensions.size() == 1 && variable.dimensions.front() == variable.name) continue;
    const Handle dataset = write_dataset(group, shape_of(content, variable), variable);
    for (std::size_t axis = 0; axis < variable.dimensions.size(); ++axis)
      check(H5DSattach_scale(dataset.id(), scale_of(variable.dimensions[axis]),
                             static_cast<unsigned>(axis)),
            variable.name);
    for (const auto& [key, value] : variable.attributes) write_attribute(dataset.id(), key, value);
  }
}

}  // namespace

std::vector<std::byte> dataset_image(const std::vector<Group>& groups) {
  check_groups(groups);
  const QuietHdf5 quiet;
  try {
    MemoryFile file;
    for (const Group& group : groups) {
      const Handle handle =
          group.name.empty()
              ? own(H5Gopen2(file.id(), "/", H5P_DEFAULT), H5Gclose, "root group")
              : own(H5Gcreate2(file.id(), group.name.c_str(), H5P_DEFAULT,
                               ordered_properties(H5P_GROUP_CREATE).id(), H5P_DEFAULT),
                    H5Gclose, group.name);
      write_group(handle.id(), group);
    }
    return std::move(file).close();
  } catch (const Hdf5Failure& failure) {
    throw Error(fmt::format("HDF5: writing failed at {}; report this as a fault of kapprox",
                            failure.what()));
  }
}

}  // namespace kapprox
