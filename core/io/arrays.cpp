// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// HDF5 files of users: every numeric type becomes double, everything else a sentence.
#include "io/arrays.hpp"

#include "io/hdf5_handles.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <new>

namespace kapprox {

namespace {

constexpr int largest_rank = 4;

herr_t collect_dataset(hid_t group, const char* name, const H5L_info_t*, void* out) {
  // Links that lead nowhere are somebody else's matter.
  H5O_info_t info;
  if (H5Oget_info_by_name2(group, name, &info, H5O_INFO_BASIC, H5P_DEFAULT) >= 0 &&
      info.type == H5O_TYPE_DATASET)
    static_cast<std::vector<std::string>*>(out)->emplace_back(name);
  return 0;
}

// The lengths of a numeric dataset's axes, as many as it has.
std::vector<std::int64_t> shape_of(hid_t dataset, const std::string& where) {
  const Handle type = own(H5Dget_type(dataset), H5Tclose, "type");
  const H5T_class_t kind = H5Tget_class(type.id());
  // h5py writes booleans as an enumeration of 0 and 1.
  if (kind != H5T_INTEGER && kind != H5T_FLOAT && kind != H5T_ENUM)
    throw InputError(fmt::format(
        "{}: is not numeric, but must hold integers or real numbers; convert it", where));
  const Handle space = own(H5Dget_space(dataset), H5Sclose, "shape");
  const int rank = H5Sget_simple_extent_ndims(space.id());
  if (H5Sget_simple_extent_type(space.id()) == H5S_NULL || rank < 0)
    throw InputError(fmt::format("{}: holds nothing, but must hold numbers; write it anew", where));
  if (rank > largest_rank)
    throw InputError(fmt::format("{}: has {} axes, but must have at most {}; reshape it", where,
                                 rank, largest_rank));
  std::vector<hsize_t> lengths(static_cast<std::size_t>(rank));
  check(H5Sget_simple_extent_dims(space.id(), lengths.data(), nullptr), "shape");
  return {lengths.begin(), lengths.end()};
}

}  // namespace

ArrayFile::ArrayFile(const std::filesystem::path& path) : path_(path) {
  const QuietHdf5 quiet;
  try {
    file_ = open_for_reading(path.string(), "an HDF5 file with arrays").release();
  } catch (const IoError& error) {
    throw InputError(error.what());  // a path in a study is the user's to mend
  }
}

ArrayFile::~ArrayFile() { H5Fclose(file_); }

bool ArrayFile::has(const std::string& dataset) const {
  const std::vector<std::string> names = datasets();
  return std::find(names.begin(), names.end(), dataset) != names.end();
}

std::vector<std::string> ArrayFile::datasets() const {
  const QuietHdf5 quiet;
  std::vector<std::string> names;
  hsize_t position = 0;
  H5Literate(file_, H5_INDEX_NAME, H5_ITER_INC, &position, collect_dataset, &names);
  std::sort(names.begin(), names.end());
  return names;
}

Array ArrayFile::read(const std::string& dataset) const {
  const std::string where = path_.string() + ": " + dataset;
  if (!has(dataset))
    throw InputError(
        fmt::format("{}: is absent, but must be there; check the name of the dataset", where));
  const QuietHdf5 quiet;
  try {
    const Handle handle = own(H5Dopen2(file_, dataset.c_str(), H5P_DEFAULT), H5Dclose, "opening");
    Array array;
    array.shape = shape_of(handle.id(), where);
    const Handle space = own(H5Dget_space(handle.id()), H5Sclose, "shape");
    array.values.resize(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.id())));
    if (!array.values.empty())
      check(H5Dread(handle.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                    array.values.data()),
            "reading");
    return array;
  } catch (const Hdf5Failure& failure) {
    throw InputError(fmt::format("{}: cannot be read ({}), but must be; check or restore the file",
                                 where, failure.what()));
  } catch (const std::bad_alloc&) {
    throw InputError(
        fmt::format("{}: does not fit in memory, but must; cut it to the part you need", where));
  } catch (const std::length_error&) {
    throw InputError(
        fmt::format("{}: does not fit in memory, but must; cut it to the part you need", where));
  }
}

bool ArrayFile::has_attribute(const std::string& name) const {
  return H5Aexists(file_, name.c_str()) > 0;
}

std::optional<double> ArrayFile::number_attribute(const std::string& name) const {
  const QuietHdf5 quiet;
  if (H5Aexists(file_, name.c_str()) <= 0) return std::nullopt;
  const auto value = attribute_value(file_, name);
  if (!value) return std::nullopt;
  if (const auto* integer = std::get_if<std::int64_t>(&*value))
    return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&*value)) return *real;
  return std::nullopt;
}

std::optional<std::string> ArrayFile::text_attribute(const std::string& name) const {
  const QuietHdf5 quiet;
  if (H5Aexists(file_, name.c_str()) <= 0) return std::nullopt;
  const auto value = attribute_value(file_, name);
  if (!value || !std::holds_alternative<std::string>(*value)) return std::nullopt;
  return std::get<std::string>(*value);
}

}  // namespace kapprox
