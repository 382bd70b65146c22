// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Enrols well; the method's constructor throws.
#include "method.hpp"

#include <kapprox/plugin.hpp>

#include <stdexcept>

namespace {

struct Unlucky : kapprox::bad::Idle {
  Unlucky() { throw std::runtime_error("the table of primes is missing"); }
};

}  // namespace

KAPPROX_PLUGIN("constructor_throws", "1.0", registry) {
  registry.add<Unlucky>("unlucky", "cannot be built", "nobody");
}
