// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Block scorers: what a block of keys is worth to a query before any of its keys is looked at. The
// score stands for the logarithm of the block's share of the softmax,
//
//   S_B(q) = log Σ_{t∈B} exp(q·k_t),
//
// and is taken from a summary of the keys, which grows with them:
//
//   method = parameters → prepare(problem) → begin_block(), add keys …, finish() → score(query)
//
// Scorers are deterministic. Queries and keys come scaled, so that there is no factor 1/√d inside.
// A scorer may look at the calibration queries of its problem, which are given for that; a summary
// sees its own keys and nothing else, so a causal order holds whatever the scorer does. A method
// outlives what it prepared, and that outlives its blocks. Methods, prepared scorers, and summaries
// while nothing is added are used by many threads at once.
#pragma once

#include <kapprox/matrix.hpp>
#include <kapprox/method.hpp>
#include <kapprox/parameters.hpp>

#include <functional>
#include <memory>
#include <span>
#include <utility>

namespace kapprox {

struct ScorerClaims {
  bool exact = false;              // the score is S_B within rounding
  bool lower_bound = false;        // it is at most S_B, for every query and block
  bool upper_bound = false;        // it is at least S_B
  bool estimates_log_mass = true;  // false: scores rank blocks of one size, and stand for no S_B
  bool key_equivariant = true;     // the order of the keys of a block does not matter
  bool uses_calibration = false;   // prepare looks at calibration queries, and needs some
};

// Of a block of `keys` keys of width d.
struct ScorerCost {
  double summary_numbers = 0;  // what is kept of a full block, after finish()
  double growing_numbers = 0;  // what is held while keys may still come
  double multiply_adds = 0;    // of one score
  // Of each key that is added, its share of what is done once for a block included; 0 where it is
  // only kept or compared.
  double multiply_adds_of_key = 0;
};

struct ScorerProblem {
  Index dim = 0;                     // d ≥ 1
  ConstMatrixView calibration = {};  // n_c × d: queries to look at beforehand; 0 × 0: none
};

// What a scorer keeps of the keys of one block.
class BlockSummary {
 public:
  explicit BlockSummary(Index dim) : dim_(dim) {}
  virtual ~BlockSummary() = default;
  BlockSummary(const BlockSummary&) = delete;
  BlockSummary& operator=(const BlockSummary&) = delete;

  Index dim() const { return dim_; }
  Index size() const { return size_; }  // how many keys were added

  // keys: n × d. The same keys give the same bits, one at a time or together. Keys need not live
  // on. Throws Error when the width is not d.
  void add(ConstMatrixView keys);
  void add(std::span<const double> key);

  // The block is full: what only growth needs may be dropped, and scores keep their bits. Whoever
  // adds a key afterwards gets an Error; calling it again does nothing.
  void finish();

  // −infinity for a block without keys. Throws Error when the query has not d numbers.
  double score(std::span<const double> query) const;

  // out[i] = the score of row i of queries (n × d), within rounding. Throws as above, and when out
  // has not n numbers.
  void scores(ConstMatrixView queries, std::span<double> out) const;

 private:
  // size() counts the keys before this one.
  virtual void do_add(std::span<const double> key) = 0;
  // Keys were added and others may follow: the place for work that is not worth doing for each. It
  // must depend on what was added alone, not on how often it was called.
  virtual void do_settle() {}
  // Called once, settled and with a key at least. For scorers that hold more than scores need.
  virtual void do_finish() {}
  virtual double do_score(std::span<const double> query) const = 0;
  // For scorers that are faster on many queries at once; a score's bits must not depend on the
  // others.
  virtual void do_scores(ConstMatrixView queries, std::span<double> out) const;

  Index dim_;
  Index size_ = 0;
  bool is_full_ = false;
};

using BlockMaker = std::function<std::unique_ptr<BlockSummary>()>;

// A scorer that has seen its calibration queries. Summaries of its blocks are independent.
class PreparedScorer {
 public:
  explicit PreparedScorer(BlockMaker maker) : maker_(std::move(maker)) {}

  std::unique_ptr<BlockSummary> begin_block() const { return maker_(); }

 private:
  BlockMaker maker_;
};

class BlockScorer : public Method {
 public:
  static constexpr Kind kind = Kind::scorer;
  static void declare(Declarations&) {}

  ScorerClaims claims() const { return do_claims(); }
  ScorerCost cost(Index keys, Index dim) const { return do_cost(keys, dim); }

  // Throws Error when calibration queries are missing where they are used, or their width is not
  // the problem's.
  PreparedScorer prepare(const ScorerProblem& problem) const;

 private:
  virtual ScorerClaims do_claims() const = 0;
  virtual ScorerCost do_cost(Index keys, Index dim) const = 0;
  // Makes empty summaries for keys of width problem.dim, whenever it is called and on any thread.
  // It may outlive the problem's queries.
  virtual BlockMaker do_prepare(const ScorerProblem& problem) const = 0;
};

}  // namespace kapprox
