// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The lock stands on a side file, because replacing the results file changes its inode. Releasing
// removes the side file while the lock is still held; whoever was waiting for that inode sees that
// the name no longer leads to it, and starts again.
#include "io/dataset.hpp"
#include "io/replace_file.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kapprox {

namespace {

// " by process 123", from the side file, or nothing.
std::string holder(int descriptor) {
  char text[24] = {};
  const ssize_t size = ::pread(descriptor, text, sizeof(text) - 1, 0);
  return size > 0 ? fmt::format(" by process {}", text) : "";
}

bool name_leads_to(const std::filesystem::path& name, int descriptor) {
  struct stat by_name = {};
  struct stat by_descriptor = {};
  return ::stat(name.c_str(), &by_name) == 0 && ::fstat(descriptor, &by_descriptor) == 0 &&
         by_name.st_ino == by_descriptor.st_ino && by_name.st_dev == by_descriptor.st_dev;
}

// The locked descriptor, or -1 when the side file was removed between opening and locking it.
int try_lock(const std::filesystem::path& path, const std::filesystem::path& side_file) {
  const int descriptor = ::open(side_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0)
    throw IoError(fmt::format(
        "{}: its lock file {} cannot be opened ({}), but the folder must be writable; choose "
        "another place",
        path.string(), side_file.string(), std::strerror(errno)));
  int code = 0;
  do code = ::flock(descriptor, LOCK_EX | LOCK_NB);
  while (code != 0 && errno == EINTR);
  if (code != 0) {
    const int reason = errno;
    const std::string by = holder(descriptor);
    ::close(descriptor);
    if (reason == EWOULDBLOCK)
      throw IoError(fmt::format(
          "{}: is being written{}, but must be free; wait for that run or choose another file",
          path.string(), by));
    throw IoError(fmt::format("{}: cannot be locked ({}), but must be; choose another filesystem",
                              path.string(), std::strerror(reason)));
  }
  if (name_leads_to(side_file, descriptor)) return descriptor;
  ::close(descriptor);
  return -1;
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& path)
    : side_file_(real_location(path).string() + ".lock") {
  while (descriptor_ < 0) descriptor_ = try_lock(path, side_file_);
  // The number only serves the message of whoever finds the lock held.
  const std::string process = std::to_string(::getpid());
  if (::ftruncate(descriptor_, 0) == 0) [[maybe_unused]]
    const ssize_t written = ::pwrite(descriptor_, process.data(), process.size(), 0);
  remove_stale_temporaries(path);
}

FileLock::~FileLock() {
  ::unlink(side_file_.c_str());
  ::close(descriptor_);
}

}  // namespace kapprox
