// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Finding out where a config works at all, and keeping its Monte Carlo.
#include "verify/subject.hpp"

#include "verify/accepted_dims.hpp"

#include <utility>

#include <fmt/format.h>

namespace kapprox {

namespace {

// Some 30 mappings of 7 rows each, in several checks: seconds beyond this number.
constexpr Index most_features = 20'000;

}  // namespace

KernelSubject::KernelSubject(const KernelMethod& method, const VerifyOptions& options,
                             std::function<BuiltMethod()> rebuild, bool must_work, Ledger& ledger)
    : method_(method), options_(options), rebuild_(std::move(rebuild)), claims_(method.claims()) {
  const auto ask = [this](Index dim) { method_.check_problem(plane_problem(dim).problem()); };
  dims_ = accepted_dims(
      "life: prepare, draw, estimate", options, must_work, ledger, ask, [this](Index dim) {
        const TestProblem problem = plane_problem(dim);
        const auto prepared = method_.prepare(problem.problem());
        const auto sample = prepared->draw(stream("life"));
        estimates_of(*sample, problem);
        has_features_ = dynamic_cast<const FeatureSample*>(sample.get()) != nullptr;
        if (feature_dims_.empty() || !has_features_ ||
            method_.cost(dim).feature_dim <= most_features)
          feature_dims_.push_back(dim);
      });
}

Stream KernelSubject::stream(std::string_view check) const {
  return Stream(options_.seed).at("verify").at(check);
}

Estimates& KernelSubject::made(const TestProblem& problem) {
  std::unique_ptr<Estimates>& estimates = estimates_[{problem.name, problem.ambient_dim}];
  if (!estimates)
    estimates = std::make_unique<Estimates>(method_, problem, stream("trials"),
                                            claims_.random ? options_.trials : 2);
  return *estimates;
}

Estimates& KernelSubject::plane(Index dim) { return made(plane_problem(dim)); }
Estimates& KernelSubject::axes(Index dim) { return made(axes_problem(dim)); }
Estimates& KernelSubject::turned_axes(Index dim) { return made(rotated(axes_problem(dim))); }
Estimates& KernelSubject::reduced_plane(Index dim) { return made(reduced(plane_problem(dim))); }

std::string trial_place(const TestProblem& problem, Index trial) {
  return fmt::format("{} problem, d = {}, trial {}", problem.name, problem.ambient_dim, trial);
}

}  // namespace kapprox
