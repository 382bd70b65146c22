// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The families of checks. Each writes to the ledger (through the judge where it is Monte Carlo) and
// throws only what the method under test throws.
#pragma once

#include "verify/judge.hpp"
#include "verify/subject.hpp"

namespace kapprox {

// Of an enrolled method, whatever its kind: texts, ranges, refusals of wrong values.
void check_parameters(const Registry& registry, const MethodEntry& entry,
                      const VerifyOptions& options, Ledger& ledger);

// Of one config of a kernel method.
void check_purity(KernelSubject& subject, Ledger& ledger);    // same address, same bytes
void check_sharing(KernelSubject& subject, Ledger& ledger);   // one draw for queries and keys
void check_threads(KernelSubject& subject, Ledger& ledger);   // many threads, same bytes
void check_claims(KernelSubject& subject, Judge& judge);      // random, unbiased, nonnegative, …
void check_points(KernelSubject& subject, Ledger& ledger);    // exact at q = k, q = −k, 0
void check_theory(KernelSubject& subject, Judge& judge);      // mean, variance, fourth moment
void check_features(KernelSubject& subject, Ledger& ledger);  // shapes, scales, induced estimate
void check_batches(KernelSubject& subject, Ledger& ledger);   // a row alone is the row in a batch
void check_range(KernelSubject& subject, Ledger& ledger);     // finite at squared norms up to 4000
void check_reduction(KernelSubject& subject, Judge& judge);   // span coordinates, same law
void check_memory(KernelSubject& subject, Ledger& ledger);    // nothing is kept

}  // namespace kapprox
