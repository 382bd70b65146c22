// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Kernel methods: anything that estimates exp(q·k) for given pairs. The order of life is
//
//   method = parameters  →  prepare(problem) fits once  →  draw(stream) makes a sample  →  estimate
//
// Each public call checks its arguments and calls one private do_… hook, which may assume valid
// ones. A method outlives what it prepared; a prepared method outlives its samples. All three are
// immutable and used by many threads at once; a sample draws nothing more.
#pragma once

#include <kapprox/claims.hpp>
#include <kapprox/log_number.hpp>
#include <kapprox/method.hpp>
#include <kapprox/parameters.hpp>
#include <kapprox/problem.hpp>
#include <kapprox/stream.hpp>

#include <memory>
#include <optional>
#include <span>

namespace kapprox {

// One independent random draw of a prepared method.
class KernelSample {
 public:
  virtual ~KernelSample() = default;

  // out[p] ≈ exp(q·k) for q = row pairs[p].query of queries (n_q × rank), k = row pairs[p].key of
  // keys (n_k × rank), in the coordinates of the problem. Throws Error on sizes that disagree.
  void estimate(ConstMatrixView queries, ConstMatrixView keys, std::span<const Pair> pairs,
                std::span<LogNumber> out) const;

 private:
  virtual void do_estimate(ConstMatrixView queries, ConstMatrixView keys,
                           std::span<const Pair> pairs, std::span<LogNumber> out) const = 0;
};

// A method fitted once to a problem.
class PreparedKernel {
 public:
  virtual ~PreparedKernel() = default;

  std::unique_ptr<const KernelSample> draw(const Stream& stream) const { return do_draw(stream); }

  // Closed-form mean and variance of one estimate, where known. query and key have rank entries.
  std::optional<Theory> theory(std::span<const double> query, std::span<const double> key) const;

 private:
  virtual std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const = 0;
  virtual std::optional<Theory> do_theory(std::span<const double> query,
                                          std::span<const double> key) const;
};

class KernelMethod : public Method {
 public:
  static constexpr Kind kind = Kind::kernel;
  static void declare(Declarations&) {}

  Claims claims() const { return do_claims(); }
  Cost cost(Index ambient_dim) const { return do_cost(ambient_dim); }

  // Throws Error when the problem's matrices disagree in width or rank exceeds ambient_dim.
  std::unique_ptr<const PreparedKernel> prepare(const Problem& problem) const;

 private:
  virtual Claims do_claims() const = 0;
  virtual Cost do_cost(Index ambient_dim) const = 0;
  virtual std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const = 0;
};

}  // namespace kapprox
