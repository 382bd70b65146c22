// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Replaced for the whole program: every container of kapprox allocates through these.
#include "counted_memory.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::ptrdiff_t> live{0};
std::atomic<std::ptrdiff_t> most{0};

// Each block carries its size in front, in as many bytes as keep it aligned.
constexpr std::size_t header = alignof(std::max_align_t);

void* counted(std::size_t size) {
  void* block = std::malloc(size + header);
  if (block == nullptr) throw std::bad_alloc();
  *static_cast<std::size_t*>(block) = size;
  const std::ptrdiff_t now = live += static_cast<std::ptrdiff_t>(size);
  std::ptrdiff_t seen = most;
  while (now > seen && !most.compare_exchange_weak(seen, now)) {
  }
  return static_cast<char*>(block) + header;
}

void released(void* pointer) {
  if (pointer == nullptr) return;
  void* block = static_cast<char*>(pointer) - header;
  live -= static_cast<std::ptrdiff_t>(*static_cast<std::size_t*>(block));
  std::free(block);
}

}  // namespace

// Each form by itself: the address sanitizer has its own of those that are left out.
void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void operator delete(void* pointer) noexcept { released(pointer); }
void operator delete[](void* pointer) noexcept { released(pointer); }
void operator delete(void* pointer, std::size_t) noexcept { released(pointer); }
void operator delete[](void* pointer, std::size_t) noexcept { released(pointer); }

namespace kapprox {

std::ptrdiff_t live_bytes() { return live; }
void forget_peak() { most = live.load(); }
std::ptrdiff_t peak_bytes() { return most; }

}  // namespace kapprox
