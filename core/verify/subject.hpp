// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One config of a kernel method under test, with the Monte Carlo that several checks share.
#pragma once

#include "verify/configs.hpp"
#include "verify/estimates.hpp"
#include "verify/judge.hpp"

#include <kapprox/feature_map.hpp>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace kapprox {

class KernelSubject {
 public:
  // `rebuild` makes the same config anew. Tries every dimension once: those that the method refuses
  // with an InputError are left out, and the ledger says so; all of them only where it need not
  // work.
  KernelSubject(const KernelMethod& method, const VerifyOptions& options,
                std::function<BuiltMethod()> rebuild, bool must_work, Ledger& ledger);

  const KernelMethod& method() const { return method_; }
  const Claims& claims() const { return claims_; }
  const VerifyOptions& options() const { return options_; }
  BuiltMethod rebuild() const { return rebuild_(); }

  const std::vector<Index>& dims() const { return dims_; }  // accepted ones
  bool has_features() const { return has_features_; }       // samples are FeatureSamples
  // Those where features of a few rows are no burden; the first one in any case.
  const std::vector<Index>& feature_dims() const { return feature_dims_; }

  // Shared Monte Carlo, made when first asked for; reduced ones only where rotation invariance is
  // claimed.
  Estimates& plane(Index dim);
  Estimates& axes(Index dim);
  Estimates& turned_axes(Index dim);
  Estimates& reduced_plane(Index dim);

  // Address of draws that no Monte Carlo uses.
  Stream stream(std::string_view check) const;

 private:
  Estimates& made(const TestProblem& problem);

  const KernelMethod& method_;
  const VerifyOptions& options_;
  std::function<BuiltMethod()> rebuild_;
  Claims claims_;
  std::vector<Index> dims_;
  std::vector<Index> feature_dims_;
  bool has_features_ = false;
  std::map<std::pair<std::string, Index>, std::unique_ptr<Estimates>> estimates_;
};

// "d = 5, trial 3".
std::string trial_place(const TestProblem& problem, Index trial);

}  // namespace kapprox
