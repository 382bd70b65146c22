// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Right multiplication under any mask, one panel of query chunks after the other: features of the
// keys that the panel multiplies out, states of those it reads whole, then its rows, each step over
// the threads of for_each_index. What is in memory at a time grows with the panel and with windows,
// not with the number of tokens.
#pragma once

#include "linear_chunks.hpp"

#include <kapprox/feature_map.hpp>
#include <kapprox/linear_state.hpp>

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace kapprox::linear {

class LinearRun {
 public:
  // values: one per visible key, d_v ≥ 0 columns. All that is given must outlive this.
  LinearRun(const FeatureSample& sample, const VisibleKeys& keys, ConstMatrixView values,
            ConstMatrixView queries, const Chunks& chunks, Storage storage);

  // Calls take(chunk, sums) once for each chunk of queries, from several threads.
  using Take = std::function<void(const QueryChunk&, const AttentionSums&)>;
  void run(const Take& take);

 private:
  using StatePointer = std::shared_ptr<const LinearState>;
  struct Panel;

  FlatSegments features_of(Side side, ConstMatrixView rows, KeyRange range) const;
  const FlatSegments* mapped(Index chunk) const;
  LinearState state_of(Index chunk) const;

  void map_keys(const Panel& panel);
  std::vector<StatePointer> prefix_states(const Panel& panel);
  void band_states(const Panel& panel);
  LinearState sum_of_band(KeyRange band) const;
  // Adds a chunk's state as a model would: rounded after every chunk.
  void extend(LinearState& state, const LinearState& chunk) const;

  const FeatureSample& sample_;
  const VisibleKeys& keys_;
  ConstMatrixView values_;
  ConstMatrixView queries_;
  const Chunks& chunks_;
  Storage storage_;

  std::map<Index, FlatSegments> features_;     // of chunks of keys that the panel multiplies out
  std::map<Index, LinearState> chunk_states_;  // of chunks of keys within the panel's bands
  LinearState prefix_;                         // of the first prefix_end_ chunks
  Index prefix_end_ = 0;
};

}  // namespace kapprox::linear
