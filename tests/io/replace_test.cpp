// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Replacing a file: old or new, never a part; and when it fails, the old one and nothing else.
#include "io/dataset.hpp"
#include "io/dataset_image.hpp"
#include "io/replace_file.hpp"
#include "io/sample_groups.hpp"
#include "io/scratch_folder.hpp"
#include "message_of.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <thread>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kapprox {
namespace {

std::span<const std::byte> as_bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

// Files of this process cannot grow beyond `bytes` while it lives: a disk that fills up.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit small = {bytes, old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  rlimit old_ = {};
  void (*handler_)(int);
};

TEST(Replace, WhoeverHasTheOldFileOpenKeepsIt) {
  const ScratchFolder folder;
  write_bytes(folder / "r.h5", "old");
  std::filesystem::create_hard_link(folder / "r.h5", folder / "seen.h5");

  replace_file(folder / "r.h5", as_bytes_of("new"));

  EXPECT_EQ(bytes_of(folder / "r.h5"), "new");
  EXPECT_EQ(bytes_of(folder / "seen.h5"), "old");
}

TEST(Replace, ReaderSeesOneWholeFileAtAnyMoment) {
  const ScratchFolder folder;
  const std::string a(300'000, 'a');
  const std::string b(200'000, 'b');
  replace_file(folder / "r.h5", as_bytes_of(a));
  std::atomic<bool> stop = false;

  std::thread writer([&] {
    for (int i = 0; !stop; ++i) replace_file(folder / "r.h5", as_bytes_of(i % 2 == 0 ? b : a));
  });
  int whole = 0;
  for (int i = 0; i < 300; ++i) {
    const std::string seen = bytes_of(folder / "r.h5");
    whole += seen == a || seen == b ? 1 : 0;
  }
  stop = true;
  writer.join();

  EXPECT_EQ(whole, 300);
}

TEST(Replace, FullDiskLeavesTheOldFileAndNothingElse) {
  const ScratchFolder folder;
  write_file(folder / "r.h5", sample_groups());
  const std::string old = bytes_of(folder / "r.h5");
  ASSERT_GT(old.size(), 10'000U);
  std::vector<Group> changed = sample_groups();
  changed[0].attributes[1].second = std::string("changed");

  std::string message;
  {
    const SmallDisk disk(10'000);
    message = message_of<IoError>([&] { write_file(folder / "r.h5", changed); });
  }

  EXPECT_NE(message.find("r.h5: writing failed (File too large)"), std::string::npos) << message;
  EXPECT_EQ(bytes_of(folder / "r.h5"), old);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"r.h5"});
}

TEST(Replace, WritesAgainOnceTheDiskHasRoom) {
  const ScratchFolder folder;
  {
    const SmallDisk disk(10'000);
    EXPECT_THROW(write_file(folder / "r.h5", sample_groups()), IoError);
  }

  write_file(folder / "r.h5", sample_groups());

  EXPECT_EQ(read_file(folder / "r.h5").size(), 2U);
}

TEST(Replace, FolderThatIsNotThereIsNamed) {
  const ScratchFolder folder;

  const std::string message =
      message_of<IoError>([&] { write_file(folder / "absent/r.h5", sample_groups()); });

  EXPECT_NE(message.find("absent/r.h5: creating a temporary file beside it failed (No such file or "
                         "directory), but the file must be writable"),
            std::string::npos)
      << message;
}

TEST(Replace, TargetThatIsAFolderStaysOne) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder / "r.h5");

  const std::string message =
      message_of<IoError>([&] { write_file(folder / "r.h5", sample_groups()); });

  EXPECT_NE(message.find("renaming failed"), std::string::npos) << message;
  EXPECT_TRUE(std::filesystem::is_directory(folder / "r.h5"));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"r.h5"});
}

TEST(Replace, FollowsASymbolicLink) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder / "big");
  write_bytes(folder / "big/r.h5", "old");
  std::filesystem::create_symlink(folder / "big/r.h5", folder / "r.h5");

  replace_file(folder / "r.h5", as_bytes_of("new"));

  EXPECT_TRUE(std::filesystem::is_symlink(folder / "r.h5"));
  EXPECT_EQ(bytes_of(folder / "big/r.h5"), "new");
}

TEST(Replace, KeepsTheModeOfTheOldFile) {
  const ScratchFolder folder;
  write_bytes(folder / "r.h5", "old");
  ::chmod((folder / "r.h5").c_str(), 0640);

  replace_file(folder / "r.h5", as_bytes_of("new"));

  struct stat status = {};
  ::stat((folder / "r.h5").c_str(), &status);
  EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

TEST(Replace, FailedImageThrowsNothingAway) {
  std::vector<Group> groups = sample_groups();
  groups[1].name = "mean";  // a variable of the root

  EXPECT_THROW(dataset_image(groups), Error);
}

}  // namespace
}  // namespace kapprox
