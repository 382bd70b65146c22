// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The lock of a results file: one holder, no trace left, no race between release and acquisition.
#include "io/dataset.hpp"
#include "io/scratch_folder.hpp"
#include "message_of.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <memory>

#include <sys/wait.h>
#include <unistd.h>

namespace kapprox {
namespace {

TEST(Lock, SecondHolderIsRefusedAndToldWhoHasIt) {
  const ScratchFolder folder;
  const FileLock held(folder / "r.h5");

  const std::string message = message_of<IoError>([&] { FileLock second(folder / "r.h5"); });

  EXPECT_EQ(message, (folder / "r.h5").string() + ": is being written by process " +
                         std::to_string(::getpid()) +
                         ", but must be free; wait for that run or choose another file");
}

TEST(Lock, ReleaseLeavesNoSideFileAndFreesTheName) {
  const ScratchFolder folder;
  auto held = std::make_unique<FileLock>(folder / "r.h5");
  ASSERT_EQ(folder.names(), std::vector<std::string>{"r.h5.lock"});

  held.reset();

  EXPECT_TRUE(folder.names().empty());
  EXPECT_NO_THROW(FileLock(folder / "r.h5"));
}

TEST(Lock, LeftOverSideFileOfAKilledRunDoesNotHold) {
  const ScratchFolder folder;
  write_bytes(folder / "r.h5.lock", "99999");

  EXPECT_NO_THROW(FileLock(folder / "r.h5"));
}

TEST(Lock, RemovesTemporariesOfKilledRunsAndNothingElse) {
  const ScratchFolder folder;
  write_bytes(folder / ".r.h5.123.tmp", "half");
  write_bytes(folder / ".r.h5.12x.tmp", "not ours");
  write_bytes(folder / ".other.h5.123.tmp", "of another file");

  { const FileLock lock(folder / "r.h5"); }

  EXPECT_EQ(folder.names(), (std::vector<std::string>{".other.h5.123.tmp", ".r.h5.12x.tmp"}));
}

TEST(Lock, FolderThatIsNotThereIsNamed) {
  const std::string message = message_of<IoError>([] { FileLock lock("/nowhere/r.h5"); });

  EXPECT_NE(message.find("/nowhere/r.h5: its lock file /nowhere/r.h5.lock cannot be opened"),
            std::string::npos)
      << message;
}

// Waits for the lock, adds 1 to the number in `counter` by reading and writing it.
void add_one(const std::filesystem::path& results, const std::filesystem::path& counter) {
  for (;;) try {
      const FileLock lock(results);
      write_bytes(counter, std::to_string(std::stoi(bytes_of(counter)) + 1));
      return;
    } catch (const IoError&) {
      ::usleep(200);
    }
}

TEST(Lock, ManyProcessesNeverHoldItTogether) {
  constexpr int processes = 4;
  constexpr int rounds = 100;
  const ScratchFolder folder;
  write_bytes(folder / "counter", "0");

  for (int process = 0; process < processes; ++process)
    if (::fork() == 0) {
      for (int round = 0; round < rounds; ++round) add_one(folder / "r.h5", folder / "counter");
      ::_exit(0);
    }
  for (int process = 0; process < processes; ++process) ::wait(nullptr);

  EXPECT_EQ(bytes_of(folder / "counter"), std::to_string(processes * rounds));
}

}  // namespace
}  // namespace kapprox
