// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Runs a piece of a test under each instruction set with fused multiply-adds that this processor
// has: the promise of equal bits is theirs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <hwy/targets.h>

namespace kapprox {

class InstructionSet {
 public:
  explicit InstructionSet(std::int64_t target) { choose(target); }
  ~InstructionSet() { choose(0); }  // 0: whatever the processor has
  InstructionSet(const InstructionSet&) = delete;
  InstructionSet& operator=(const InstructionSet&) = delete;

 private:
  static void choose(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

// Best first.
inline std::vector<std::int64_t> fused_targets() {
  std::vector<std::int64_t> targets;
  for (const std::int64_t target :
       {std::int64_t{HWY_AVX3_DL}, std::int64_t{HWY_AVX3}, std::int64_t{HWY_AVX2}})
    if ((hwy::SupportedTargets() & target) != 0) targets.push_back(target);
  return targets;
}

// The results of `work` under each of fused_targets().
template <class Result>
std::vector<Result> under_each_target(const std::function<Result()>& work) {
  std::vector<Result> results;
  for (const std::int64_t target : fused_targets()) {
    const InstructionSet chosen(target);
    results.push_back(work());
  }
  return results;
}

}  // namespace kapprox
