// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The check that the program makes of its HDF5 library at start.
#include "io/dataset.hpp"
#include "message_of.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

TEST(Hdf5Version, ThisProgramRunsWithTheLibraryItWasBuiltFor) {
  EXPECT_NO_THROW(check_hdf5_version());
  EXPECT_EQ(hdf5_header_version(), hdf5_library_version());
}

TEST(Hdf5Version, OtherLibraryIsRefusedNamingBoth) {
  const std::string message =
      message_of<InputError>([] { check_hdf5_version("1.10.8", "1.14.3"); });

  EXPECT_EQ(
      message,
      "HDF5: the library found at run time is 1.14.3, but must be 1.10.8, the one kapprox was "
      "compiled against; check LD_LIBRARY_PATH or build kapprox again");
}

}  // namespace
}  // namespace kapprox
