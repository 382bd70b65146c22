// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Arrays that other programs wrote: every numeric type reads as double, everything else is refused
// with a sentence.
#include "io/arrays.hpp"
#include "io/scratch_folder.hpp"
#include "message_of.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <cstdint>

namespace kapprox {
namespace {

// Plain HDF5 calls, as another program would make them.
class ForeignFile {
 public:
  explicit ForeignFile(const std::filesystem::path& path)
      : file_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)) {}
  ~ForeignFile() { H5Fclose(file_); }
  ForeignFile(const ForeignFile&) = delete;
  ForeignFile& operator=(const ForeignFile&) = delete;

  // Holds 1, 2, …, stored with type `stored`.
  void add(const char* name, hid_t stored, const std::vector<hsize_t>& shape) const {
    const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    const hid_t dataset =
        H5Dcreate2(file_, name, stored, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i + 1);
    if (H5Tget_class(stored) != H5T_STRING)
      H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(dataset);
    H5Sclose(space);
  }

  void add_attribute(const char* name, hid_t type, const std::vector<hsize_t>& shape,
                     const void* value) const {
    const hid_t space =
        shape.empty() ? H5Screate(H5S_SCALAR)
                      : H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    const hid_t attribute = H5Acreate2(file_, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, type, value);
    H5Aclose(attribute);
    H5Sclose(space);
  }

 private:
  hid_t file_;
};

TEST(ArrayFile, EveryNumericTypeReadsAsDouble) {
  const ScratchFolder folder;
  const std::vector<hid_t> types = {H5T_STD_I8LE,   H5T_STD_U8BE,   H5T_STD_I16BE,
                                    H5T_STD_U16LE,  H5T_STD_I32LE,  H5T_STD_U32BE,
                                    H5T_STD_I64BE,  H5T_STD_U64LE,  H5T_IEEE_F32LE,
                                    H5T_IEEE_F32BE, H5T_IEEE_F64BE, H5T_NATIVE_LDOUBLE};
  {
    const ForeignFile file(folder / "a.h5");
    for (std::size_t i = 0; i < types.size(); ++i)
      file.add(fmt::format("t{}", i).c_str(), types[i], {2, 3});
  }

  const ArrayFile file(folder / "a.h5");

  for (std::size_t i = 0; i < types.size(); ++i) {
    const Array array = file.read(fmt::format("t{}", i));
    EXPECT_EQ(array.shape, (std::vector<std::int64_t>{2, 3})) << i;
    EXPECT_EQ(array.values, (std::vector<double>{1, 2, 3, 4, 5, 6})) << i;
  }
}

TEST(ArrayFile, ListsDatasetsOfTheRoot) {
  const ScratchFolder folder;
  {
    const ForeignFile file(folder / "a.h5");
    file.add("q", H5T_IEEE_F64LE, {1});
    file.add("k", H5T_IEEE_F64LE, {1});
  }

  const ArrayFile file(folder / "a.h5");

  EXPECT_EQ(file.datasets(), (std::vector<std::string>{"k", "q"}));
  EXPECT_TRUE(file.has("q"));
  EXPECT_FALSE(file.has("v"));
}

TEST(ArrayFile, RefusesTextRankFiveAndAbsentNames) {
  const ScratchFolder folder;
  {
    const ForeignFile file(folder / "a.h5");
    file.add("deep", H5T_IEEE_F64LE, {1, 1, 1, 1, 1});
    const hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, 4);
    file.add("word", text, {2});
    H5Tclose(text);
  }
  const ArrayFile file(folder / "a.h5");
  const std::string where = (folder / "a.h5").string();

  EXPECT_EQ(message_of<InputError>([&] { file.read("deep"); }),
            where + ": deep: has 5 axes, but must have at most 4; reshape it");
  EXPECT_EQ(message_of<InputError>([&] { file.read("word"); }),
            where + ": word: is not numeric, but must hold integers or real numbers; convert it");
  EXPECT_EQ(message_of<InputError>([&] { file.read("q"); }),
            where + ": q: is absent, but must be there; check the name of the dataset");
}

TEST(ArrayFile, ArrayTooLargeForMemoryIsRefused) {
  const ScratchFolder folder;
  {
    // Chunked and never written: the file is small, the array it claims is not.
    const hid_t file =
        H5Fcreate((folder / "a.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    const hsize_t chunk[1] = {16};
    const hsize_t shape[1] = {hsize_t{1} << 61};
    H5Pset_chunk(list, 1, chunk);
    const hid_t space = H5Screate_simple(1, shape, nullptr);
    H5Dclose(H5Dcreate2(file, "x", H5T_STD_I8LE, space, H5P_DEFAULT, list, H5P_DEFAULT));
    H5Sclose(space);
    H5Pclose(list);
    H5Fclose(file);
  }
  const ArrayFile file(folder / "a.h5");

  const std::string message = message_of<InputError>([&] { file.read("x"); });

  EXPECT_NE(message.find("x: does not fit in memory"), std::string::npos) << message;
}

TEST(ArrayFile, ReadsSingleAttributesAndLeavesOthersAlone) {
  const ScratchFolder folder;
  {
    const ForeignFile file(folder / "a.h5");
    const float scale = 0.125F;
    const std::int32_t layer = 3;
    const double several[2] = {1.0, 2.0};
    file.add_attribute("logit_scale", H5T_NATIVE_FLOAT, {}, &scale);
    file.add_attribute("layer", H5T_NATIVE_INT32, {1}, &layer);
    file.add_attribute("several", H5T_NATIVE_DOUBLE, {2}, several);
    const hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, 5);
    file.add_attribute("layout", text, {}, "qkv/1");
    H5Tclose(text);
  }

  const ArrayFile file(folder / "a.h5");

  EXPECT_EQ(file.number_attribute("logit_scale"), 0.125);
  EXPECT_EQ(file.number_attribute("layer"), 3.0);
  EXPECT_EQ(file.number_attribute("several"), std::nullopt);
  EXPECT_EQ(file.number_attribute("absent"), std::nullopt);
  EXPECT_EQ(file.number_attribute("layout"), std::nullopt);
  EXPECT_EQ(file.text_attribute("layout"), "qkv/1");
  EXPECT_EQ(file.text_attribute("layer"), std::nullopt);
}

TEST(ArrayFile, MissingFileIsTheUsersToMend) {
  const std::string message = message_of<InputError>([] { ArrayFile file("/nowhere/a.h5"); });

  EXPECT_EQ(message,
            "/nowhere/a.h5: cannot be read (No such file or directory), but must be an HDF5 file "
            "with arrays; check the path");
}

}  // namespace
}  // namespace kapprox
