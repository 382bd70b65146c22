// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// NumPy's .npy format, versions 1 and 2 (NumPy Enhancement Proposal 1): a magic word, a version,
// the length of a header, the header as a Python dictionary literal, and the values. Nothing in a
// file is believed before it is checked against the file's own length.
#include "io/arrays.hpp"
#include "io/npy_header.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <iterator>

namespace kapprox {

namespace {

template <class T>
std::vector<double> convert(std::string_view bytes) {
  std::vector<double> values(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < values.size(); ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    values[i] = static_cast<double>(value);
  }
  return values;
}

struct NumberType {
  std::string_view name;  // without the byte order
  std::size_t size;
  std::vector<double> (*convert)(std::string_view bytes);
};

constexpr NumberType number_types[] = {
    {"f4", 4, convert<float>},         {"f8", 8, convert<double>},
    {"i1", 1, convert<std::int8_t>},   {"i2", 2, convert<std::int16_t>},
    {"i4", 4, convert<std::int32_t>},  {"i8", 8, convert<std::int64_t>},
    {"u1", 1, convert<std::uint8_t>},  {"u2", 2, convert<std::uint16_t>},
    {"u4", 4, convert<std::uint32_t>}, {"u8", 8, convert<std::uint64_t>}};

const NumberType* find_type(std::string_view descr) {
  if (descr.empty() || (descr.front() != '<' && descr.front() != '|')) return nullptr;
  for (const NumberType& type : number_types)
    if (type.name == descr.substr(1)) return &type;
  return nullptr;
}

[[noreturn]] void refuse(const std::string& path, std::string_view what, std::string_view must,
                         std::string_view advice) {
  throw InputError(fmt::format("{}: {}, but must {}; {}", path, what, must, advice));
}

// Number of values, as long as they can lie in `bytes` bytes.
std::size_t count_of(const std::string& path, const NpyHeader& header, std::size_t size,
                     std::size_t bytes) {
  std::size_t count = 1;
  for (const std::int64_t length : header.shape) {
    const auto factor = static_cast<std::size_t>(length);
    if (factor != 0 && count > bytes / factor)
      refuse(path, "is shorter than its header says", "be whole", "write it again");
    count *= factor;
  }
  if (count * size > bytes)
    refuse(path, "is shorter than its header says", "be whole", "write it again");
  return count;
}

}  // namespace

Array read_npy(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::ifstream file(path, std::ios::binary);
  const std::string content((std::istreambuf_iterator<char>(file)),
                            std::istreambuf_iterator<char>());
  if (!file.is_open() || file.bad())
    refuse(name, "cannot be read", "be a readable file", "check the path");
  NpyHeader header;
  try {
    header = parse_npy_header(content);
  } catch (const NpyFailure& failure) {
    refuse(name, failure.what(), "be a .npy file of version 1 or 2", "write it with numpy.save");
  }
  const NumberType* type = find_type(header.descr);
  if (type == nullptr)
    refuse(name, fmt::format("holds values of type '{}'", header.descr),
           "hold little-endian real numbers or integers", "save it as astype('<f8')");
  if (header.fortran_order)
    refuse(name, "is in Fortran order", "be in C order", "save numpy.ascontiguousarray of it");
  const std::string_view data = std::string_view(content).substr(header.size);
  const std::size_t count = count_of(name, header, type->size, data.size());
  return {header.shape, type->convert(data.substr(0, count * type->size))};
}

}  // namespace kapprox
