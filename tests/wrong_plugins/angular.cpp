// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Faults: ω reused as τ, which makes the estimate biased; and λ on the wrong base, which leaves it
// unbiased and makes it worst where it should be exact. The third one is right: what the kit must
// pass.
#include "angular.hpp"

KAPPROX_PLUGIN("angular", "1.0", registry) {
  using namespace kapprox;
  const char* reference = "Choromanski et al., \"Hybrid Random Features\", ICLR 2022";
  registry.add<Angular<AngularFaults{.tau_is_omega = true}>>(
      "tau_is_omega", "angular hybrid whose signs come from its frequencies", reference);
  registry.add<Angular<AngularFaults{.swapped_lambda = true}>>(
      "swapped_lambda", "angular hybrid with its bases exchanged", reference);
  registry.add<Angular<AngularFaults{}>>("right_hybrid", "angular hybrid without a fault",
                                         reference);
}
