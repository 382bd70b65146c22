// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The order matters: content reaches the disk before the name points at it, and the name before the
// caller is told.
#include "io/replace_file.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kapprox {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view temporary_suffix = ".tmp";

std::string temporary_prefix(const fs::path& path) {
  return fmt::format(".{}.", path.filename().string());
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

[[noreturn]] void fail(const fs::path& path, std::string_view step) {
  const int reason = errno;
  throw IoError(
      fmt::format("{}: {} failed ({}), but the file must be writable; free space or choose another "
                  "place (the old file, if any, is untouched)",
                  path.string(), step, std::strerror(reason)));
}

// The temporary file: closed and removed unless it was renamed.
class Temporary {
 public:
  explicit Temporary(const fs::path& target)
      : target_(target),
        path_(folder_of(target) /
              fmt::format("{}{}{}", temporary_prefix(target), ::getpid(), temporary_suffix)),
        descriptor_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) fail(target_, "creating a temporary file beside it");
  }
  ~Temporary() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!renamed_) ::unlink(path_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  void keep_mode_of_target() const {
    struct stat old = {};
    if (::stat(target_.c_str(), &old) == 0 && ::fchmod(descriptor_, old.st_mode & 07777) != 0)
      fail(target_, "setting its mode");
  }

  void write(std::span<const std::byte> bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) fail(target_, "writing");
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }

  void sync() {
    if (::fsync(descriptor_) != 0) fail(target_, "syncing to disk");
    const int descriptor = std::exchange(descriptor_, -1);
    if (::close(descriptor) != 0) fail(target_, "closing");
  }

  void rename() {
    if (::rename(path_.c_str(), target_.c_str()) != 0) fail(target_, "renaming");
    renamed_ = true;
  }

 private:
  fs::path target_;
  fs::path path_;
  int descriptor_ = -1;
  bool renamed_ = false;
};

// Some filesystems cannot sync a folder (EINVAL); there is then nothing more to do.
void sync_folder(const fs::path& path) {
  const int folder = ::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) fail(path, "opening its folder");
  const int code = ::fsync(folder);
  const int reason = errno;
  ::close(folder);
  errno = reason;
  if (code != 0 && reason != EINVAL) fail(path, "syncing its folder");
}

}  // namespace

void replace_file(const fs::path& path, std::span<const std::byte> bytes) {
  const fs::path target = real_location(path);
  Temporary temporary(target);
  temporary.keep_mode_of_target();
  temporary.write(bytes);
  temporary.sync();
  temporary.rename();
  sync_folder(target);
}

fs::path real_location(const fs::path& path) {
  std::error_code error;
  if (!fs::is_symlink(path, error)) return path;
  const fs::path target = fs::weakly_canonical(path, error);
  return error ? path : target;
}

void remove_stale_temporaries(const fs::path& path) {
  const fs::path target = real_location(path);
  const std::string prefix = temporary_prefix(target);
  std::error_code error;
  for (fs::directory_iterator entry(folder_of(target), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.size() <= prefix.size() + temporary_suffix.size() || !name.starts_with(prefix) ||
        !name.ends_with(temporary_suffix))
      continue;
    const std::string number =
        name.substr(prefix.size(), name.size() - prefix.size() - temporary_suffix.size());
    if (std::all_of(number.begin(), number.end(), [](unsigned char c) { return std::isdigit(c); }))
      ::unlink(entry->path().c_str());
  }
}

}  // namespace kapprox
