// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// HDF5 aborts the process by itself when header and library differ, with a page of text and no
// exit status of ours. H5get_libversion is the one call that answers before that check.
#include "io/dataset.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>
#include <hdf5.h>

namespace kapprox {

std::string hdf5_header_version() {
  return fmt::format("{}.{}.{}", H5_VERS_MAJOR, H5_VERS_MINOR, H5_VERS_RELEASE);
}

std::string hdf5_library_version() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned release = 0;
  H5get_libversion(&major, &minor, &release);
  return fmt::format("{}.{}.{}", major, minor, release);
}

// Whoever opens an object here closes it, so HDF5 has nothing to do at exit; after a damaged file
// it would only complain there about what the file left in its memory.
void check_hdf5_version() {
  H5dont_atexit();
  check_hdf5_version(hdf5_header_version(), hdf5_library_version());
}

void check_hdf5_version(const std::string& header, const std::string& library) {
  if (header == library) return;
  throw InputError(
      fmt::format("HDF5: the library found at run time is {}, but must be {}, the one kapprox was "
                  "compiled against; check LD_LIBRARY_PATH or build kapprox again",
                  library, header));
}

}  // namespace kapprox
