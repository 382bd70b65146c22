// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The kind "scaling": how time and memory of attention methods grow with the length. A trial is one
// round of timing. Methods, cases and costs are those of attention studies; what is measured stands
// in the group `timing` (round_times.hpp), and the root holds what can be counted.
#pragma once

#include "study/kinds/attention_kind.hpp"

namespace kapprox {

class ScalingKind final : public AttentionKind {
 public:
  std::string name() const override { return "scaling"; }
  bool measures_time() const override { return true; }
  double least_trial_seconds() const override;
  bool is_baseline(const Method& method) const override;
  const std::vector<std::string>& scalars() const override;
  const KindTexts& texts() const override;
  MethodFacts facts(const Method& method) const override;
  double reference_work(const ProblemShape& shape, Index cases) const override;
  std::unique_ptr<const Reference> reference(const OrderedProblem& problem) const override;
  std::unique_ptr<const Task> prepare(const Method& method, const Ground& ground, bool reduced,
                                      const Stream& address) const override;
  double trial_work(const MethodCost& cost, const CaseSet& set) const override;
  double chunk_work(const MethodCost& cost, const ProblemShape& shape, Index cases) const override;
  std::vector<double> measure(const PointState& state, const PointContext& context) const override;
  PointStatus status(const PointState& state, const PointContext& context,
                     std::span<const double> measures) const override;
  std::string warning(const std::string&, std::int64_t, std::int64_t, std::int64_t) const override {
    return "";
  }
};

}  // namespace kapprox
