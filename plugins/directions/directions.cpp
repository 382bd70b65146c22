// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Enrols the laws of random directions; each law has its own file.
#include "laws.hpp"

KAPPROX_PLUGIN("directions", "1.0", registry) {
  registry.add<kapprox::Iid>("iid", "independent normal directions",
                             "Rahimi, Recht, \"Random features for large-scale kernel machines\", "
                             "NIPS 2007");
  registry.add<kapprox::Orthogonal>(
      "orthogonal", "blocks of d orthogonal directions with independent chi norms",
      "Yu et al., \"Orthogonal Random Features\", NIPS 2016; coupling: Choromanski et al., "
      "\"Rethinking Attention with Performers\", ICLR 2021, and docs/methods/directions.md");
  registry.add<kapprox::Regularised>(
      "regularised", "orthogonal blocks with norms fixed at √d: estimates SMREG, not exp(q·k)",
      "Choromanski et al., \"Rethinking Attention with Performers\", ICLR 2021, Theorem 1");
  registry.add<kapprox::Simplex>(
      "simplex", "blocks of d directions to the corners of a simplex, with independent chi norms",
      "Reid et al., \"Simplex Random Features\", ICML 2023");
  registry.add<kapprox::Hadamard>(
      "hadamard", "rows of products of three signed Hadamard matrices, with chi norms",
      "Yu et al., \"Orthogonal Random Features\", NIPS 2016, section 4");
  registry.add<kapprox::QuasiMonteCarlo>(
      "qmc", "Sobol points under a random digital shift, through the normal quantile",
      "Avron et al., \"Quasi-Monte Carlo feature maps for shift-invariant kernels\", JMLR 2016; "
      "Sobol numbers of Boost.Random");
}
