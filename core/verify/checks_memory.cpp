// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Leaks and undefined behaviour. Built with the address sanitizer, the kit asks it for leaks, and
// every check ran under its eyes; otherwise the heap must not grow steadily over many lives of a
// method.
#include "verify/answers.hpp"
#include "verify/checks.hpp"

#include <malloc.h>

// g++ says it by a macro, clang by a feature.
#if defined(__SANITIZE_ADDRESS__)
#define KAPPROX_FINDS_LEAKS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KAPPROX_FINDS_LEAKS
#endif
#endif

#if defined(KAPPROX_FINDS_LEAKS)
#include <sanitizer/lsan_interface.h>
#endif

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view check = "memory: nothing is kept";
#if defined(KAPPROX_FINDS_LEAKS)
constexpr std::uint64_t cycles = 2;  // one leaked block is enough
#else
constexpr std::uint64_t cycles = 16;
#endif

void live_once(const KernelSubject& subject, const TestProblem& problem, std::uint64_t trial) {
  const BuiltMethod built = subject.rebuild();
  const auto& method = dynamic_cast<const KernelMethod&>(*built.method);
  const auto prepared = method.prepare(problem.problem());
  answer_of(*prepared->draw(subject.stream("memory").trial(trial)), problem);
}

#if defined(KAPPROX_FINDS_LEAKS)

// The sanitizer prints what it finds; this only says that it found something.
void judge_leaks(Ledger& ledger, const std::string& place) {
  ledger.holds(check, __lsan_do_recoverable_leak_check() == 0,
               "the address sanitizer found a leak: see standard error", place);
}

#else

// The smallest block the C library hands out: one kept in every life grows the heap by this much.
constexpr std::size_t smallest_block = 16;

std::size_t bytes_in_use() {
  const struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
}

// Whether the C library sees the heap at all: a sanitizer's allocator may stand in front of it.
bool counts() {
  const std::size_t before = bytes_in_use();
  const std::vector<char> block(1 << 16);
  return bytes_in_use() >= before + block.size();
}

// The least growth of the heap in three runs of `live`.
std::size_t least_growth(const std::function<void()>& live) {
  std::size_t least = SIZE_MAX;
  for (int run = 0; run < 3; ++run) {
    const std::size_t before = bytes_in_use();
    live();
    const std::size_t after = bytes_in_use();
    least = std::min(least, after > before ? after - before : 0);
  }
  return least;
}

#endif

}  // namespace

void check_memory(KernelSubject& subject, Ledger& ledger) {
  const TestProblem problem = cloud_problem(subject.feature_dims().front(), 1.0);
  const std::string place = trial_place(problem, 0);
  const auto live = [&] {
    for (std::uint64_t trial = 0; trial < cycles; ++trial) live_once(subject, problem, trial);
  };
  live();  // what is made once may stay, and the C library keeps some freed blocks at hand
#if defined(KAPPROX_FINDS_LEAKS)
  judge_leaks(ledger, place);
#else
  if (!counts()) {
    ledger.not_applicable(check, "the allocator of this build does not count");
    return;
  }
  const std::size_t growth = least_growth(live);
  ledger.holds(check, growth < cycles * smallest_block,
               fmt::format("the heap grows by {} bytes and more in every {} lives of the method "
                           "(build, prepare, draw, map)",
                           growth, cycles),
               place);
#endif
}

}  // namespace kapprox
