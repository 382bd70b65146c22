// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The keys and values of a problem that some query may see under a mask, without gaps: what one
// query sees is then one run of rows. Rows are copied only where the mask hides keys; otherwise the
// views look at the problem, which must live on. What nobody sees is not read.
#pragma once

#include <kapprox/mask.hpp>
#include <kapprox/matrix.hpp>
#include <kapprox/problem.hpp>

#include <span>
#include <vector>

namespace kapprox {

class VisibleKeys {
 public:
  // Throws Error when the mask does not fit the keys, or values are given but not one per key.
  VisibleKeys(const Problem& problem, const Mask& mask);
  VisibleKeys(const VisibleKeys&) = delete;  // views may look at its own rows
  VisibleKeys& operator=(const VisibleKeys&) = delete;

  Index count() const { return keys_.rows; }          // n, at most n_k
  ConstMatrixView keys() const { return keys_; }      // n × rank
  ConstMatrixView values() const { return values_; }  // n × d_v

  // Rows of keys() and values() that a query sees; 0 … 0 where it sees none. Of the queries that
  // see any, neither end is before that of an earlier one.
  KeyRange range(Index query) const;

  // The problem's row of row `row`.
  Index original(Index row) const {
    return originals_.empty() ? row + first_ : originals_[static_cast<std::size_t>(row)];
  }

  // out (d_v) = the mean of the values that a query sees, summed in their order; zeros for none.
  void mean_value(Index query, std::span<double> out) const;
  // The same of every query (n_q × d_v). Without a window a run only grows, and its sum with it.
  void mean_values(MatrixView out) const;

 private:
  // Rows of keys() that come before row `key` of the problem.
  Index position(Index key) const;

  Mask mask_;
  Index queries_;
  Index key_count_;
  Index first_ = 0;               // of the problem's keys, that any query sees
  std::vector<Index> originals_;  // only where the mask hides keys
  Matrix own_keys_;
  Matrix own_values_;
  ConstMatrixView keys_;
  ConstMatrixView values_;
};

}  // namespace kapprox
