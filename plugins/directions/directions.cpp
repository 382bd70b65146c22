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
}
