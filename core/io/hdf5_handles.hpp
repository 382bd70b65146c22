// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Small owners for the HDF5 C library: a handle that closes itself, a guard that keeps the library
// from printing, and the two checks that turn its return codes into exceptions. Only core/io sees
// this header. The library is called from one thread at a time.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace kapprox {

// What the HDF5 library said, before a caller who knows the path and the reader's next step turns
// it into an IoError or InputError.
class Hdf5Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// An HDF5 identifier and the function that closes it.
class Handle {
 public:
  using Closer = herr_t (*)(hid_t);

  Handle() = default;
  Handle(hid_t id, Closer closer) : id_(id), closer_(closer) {}
  Handle(Handle&& other) noexcept
      : id_(std::exchange(other.id_, H5I_INVALID_HID)), closer_(other.closer_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(closer_, other.closer_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (id_ >= 0) closer_(id_);
  }

  hid_t id() const { return id_; }
  // Gives the identifier up: the caller closes it.
  hid_t release() { return std::exchange(id_, H5I_INVALID_HID); }

 private:
  hid_t id_ = H5I_INVALID_HID;
  Closer closer_ = nullptr;
};

// While it lives the library prints nothing; its messages are read with hdf5_error_text().
class QuietHdf5 {
 public:
  QuietHdf5();
  ~QuietHdf5();
  QuietHdf5(const QuietHdf5&) = delete;
  QuietHdf5& operator=(const QuietHdf5&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

// The innermost message on the library's error stack, or "no reason given".
std::string hdf5_error_text();

// Take ownership of `id`, or check a return code; throw Hdf5Failure "<what>: <library's message>".
Handle own(hid_t id, Handle::Closer closer, std::string_view what);
void check(herr_t code, std::string_view what);

// A file-access list for reading: filesystems without locks do not stop a reader.
Handle read_access();

// Opens an existing file read only. Throws IoError when it is not there or not readable,
// InputError when it is not an HDF5 file; `what` says what is wanted: "a results file".
Handle open_for_reading(const std::string& path, std::string_view what);

// The variable-length UTF-8 string type: the only one for text in files of ours.
Handle text_type();

// A single value of an attribute: text of variable or fixed length, an integer, or a real number;
// empty where it holds another type, or none or several values. Throws Hdf5Failure when it cannot
// be read.
std::optional<std::variant<std::string, std::int64_t, double>> attribute_value(
    hid_t object, const std::string& name);

}  // namespace kapprox
