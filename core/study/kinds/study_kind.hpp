// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What makes a kind of study: which methods it takes, what a case is, which scalars a trial gives,
// and how their moments become measures. The engine (plan, schedule, units, resume, checkpoints,
// results) works through this interface and knows no kind by name; a new kind is a class of its own
// and an entry in study_kinds.cpp.
#pragma once

#include <kapprox/kernel_method.hpp>

#include "methods/build.hpp"
#include "study/kinds/task.hpp"

#include <compare>
#include <span>
#include <string>
#include <vector>

namespace kapprox {

class Ground;

// The sizes that decide what a method costs.
struct ProblemShape {
  Index queries = 0;
  Index keys = 0;
  Index ambient_dim = 0;
  Index value_dim = 0;

  // clang-tidy 14 takes the 0 inside of it for a pointer.
  auto operator<=>(const ProblemShape&) const = default;  // NOLINT(modernize-use-nullptr)
};

ProblemShape shape_of(const InputProblem& problem);

// Some cases of a problem of this shape, where that tells what a trial costs.
struct ShapedSet final : CaseSet {
  ShapedSet(std::vector<OrderedCase> chosen, const ProblemShape& of)
      : CaseSet(std::move(chosen)), shape(of) {}

  ProblemShape shape;
};

// What the engine must know of a built method.
struct MethodFacts {
  bool random = false;              // false: one trial tells all
  bool rotation_invariant = false;  // may work in coordinates of the problem's span
  bool fits_data = false;           // another method where the problem has other rows
};

struct MethodCost {
  Index feature_dim = 0;            // D; 0 where there is none
  Index projections_per_token = 0;  // inner products with random directions
  double multiply_adds = 0;         // of one token in a kernel study, of one output otherwise
};

// One column or measure of the results file, in the words of docs/results.md.
struct ColumnText {
  const char* name;
  const char* long_name;
  const char* meaning;
};

// All numbers are dimensionless.
struct KindTexts {
  std::vector<ColumnText> costs;     // along config, beside feature_dim and projections_per_token
  std::vector<ColumnText> facts;     // along case; the first tells whether inputs changed
  std::vector<ColumnText> measures;  // along config and case, part of the digest
  const char* kept;                  // what `keep` keeps of a trial
};

// What one point is, beside its tally.
struct PointContext {
  std::span<const double> facts;  // of the case, in the order of KindTexts::facts
  bool random = false;
  std::int64_t trials_wanted = 0;
  MethodCost cost;
};

struct PointStatus {
  std::string word;     // one of the kind's words
  std::string message;  // sentences, "" where all is well
};

// A kernel method and the pairs that tell how it fares: what theory can judge of a config.
struct KernelView {
  const KernelMethod* method = nullptr;  // null: the config has none
  std::vector<Pair> pairs;               // rows of the ordered problem, evenly spread
  Index total = 0;                       // pairs that `pairs` stand for
};

// Of one chunk, at most, in the units of StudyKind::chunk_work: 2^26, some milliseconds to some
// tens of them.
inline constexpr double longest_chunk_work = 67'108'864.0;

class StudyKind {
 public:
  virtual ~StudyKind() = default;

  virtual std::string name() const = 0;
  virtual Kind method_kind() const = 0;  // of the [[methods]]
  virtual CaseUnit case_unit() const = 0;
  virtual const std::vector<std::string>& scalars() const = 0;  // of one trial, by name
  virtual const KindTexts& texts() const = 0;

  // True: a trial is a round of timing. Then rounds run one after the other and nothing runs beside
  // a unit, the kept value of a trial is its seconds, every trial is kept, and what the scalars say
  // goes to the group `timing`, which no digest sees.
  virtual bool measures_time() const { return false; }
  // Of such a kind: how long a trial lasts at a case at least, because short calls are repeated.
  virtual double least_trial_seconds() const { return 0.0; }
  // Of such a kind: whether others may be compared with this method.
  virtual bool is_baseline(const Method&) const { return false; }

  virtual MethodFacts facts(const Method& method) const = 0;
  virtual MethodCost cost(const Method& method, const ProblemShape& shape) const = 0;
  // The values of KindTexts::costs.
  virtual std::vector<double> costs(const MethodCost&) const { return {}; }
  // Why no method can serve a problem of this shape, from "a head has …" on; "" where one can.
  virtual std::string problem_refusal(const ProblemShape&) const { return ""; }
  // Why the method cannot serve a case, one sentence; "" where it can.
  virtual std::string refusal(const Method&, const Case&) const { return ""; }

  // Multiply-adds of `reference` on so many cases of this shape, to tell how long it takes.
  virtual double reference_work(const ProblemShape& shape, Index cases) const = 0;
  // The exact answers at the cases of a problem.
  virtual std::unique_ptr<const Reference> reference(const OrderedProblem& problem) const = 0;
  // Some cases of a problem, with what trials on them share: a ShapedSet where a kind says no more.
  virtual std::shared_ptr<const CaseSet> case_set(std::vector<OrderedCase> cases,
                                                  const Ground& ground, bool reduced) const;
  // A method fitted to a problem. Never throws what the method throws: its trials then fail.
  virtual std::unique_ptr<const Task> prepare(const Method& method, const Ground& ground,
                                              bool reduced, const Stream& address) const = 0;
  // Multiply-adds of a trial, of a set (for progress and prediction) and as chunks are cut by it:
  // that one is a function of the shape, D and the number of cases alone.
  virtual double trial_work(const MethodCost& cost, const CaseSet& set) const = 0;
  virtual double chunk_work(const MethodCost& cost, const ProblemShape& shape,
                            Index cases) const = 0;

  // The values of KindTexts::measures; NaN, never 0, where undefined or beyond the range of double.
  virtual std::vector<double> measure(const PointState& state,
                                      const PointContext& context) const = 0;
  // `measures` as measure gave them.
  virtual PointStatus status(const PointState& state, const PointContext& context,
                             std::span<const double> measures) const = 0;
  // What a run says where `count` of `points` points have this status; "" for nothing.
  virtual std::string warning(const std::string& word, std::int64_t count, std::int64_t points,
                              std::int64_t trials) const = 0;

  // What theory of the kernel can judge of a config on a problem, on at most `most` pairs.
  virtual KernelView kernel_view(const BuiltMethod&, const OrderedProblem&, Index) const {
    return {};
  }
};

// Every kind there is, in the order of the documentation.
const std::vector<const StudyKind*>& study_kinds();

// Null where there is none of this name.
const StudyKind* study_kind(const std::string& name);

}  // namespace kapprox
