// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Preloaded, it makes the HDF5 library look like version 1.99.7: case S15 without installing one.
// NOLINTNEXTLINE(readability-identifier-naming): the library's own name
extern "C" int H5get_libversion(unsigned* major, unsigned* minor, unsigned* release) {
  *major = 1;
  *minor = 99;
  *release = 7;
  return 0;
}
