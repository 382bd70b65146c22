// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Attention methods that draw nothing and fit nothing: what a sample answers is computed from the
// problem and the mask, which the prepared method and its samples carry along.
#pragma once

#include <kapprox/plugin.hpp>

#include <memory>

namespace kapprox {

class DeterministicAttention : public AttentionMethod {
 public:
  // Arguments are checked by then.
  virtual AttentionOutput output(const Problem& problem, const Mask& mask) const = 0;
  // Throws Error where the method has no weights.
  virtual Matrix weights(const Problem& problem, const Mask& mask) const;

 private:
  std::unique_ptr<const PreparedAttention> do_prepare(const Problem& problem,
                                                      const Mask& mask) const final;
};

}  // namespace kapprox
