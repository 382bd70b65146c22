// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The reader of files that write_file made. It takes nothing for granted: what does not follow the
// rules of such a file is named in an InputError.
#include "io/dataset.hpp"
#include "io/hdf5_handles.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>
#include <hdf5_hl.h>

#include <array>
#include <string_view>

namespace kapprox {

namespace {

bool belongs_to_scales(std::string_view attribute) {
  return attribute == "CLASS" || attribute == "NAME" || attribute == "DIMENSION_LIST" ||
         attribute == "REFERENCE_LIST";
}

herr_t collect_attribute(hid_t object, const char* name, const H5A_info_t*, void* out) {
  if (belongs_to_scales(name)) return 0;
  try {
    std::optional<AttributeValue> value = attribute_value(object, name);
    if (value) static_cast<Attributes*>(out)->emplace_back(name, std::move(*value));
  } catch (const Hdf5Failure&) {
    return -1;  // an exception must not cross the C library
  }
  return 0;
}

Attributes read_attributes(hid_t object, const std::string& name) {
  Attributes attributes;
  hsize_t position = 0;
  check(H5Aiterate2(object, H5_INDEX_CRT_ORDER, H5_ITER_INC, &position, collect_attribute,
                    &attributes),
        "attributes of " + name);
  return attributes;
}

struct Names {
  std::vector<std::string> groups;
  std::vector<std::string> datasets;
};

herr_t collect_link(hid_t group, const char* name, const H5L_info_t*, void* out) {
  H5O_info_t info;
  if (H5Oget_info_by_name2(group, name, &info, H5O_INFO_BASIC, H5P_DEFAULT) < 0) return -1;
  auto& names = *static_cast<Names*>(out);
  if (info.type == H5O_TYPE_GROUP) names.groups.emplace_back(name);
  if (info.type == H5O_TYPE_DATASET) names.datasets.emplace_back(name);
  return 0;
}

Names links_of(hid_t group) {
  Names names;
  hsize_t position = 0;
  check(H5Literate(group, H5_INDEX_CRT_ORDER, H5_ITER_INC, &position, collect_link, &names),
        "list of variables");
  return names;
}

herr_t keep_scale_name(hid_t, unsigned, hid_t scale, void* out) {
  std::array<char, 512> name = {};
  if (H5Iget_name(scale, name.data(), name.size()) <= 0) return -1;
  const std::string_view path = name.data();
  *static_cast<std::string*>(out) = path.substr(path.rfind('/') + 1);
  return 1;
}

std::vector<std::int64_t> shape_of(hid_t dataset, const std::string& name) {
  const Handle space = own(H5Dget_space(dataset), H5Sclose, name);
  const int rank = H5Sget_simple_extent_ndims(space.id());
  check(rank < 0 ? -1 : 0, name);
  std::vector<hsize_t> lengths(static_cast<std::size_t>(rank));
  check(H5Sget_simple_extent_dims(space.id(), lengths.data(), nullptr), name);
  return {lengths.begin(), lengths.end()};
}

std::vector<std::string> read_texts(hid_t dataset, std::size_t count, const std::string& name) {
  std::vector<char*> pointers(count, nullptr);
  check(H5Dread(dataset, text_type().id(), H5S_ALL, H5S_ALL, H5P_DEFAULT,
                static_cast<void*>(pointers.data())),
        name);
  std::vector<std::string> texts;
  texts.reserve(count);
  for (char* pointer : pointers) {
    texts.emplace_back(pointer == nullptr ? "" : pointer);
    H5free_memory(pointer);
  }
  return texts;
}

VariableData read_values(hid_t dataset, std::size_t count, const std::string& name) {
  const Handle type = own(H5Dget_type(dataset), H5Tclose, name);
  switch (H5Tget_class(type.id())) {
    case H5T_STRING:
      if (H5Tis_variable_str(type.id()) <= 0) throw Hdf5Failure(name + ": text of fixed length");
      return count == 0 ? std::vector<std::string>() : read_texts(dataset, count, name);
    case H5T_INTEGER: {
      std::vector<std::int64_t> values(count);
      if (count > 0)
        check(H5Dread(dataset, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
              name);
      return values;
    }
    case H5T_FLOAT: {
      std::vector<double> values(count);
      if (count > 0)
        check(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
              name);
      return values;
    }
    default:
      throw Hdf5Failure(name + ": neither numbers nor text");
  }
}

void read_variable(hid_t group, const std::string& name, Group& out) {
  const Handle dataset = own(H5Dopen2(group, name.c_str(), H5P_DEFAULT), H5Dclose, name);
  const std::vector<std::int64_t> shape = shape_of(dataset.id(), name);
  Variable variable;
  variable.name = name;
  if (H5DSis_scale(dataset.id()) > 0 && shape.size() == 1) {
    out.dimensions.emplace_back(name, shape.front());
    variable.dimensions = {name};
  } else {
    for (unsigned axis = 0; axis < shape.size(); ++axis) {
      std::string dimension;
      check(H5DSiterate_scales(dataset.id(), axis, nullptr, keep_scale_name, &dimension), name);
      if (dimension.empty()) throw Hdf5Failure(name + ": an axis has no dimension");
      variable.dimensions.push_back(std::move(dimension));
    }
  }
  std::size_t count = 1;
  for (const std::int64_t length : shape) count *= static_cast<std::size_t>(length);
  variable.data = read_values(dataset.id(), count, name);
  variable.attributes = read_attributes(dataset.id(), name);
  out.variables.push_back(std::move(variable));
}

Group read_one(hid_t file, const std::string& name) {
  const Handle handle = own(H5Gopen2(file, name.empty() ? "/" : name.c_str(), H5P_DEFAULT),
                            H5Gclose, "group '" + name + "'");
  Group group;
  group.name = name;
  group.attributes = read_attributes(handle.id(), "group '" + name + "'");
  for (const std::string& dataset : links_of(handle.id()).datasets)
    read_variable(handle.id(), dataset, group);
  return group;
}

template <class Read>
auto reading(const std::filesystem::path& path, Read read) {
  const QuietHdf5 quiet;
  const Handle file = open_for_reading(path.string(), "a results file of kapprox");
  try {
    return read(file.id());
  } catch (const Hdf5Failure& failure) {
    throw InputError(fmt::format(
        "{}: does not read as a results file ({}), but must be one written by kapprox; check the "
        "path, or remove the file and run the study again",
        path.string(), failure.what()));
  }
}

}  // namespace

std::map<std::string, Group> read_file(const std::filesystem::path& path) {
  return reading(path, [](hid_t file) {
    std::map<std::string, Group> groups;
    groups.emplace("", read_one(file, ""));
    const Handle root = own(H5Gopen2(file, "/", H5P_DEFAULT), H5Gclose, "root group");
    for (const std::string& name : links_of(root.id()).groups)
      groups.emplace(name, read_one(file, name));
    return groups;
  });
}

Group read_group(const std::filesystem::path& path, const std::string& name) {
  return reading(path, [&](hid_t file) { return read_one(file, name); });
}

}  // namespace kapprox
