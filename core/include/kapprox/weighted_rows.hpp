// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Weighted sums of runs of rows: the second product of attention, where each query has a run of
// keys of its own.
#pragma once

#include <kapprox/mask.hpp>
#include <kapprox/matrix.hpp>

#include <span>

namespace kapprox {

// out(i, c) += Σ_j weights(i, j) rows(j, c) over j in runs[i], which lies within the rows: weights
// is n × m, rows m × w, out n × w, runs n. Each element is one chain of fused multiply-adds in the
// order of j, so its bits depend on its own run alone; outside of it nothing is multiplied.
void add_weighted_rows(ConstMatrixView weights, std::span<const KeyRange> runs,
                       ConstMatrixView rows, MatrixView out);

}  // namespace kapprox
