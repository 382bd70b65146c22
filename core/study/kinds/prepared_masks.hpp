// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// An attention method fitted to a problem under the mask of each case, when first needed.
#pragma once

#include <kapprox/attention_method.hpp>

#include "study/canonical.hpp"

#include <deque>
#include <exception>
#include <memory>
#include <mutex>

namespace kapprox {

class PreparedMasks {
 public:
  // The method and the problem's matrices must outlive it.
  PreparedMasks(const AttentionMethod& method, const Problem& problem, Index cases)
      : method_(method), problem_(problem), slots_(static_cast<std::size_t>(cases)) {}

  const AttentionMethod& method() const { return method_; }
  const Problem& problem() const { return problem_; }

  // Throws what prepare threw.
  const PreparedAttention& at(const OrderedCase& one) const;

 private:
  struct Slot {
    std::once_flag once;
    std::unique_ptr<const PreparedAttention> prepared;
    std::exception_ptr thrown;
  };

  const AttentionMethod& method_;
  Problem problem_;
  mutable std::deque<Slot> slots_;  // by place of the case
};

}  // namespace kapprox
