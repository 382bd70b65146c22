// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The kind "spectrum": what the weights of attention methods hold, by mask: rank, entropy,
// concentration. A trial is one draw. Methods, cases and costs are those of attention studies.
#pragma once

#include "study/kinds/attention_kind.hpp"

namespace kapprox {

class SpectrumKind final : public AttentionKind {
 public:
  std::string name() const override { return "spectrum"; }
  const std::vector<std::string>& scalars() const override;
  const KindTexts& texts() const override;
  std::string problem_refusal(const ProblemShape& shape) const override;
  std::string refusal(const Method& method, const Case& one) const override;
  double reference_work(const ProblemShape& shape, Index cases) const override;
  std::unique_ptr<const Reference> reference(const OrderedProblem& problem) const override;
  std::unique_ptr<const Task> prepare(const Method& method, const Ground& ground, bool reduced,
                                      const Stream& address) const override;
  double chunk_work(const MethodCost& cost, const ProblemShape& shape, Index cases) const override;
  std::vector<double> measure(const PointState& state, const PointContext& context) const override;
  PointStatus status(const PointState& state, const PointContext& context,
                     std::span<const double> measures) const override;
  std::string warning(const std::string&, std::int64_t, std::int64_t, std::int64_t) const override {
    return "";
  }
};

}  // namespace kapprox
