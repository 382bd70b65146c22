// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The methods of this folder: features of exp(q·k) from random polynomials.
#include "counts.hpp"
#include "gegenbauer.hpp"
#include "random_maclaurin.hpp"
#include "tensor_sketch.hpp"

#include <kapprox/plugin.hpp>

KAPPROX_PLUGIN("sketch", "1.0", registry) {
  using namespace kapprox::sketch;
  registry.add<RandomMaclaurin>(
      "random_maclaurin", "random powers of q·k by products of random signs: unbiased, signed",
      "Kar, Karnick, \"Random feature maps for dot product kernels\", AISTATS 2012, algorithm 1");
  registry.add<TensorSketch>(
      "tensor_sketch", "Taylor polynomial of exp(q·k), each power hashed into buckets",
      "Pham, Pagh, \"Fast and scalable polynomial kernels via explicit feature maps\", KDD 2013");
  registry.add<Gegenbauer>(
      "gegenbauer", "zonal harmonics of random degree: exp(r² cos θ) for vectors of one norm r",
      "Han, Zandieh, Avron, \"Random Gegenbauer features for scalable kernel methods\", ICML 2022");
  registry.add<Poisson>(
      "poisson", "random monomials with Poisson exponents (PoisRF): unbiased, signed",
      "Likhosherstov et al., \"Chefs' random tables: non-trigonometric random features\", NeurIPS "
      "2022, PoisRF");
  registry.add<Geometric>(
      "geometric", "random monomials with geometric exponents (GeomRF): unbiased, signed",
      "Likhosherstov et al., \"Chefs' random tables: non-trigonometric random features\", NeurIPS "
      "2022, GeomRF");
}
