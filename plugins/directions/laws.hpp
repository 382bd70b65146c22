// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The laws of this plugin. Both have normal marginals, so every unbiased map stays unbiased.
#pragma once

#include <kapprox/plugin.hpp>

namespace kapprox {

// ω_1 … ω_m independent, each N(0, I_d).
class Iid final : public Directions {
 private:
  DirectionClaims do_claims() const override;
  DirectionDraw do_draw(const Stream& stream, const DirectionRequest& request) const override;
};

// ω_i = g_i u_i: blocks of d orthonormal u_i, uniform (Haar) and independent between blocks, with
// independent norms g_i ~ χ_d. Yu et al., "Orthogonal Random Features", NIPS 2016. A last block of
// fewer than d directions is the beginning of a whole one.
class Orthogonal final : public Directions {
 private:
  DirectionClaims do_claims() const override;
  DirectionDraw do_draw(const Stream& stream, const DirectionRequest& request) const override;
  std::optional<LogNumber> do_coupling(const DirectionTerm& term, Index ambient_dim,
                                       Index count) const override;
  std::optional<LogNumber> do_cross_coupling(const DirectionTerm& a, const DirectionTerm& b,
                                             double cosine, Index ambient_dim,
                                             Index count) const override;
};

}  // namespace kapprox
