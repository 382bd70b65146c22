// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// HDF5's core driver asks these callbacks for memory; a vector answers, so that growth is
// geometric and fresh bytes are 0, never what lay in memory before.
#include "io/memory_file.hpp"

#include <algorithm>
#include <cstdint>
#include <new>
#include <utility>

namespace kapprox {

namespace {

using Bytes = std::vector<std::byte>;

void* resize(void*, std::size_t size, H5FD_file_image_op_t, void* bytes) {
  try {
    static_cast<Bytes*>(bytes)->resize(size);
    return static_cast<Bytes*>(bytes)->data();
  } catch (const std::bad_alloc&) {
    return nullptr;  // the library reports it
  }
}

void* allocate(std::size_t size, H5FD_file_image_op_t operation, void* bytes) {
  return resize(nullptr, size, operation, bytes);
}

void* copy(void* to, const void* from, std::size_t size, H5FD_file_image_op_t, void*) {
  return std::copy_n(static_cast<const std::byte*>(from), size, static_cast<std::byte*>(to)) - size;
}

herr_t keep(void*, H5FD_file_image_op_t, void*) { return 0; }
void* share(void* bytes) { return bytes; }
herr_t keep_shared(void*) { return 0; }

// The end-of-file address that the superblock of version 3 holds at byte 28, little-endian (HDF5
// File Format Specification Version 3.0, section II.A); the driver's memory is longer.
std::size_t length_in_superblock(const Bytes& bytes) {
  constexpr std::size_t field = 28;
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < sizeof(length); ++i)
    length |= std::to_integer<std::uint64_t>(bytes.at(field + i)) << (8 * i);
  return static_cast<std::size_t>(length);
}

}  // namespace

Handle ordered_properties(hid_t list_class) {
  Handle list = own(H5Pcreate(list_class), H5Pclose, "group properties");
  check(H5Pset_obj_track_times(list.id(), false), "group properties");
  check(H5Pset_link_creation_order(list.id(), creation_order), "group properties");
  check(H5Pset_attr_creation_order(list.id(), creation_order), "group properties");
  return list;
}

MemoryFile::MemoryFile() {
  constexpr std::size_t growth = std::size_t{1} << 20;
  H5FD_file_image_callbacks_t callbacks = {allocate, copy,        resize, keep,
                                           share,    keep_shared, &bytes_};
  const Handle access = own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "file access");
  check(H5Pset_fapl_core(access.id(), growth, false), "file access");
  check(H5Pset_file_image_callbacks(access.id(), &callbacks), "file access");
  check(H5Pset_libver_bounds(access.id(), H5F_LIBVER_V110, H5F_LIBVER_V110), "file access");
  file_ = own(
      H5Fcreate("kapprox", H5F_ACC_TRUNC, ordered_properties(H5P_FILE_CREATE).id(), access.id()),
      H5Fclose, "file in memory");
}

std::vector<std::byte> MemoryFile::close() && {
  check(H5Fclose(file_.release()), "closing the file in memory");
  const std::size_t length = length_in_superblock(bytes_);
  if (length > bytes_.size()) throw Hdf5Failure("closing the file in memory: it is cut short");
  bytes_.resize(length);
  return std::move(bytes_);
}

}  // namespace kapprox
