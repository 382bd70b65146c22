// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Linear attention from any feature map: what a study gives, and what a map fitted to a problem and
// a mask then does.
#pragma once

#include "linear_chunks.hpp"

#include <kapprox/attention_method.hpp>
#include <kapprox/feature_map.hpp>
#include <kapprox/storage.hpp>

#include <memory>

namespace kapprox::linear {

struct Settings {
  std::shared_ptr<const FeatureMap> map;
  Index window;  // 0: none
  Storage storage;
  Index chunk;        // rows that share a state
  Index calibration;  // 0: none
};

class PreparedLinear final : public PreparedAttention {
 public:
  // `mask` is that of the problem and the method's own window together.
  PreparedLinear(const Settings& settings, const Problem& problem, const Mask& mask);

  AttentionOutput output(const KernelSample* sample) const;
  Matrix weights(const KernelSample* sample) const;

 private:
  std::unique_ptr<const AttentionSample> do_draw(const Stream& stream) const override;
  std::optional<AttentionTheory> do_theory() const override;

  // The first `calibration` positions, as a problem of their own.
  Problem first_rows() const;
  Mask mask_of_first_rows() const;
  Problem fitted_problem() const;
  KeyRange linear_rows() const { return {exact_rows_, problem_.queries.rows}; }
  void add_weights(const FeatureSample& sample, const AttentionOutput& output, Matrix& out) const;

  const Settings& settings_;
  Problem problem_;
  Mask mask_;
  VisibleKeys visible_;
  Index exact_rows_;  // queries before the end of the calibration, under a causal mask
  std::unique_ptr<const PreparedKernel> map_;  // null where no key is visible
};

}  // namespace kapprox::linear
