// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// How many threads for_each_index may use.
#pragma once

namespace kapprox {

// 0 leaves it as it is: one per processor.
void use_threads(int threads);

// While it lives, for_each_index stays on the thread that calls it.
class OneThread {
 public:
  OneThread();
  ~OneThread();
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_;
};

}  // namespace kapprox
