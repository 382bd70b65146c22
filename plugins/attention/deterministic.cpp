// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "deterministic.hpp"

namespace kapprox {

namespace {

class Sample final : public AttentionSample {
 public:
  Sample(const DeterministicAttention& method, const Problem& problem, Mask mask)
      : method_(method), problem_(problem), mask_(std::move(mask)) {}

 private:
  AttentionOutput do_output() const override { return method_.output(problem_, mask_); }
  Matrix do_weights() const override { return method_.weights(problem_, mask_); }

  const DeterministicAttention& method_;
  Problem problem_;
  Mask mask_;
};

class Prepared final : public PreparedAttention {
 public:
  Prepared(const DeterministicAttention& method, const Problem& problem, Mask mask)
      : method_(method), problem_(problem), mask_(std::move(mask)) {}

 private:
  std::unique_ptr<const AttentionSample> do_draw(const Stream&) const override {
    return std::make_unique<const Sample>(method_, problem_, mask_);
  }

  const DeterministicAttention& method_;
  Problem problem_;
  Mask mask_;
};

}  // namespace

Matrix DeterministicAttention::weights(const Problem&, const Mask&) const {
  throw Error(
      "attention: weights were asked of a method without, but must be asked only where "
      "claims().has_weights; ask the claims first");
}

std::unique_ptr<const PreparedAttention> DeterministicAttention::do_prepare(
    const Problem& problem, const Mask& mask) const {
  return std::make_unique<const Prepared>(*this, problem, mask);
}

}  // namespace kapprox
