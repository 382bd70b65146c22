// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// An HDF5 file made in memory. H5Fget_file_image would be the obvious way to its bytes, but in
// 1.10.8 it leaves a stale checksum in the superblock of a file with library bounds V110; so the
// library is given our memory to write in, and the bytes are taken once it has closed the file.
#pragma once

#include "io/hdf5_handles.hpp"

#include <cstddef>
#include <vector>

namespace kapprox {

class MemoryFile {
 public:
  MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  hid_t id() const { return file_.id(); }

  // Closes the file and hands over its bytes. Every handle into it must be closed before.
  std::vector<std::byte> close() &&;

 private:
  std::vector<std::byte> bytes_;  // outlives file_, whose driver writes here
  Handle file_;
};

// A creation list for a file or a group: no times, links and attributes in the order given.
Handle ordered_properties(hid_t list_class);

// The order flags of such a list, for datasets.
inline constexpr unsigned creation_order = H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED;

}  // namespace kapprox
