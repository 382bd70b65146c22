// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Enrols the positive maps whose directions are weighted by a Gaussian fitted to the data.
#include "oprf.hpp"
#include "sderf.hpp"

KAPPROX_PLUGIN("gaussian_tilt", "1.0", registry) {
  registry.add<kapprox::Oprf>(
      "oprf", "positive features with one tilt fitted to the data (FAVOR++): unbiased, bounded",
      "Likhosherstov et al., \"Chefs' Random Tables: Non-Trigonometric Random Features\", NeurIPS "
      "2022; antithetic: docs/methods/gaussian_tilt.md");
  registry.add<kapprox::Sderf>(
      "sderf", "positive features with a tilt per direction of the data (FAVOR#): unbiased",
      "Likhosherstov et al., \"Dense-Exponential Random Features: Sharp Positive Estimators of the "
      "Gaussian Kernel\", NeurIPS 2023; antithetic: docs/methods/gaussian_tilt.md");
}
