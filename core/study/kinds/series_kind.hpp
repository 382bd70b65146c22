// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The kind "series": softmax methods on rows of logits. A trial gives errors of the log-sum-exp and
// of the weights (series_task.hpp); there is one, since softmax methods are deterministic.
#pragma once

#include "study/kinds/study_kind.hpp"

namespace kapprox {

class SeriesKind final : public StudyKind {
 public:
  std::string name() const override { return "series"; }
  Kind method_kind() const override { return Kind::softmax; }
  CaseUnit case_unit() const override { return CaseUnit::row; }
  const std::vector<std::string>& scalars() const override;
  const KindTexts& texts() const override;
  MethodFacts facts(const Method&) const override { return {false, false, false}; }
  MethodCost cost(const Method&, const ProblemShape&) const override { return {}; }
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
