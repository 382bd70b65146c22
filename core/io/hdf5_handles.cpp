// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The few HDF5 calls that the writer, the reader and the array files share.
#include "io/hdf5_handles.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include <unistd.h>

namespace kapprox {

namespace {

// Keeps the first entry of an upward walk, the one nearest to the cause.
herr_t keep_first(unsigned position, const H5E_error2_t* error, void* text) {
  if (position == 0 && error->desc != nullptr) *static_cast<std::string*>(text) = error->desc;
  return 0;
}

std::string text_of(hid_t attribute, hid_t type, const std::string& name) {
  if (H5Tis_variable_str(type) > 0) {
    char* text = nullptr;
    check(H5Aread(attribute, type, static_cast<void*>(&text)), name);
    std::string value = text == nullptr ? "" : text;
    H5free_memory(text);
    return value;
  }
  // Fixed-length text of other programs: cut at the first NUL, spaces kept.
  std::vector<char> bytes(H5Tget_size(type) + 1, '\0');
  check(H5Aread(attribute, type, bytes.data()), name);
  return {bytes.data()};
}

}  // namespace

QuietHdf5::QuietHdf5() {
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietHdf5::~QuietHdf5() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

std::string hdf5_error_text() {
  std::string text = "no reason given";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &text);
  return text;
}

Handle own(hid_t id, Handle::Closer closer, std::string_view what) {
  if (id < 0) throw Hdf5Failure(fmt::format("{}: {}", what, hdf5_error_text()));
  return {id, closer};
}

void check(herr_t code, std::string_view what) {
  if (code < 0) throw Hdf5Failure(fmt::format("{}: {}", what, hdf5_error_text()));
}

Handle read_access() {
  Handle access = own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "file access");
  check(H5Pset_file_locking(access.id(), true, true), "file access");
  return access;
}

Handle open_for_reading(const std::string& path, std::string_view what) {
  if (::access(path.c_str(), R_OK) != 0)
    throw IoError(fmt::format("{}: cannot be read ({}), but must be {}; check the path", path,
                              std::strerror(errno), what));
  const Handle access = read_access();
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id());
  if (file >= 0) return {file, H5Fclose};
  const std::string reason = hdf5_error_text();
  if (H5Fis_hdf5(path.c_str()) > 0)
    throw InputError(
        fmt::format("{}: is a damaged or locked HDF5 file ({}), but must be {}; restore it or "
                    "close the program that writes it",
                    path, reason, what));
  throw InputError(
      fmt::format("{}: is not an HDF5 file, but must be {}; check the path", path, what));
}

Handle text_type() {
  Handle type = own(H5Tcopy(H5T_C_S1), H5Tclose, "text type");
  check(H5Tset_size(type.id(), H5T_VARIABLE), "text type");
  check(H5Tset_cset(type.id(), H5T_CSET_UTF8), "text type");
  return type;
}

std::optional<std::variant<std::string, std::int64_t, double>> attribute_value(
    hid_t object, const std::string& name) {
  const Handle attribute = own(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose, name);
  const Handle space = own(H5Aget_space(attribute.id()), H5Sclose, name);
  if (H5Sget_simple_extent_npoints(space.id()) != 1) return std::nullopt;
  const Handle type = own(H5Aget_type(attribute.id()), H5Tclose, name);
  switch (H5Tget_class(type.id())) {
    case H5T_STRING:
      return text_of(attribute.id(), type.id(), name);
    case H5T_ENUM:  // h5py's booleans
    case H5T_INTEGER: {
      std::int64_t integer = 0;
      check(H5Aread(attribute.id(), H5T_NATIVE_INT64, &integer), name);
      return integer;
    }
    case H5T_FLOAT: {
      double real = 0.0;
      check(H5Aread(attribute.id(), H5T_NATIVE_DOUBLE, &real), name);
      return real;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace kapprox
