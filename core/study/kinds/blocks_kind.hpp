// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The kind "blocks": block scorers on whole problems, whose keys come in blocks. A trial is all
// queries of a problem (blocks_task.hpp); there is one, since scorers are deterministic.
#pragma once

#include "study/kinds/study_kind.hpp"

namespace kapprox {

class BlocksKind final : public StudyKind {
 public:
  std::string name() const override { return "blocks"; }
  Kind method_kind() const override { return Kind::scorer; }
  CaseUnit case_unit() const override { return CaseUnit::blocks; }
  const std::vector<std::string>& scalars() const override;
  const KindTexts& texts() const override;
  MethodFacts facts(const Method& method) const override;
  MethodCost cost(const Method& method, const ProblemShape& shape) const override;
  std::string refusal(const Method& method, const Case& one) const override;
  std::unique_ptr<const Reference> reference(const OrderedProblem& problem) const override;
  double reference_work(const ProblemShape& shape, Index cases) const override;
  std::unique_ptr<const Task> prepare(const Method& method, const Ground& ground, bool reduced,
                                      const Stream& address) const override;
  double trial_work(const MethodCost& cost, const CaseSet& set) const override;
  double chunk_work(const MethodCost& cost, const ProblemShape& shape, Index cases) const override;
  std::vector<double> measure(const PointState& state, const PointContext& context) const override;
  PointStatus status(const PointState& state, const PointContext& context,
                     std::span<const double> measures) const override;
  std::string warning(const std::string& word, std::int64_t count, std::int64_t points,
                      std::int64_t trials) const override;
};

}  // namespace kapprox
