// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// .npy files, written here byte by byte. No header, however spoilt, may do more than throw.
#include "io/arrays.hpp"
#include "io/scratch_folder.hpp"
#include "message_of.hpp"

#include <kapprox/error.hpp>
#include <kapprox/stream.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace kapprox {
namespace {

std::string npy(const std::string& header, const std::string& data, int version = 1) {
  std::string out = "\x93NUMPY";
  out += static_cast<char>(version);
  out += '\0';
  for (std::size_t i = 0; i < (version == 1 ? 2U : 4U); ++i)
    out += static_cast<char>(header.size() >> (8 * i) & 0xFF);
  return out + header + data;
}

template <class T>
std::string raw(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string header(const std::string& descr, const std::string& shape,
                   const std::string& fortran = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape +
         ", }      \n";
}

class Npy : public testing::Test {
 protected:
  Array read(const std::string& bytes) const {
    std::filesystem::remove(folder_ / "a.npy");  // overwriting makes some filesystems sync
    write_bytes(folder_ / "a.npy", bytes);
    return read_npy(folder_ / "a.npy");
  }
  std::string refusal(const std::string& bytes) const {
    std::string message = message_of<InputError>([&] { read(bytes); });
    const std::string where = (folder_ / "a.npy").string() + ": ";
    EXPECT_EQ(message.substr(0, where.size()), where);
    return message.substr(std::min(where.size(), message.size()));
  }

 private:
  ScratchFolder folder_;
};

TEST_F(Npy, ReadsRealsAndIntegersOfBothVersions) {
  const Array doubles =
      read(npy(header("<f8", "(2, 3)"), raw(std::vector<double>{1, 2, 3, 4, 5, 6})));
  const Array floats = read(npy(header("<f4", "(2,)"), raw(std::vector<float>{0.5F, -2.0F}), 2));
  const Array bytes = read(npy(header("|i1", "(3,)"), raw(std::vector<std::int8_t>{-1, 0, 1})));
  const Array words =
      read(npy(header("<u8", "(1,)"), raw(std::vector<std::uint64_t>{std::uint64_t{1} << 63})));
  const Array scalar = read(npy(header("<i4", "()"), raw(std::vector<std::int32_t>{7})));

  EXPECT_EQ(doubles.shape, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(doubles.values, (std::vector<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(floats.values, (std::vector<double>{0.5, -2.0}));
  EXPECT_EQ(bytes.values, (std::vector<double>{-1, 0, 1}));
  EXPECT_EQ(words.values, std::vector<double>{0x1p63});
  EXPECT_EQ(scalar.values, std::vector<double>{7});
}

TEST_F(Npy, ReadsAnEmptyArray) {
  const Array empty = read(npy(header("<f8", "(0, 4)"), ""));

  EXPECT_EQ(empty.shape, (std::vector<std::int64_t>{0, 4}));
  EXPECT_TRUE(empty.values.empty());
}

TEST_F(Npy, SaysWhatItCannotRead) {
  const std::string data = raw(std::vector<double>{1, 2});

  EXPECT_EQ(
      refusal(npy(header(">f8", "(2,)"), data)),
      "holds values of type '>f8', but must hold little-endian real numbers or integers; save "
      "it as astype('<f8')");
  EXPECT_EQ(refusal(npy(header("<c16", "(1,)"), data)),
            "holds values of type '<c16', but must hold little-endian real numbers or integers; "
            "save it as astype('<f8')");
  EXPECT_EQ(refusal(npy(header("<f8", "(2, 1)", "True"), data)),
            "is in Fortran order, but must be in C order; save numpy.ascontiguousarray of it");
  EXPECT_EQ(refusal(npy(header("<f8", "(3,)"), data)),
            "is shorter than its header says, but must be whole; write it again");
  EXPECT_EQ(refusal("PK\x03\x04"),
            "does not begin like one, but must be a .npy file of version 1 or 2; write it with "
            "numpy.save");
  EXPECT_EQ(refusal(npy(header("<f8", "(2,)"), data, 3)),
            "is of version 3, but must be a .npy file of version 1 or 2; write it with numpy.save");
  EXPECT_EQ(refusal(npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2,)}", data)),
            "holds records of several fields, but must be a .npy file of version 1 or 2; write it "
            "with numpy.save");
}

TEST_F(Npy, ShapesThatOverflowAreRefused) {
  EXPECT_NE(refusal(npy(header("<f8", "(4294967296, 4294967296)"), "")).find("shorter"),
            std::string::npos);
  EXPECT_NE(refusal(npy(header("<f8", "(99999999999999999999,)"), "")).find("impossible shape"),
            std::string::npos);
  EXPECT_NE(refusal(npy(header("<f8", "(1, 1, 1, 1, 1)"), "")).find("more than 4 axes"),
            std::string::npos);
}

TEST_F(Npy, EveryCutIsRefused) {
  const std::string whole = npy(header("<f8", "(2,)"), raw(std::vector<double>{1, 2}));

  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_THROW(read(whole.substr(0, length)), InputError) << length;
}

TEST_F(Npy, SpoiltBytesReadOrThrowInputErrorAndNothingElse) {
  const std::string whole = npy(header("<f8", "(2, 1)"), raw(std::vector<double>{1, 2}));
  const Stream stream(20261129);

  for (Index round = 0; round < 2000; ++round) {
    std::array<std::uint32_t, 6> words = {};
    stream.fill_words(round, words);
    std::string spoilt = whole;
    for (std::size_t change = 0; change < 1 + words[0] % 3; ++change)
      spoilt[words[1 + change] % 90] = static_cast<char>(words[1 + change] >> 24);
    try {
      const Array array = read(spoilt);
      EXPECT_LE(array.values.size(), 16U);
    } catch (const InputError&) {
      continue;
    }
  }
}

}  // namespace
}  // namespace kapprox
