// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The one list of kinds.
#include "study/kinds/study_kind.hpp"

#include "study/ground.hpp"
#include "study/kinds/attention_kind.hpp"
#include "study/kinds/blocks_kind.hpp"
#include "study/kinds/kernel_kind.hpp"
#include "study/kinds/scaling_kind.hpp"
#include "study/kinds/series_kind.hpp"
#include "study/kinds/spectrum_kind.hpp"

namespace kapprox {

ProblemShape shape_of(const InputProblem& problem) {
  return {problem.queries.rows(), problem.keys.rows(), problem.ambient_dim, problem.values.cols()};
}

std::shared_ptr<const CaseSet> StudyKind::case_set(std::vector<OrderedCase> cases,
                                                   const Ground& ground, bool) const {
  return std::make_shared<const ShapedSet>(std::move(cases), shape_of(*ground.ordered().source));
}

const std::vector<const StudyKind*>& study_kinds() {
  static const KernelKind kernel;
  static const AttentionKind attention;
  static const SpectrumKind spectrum;
  static const ScalingKind scaling;
  static const SeriesKind series;
  static const BlocksKind blocks;
  static const std::vector<const StudyKind*> kinds = {&kernel,  &attention, &spectrum,
                                                      &scaling, &series,    &blocks};
  return kinds;
}

const StudyKind* study_kind(const std::string& name) {
  for (const StudyKind* kind : study_kinds())
    if (kind->name() == name) return kind;
  return nullptr;
}

}  // namespace kapprox
