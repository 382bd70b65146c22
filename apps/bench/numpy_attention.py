#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""The exact attention of exact_attention.cpp as one would write it in NumPy: float64, one head of width
64, blocks of 128 queries against all keys they see, every step but the products in place. Memory is
128 rows of logits. Prints the best milliseconds, in processor time of the thread, as JSON.
"""

import argparse
import json
import time

import numpy as np

BLOCK = 128


def attention(queries, keys, values, causal, out):
    n = len(queries)
    hidden = np.triu(np.ones((BLOCK, BLOCK), bool), 1)
    for first in range(0, n, BLOCK):
        last = min(first + BLOCK, n)
        seen = last if causal else n
        logits = queries[first:last] @ keys[:seen].T
        if causal:
            logits[:, first:][hidden[: last - first, : last - first]] = -np.inf
        logits -= logits.max(axis=1, keepdims=True)
        np.exp(logits, out=logits)
        mass = logits.sum(axis=1, keepdims=True)
        np.matmul(logits, values[:seen], out=out[first:last])
        out[first:last] /= mass


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--n", type=int, default=1024)
    parser.add_argument("--causal", action="store_true")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()

    rng = np.random.default_rng(1)
    queries, keys = (rng.standard_normal((options.n, 64)) * 64**-0.25 for _ in range(2))
    values = rng.standard_normal((options.n, 64))
    out = np.empty_like(values)
    attention(queries, keys, values, options.causal, out)
    best = float("inf")
    for _ in range(options.repeats):
        begin = time.thread_time_ns()
        attention(queries, keys, values, options.causal, out)
        best = min(best, time.thread_time_ns() - begin)
    print(json.dumps({"best_ms": best * 1e-6, "numpy": np.__version__}))


if __name__ == "__main__":
    main()
