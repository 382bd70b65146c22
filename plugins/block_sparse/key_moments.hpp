// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Mean and covariance of the keys of a block, one key at a time and stable for any common vector:
// Welford, "Note on a method for calculating corrected sums of squares and products",
// Technometrics 4, 1962. Covariances are divided by the number of keys: they are those of the
// block, not estimates for a population.
#pragma once

#include <kapprox/matrix.hpp>

#include <span>
#include <vector>

namespace kapprox {

enum class Covariance { none, diagonal, full };

class KeyMoments {
 public:
  KeyMoments(Index dim, Covariance covariance);

  void add(std::span<const double> key, double weight = 1.0);
  // Weights so far, times `factor`.
  void reweigh(double factor);

  // No key follows: drops what only growth needs.
  void finish();
  // Leaves the mean alone; for what is finished.
  void forget_covariance();

  double weight() const { return weight_; }
  std::span<const double> mean() const { return mean_; }  // d numbers
  // Σ_lu, 0 ≤ l ≤ u < d; l = u where only the diagonal is kept.
  double covariance(Index l, Index u) const;

  // qᵀ Σ q, for a diagonal Σ_l Σ_ll q_l²; 0 without covariance.
  double quadratic(std::span<const double> query) const;
  // out[i] = the same of row i of queries (n × d), within rounding: some ten times as fast.
  void quadratics(ConstMatrixView queries, std::span<double> out) const;

 private:
  std::size_t place(Index l, Index u) const;

  Index dim_;
  Covariance covariance_;
  double weight_ = 0.0;  // of all keys
  std::vector<double> mean_;
  // Weight times the covariance: d numbers, or rows of the upper half.
  std::vector<double> scatter_;
  std::vector<double> difference_;  // of the last key to the mean before it
};

// How many numbers it holds when finished; d more while keys come.
double moment_numbers(Index dim, Covariance covariance);

}  // namespace kapprox
