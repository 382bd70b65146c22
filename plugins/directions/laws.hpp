// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The laws of this plugin. Under all but `regularised` and `hadamard` each direction is N(0, I_d),
// so that every unbiased map stays unbiased. docs/methods/directions.md has their formulas.
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
// fewer than d directions is the beginning of a whole one, here and below.
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

// The same with norms fixed at √d: the regularised softmax kernel SMREG takes the place of exp.
// Choromanski et al., "Rethinking Attention with Performers", ICLR 2021, Theorem 1.
class Regularised final : public Directions {
 private:
  DirectionClaims do_claims() const override;
  DirectionDraw do_draw(const Stream& stream, const DirectionRequest& request) const override;
  std::optional<TermLaw> do_law(const DirectionTerm& term, Index ambient_dim) const override;
  std::optional<LogNumber> do_coupling(const DirectionTerm& term, Index ambient_dim,
                                       Index count) const override;
};

// ω_i = g_i Rᵀ σ_i: σ_i the d corners of a regular simplex, R Haar, g_i ~ χ_d independent. Reid et
// al., "Simplex Random Features", ICML 2023.
class Simplex final : public Directions {
 private:
  DirectionClaims do_claims() const override;
  DirectionDraw do_draw(const Stream& stream, const DirectionRequest& request) const override;
  std::optional<LogNumber> do_coupling(const DirectionTerm& term, Index ambient_dim,
                                       Index count) const override;
};

// Rows of H D_3 H D_2 H D_1 in p ≥ d dimensions, p a power of two, with χ_p norms, cut to their
// first d coordinates. Yu et al., "Orthogonal Random Features", NIPS 2016, section 4.
class Hadamard final : public Directions {
 private:
  DirectionClaims do_claims() const override;
  DirectionDraw do_draw(const Stream& stream, const DirectionRequest& request) const override;
};

// Sobol points under a random digital shift, through the normal quantile. Throws InputError where
// the table of direction numbers ends.
class QuasiMonteCarlo final : public Directions {
 private:
  // Throws InputError beyond 3667 dimensions, as do_draw does.
  void do_check_problem(const Problem& problem) const override;
  DirectionClaims do_claims() const override;
  DirectionDraw do_draw(const Stream& stream, const DirectionRequest& request) const override;
};

}  // namespace kapprox
