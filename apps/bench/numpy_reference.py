#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""The kernel study of kernel_study.cpp as one would write it in NumPy, as fast as plain NumPy goes.

Estimates exp(q.k) for N fixed pairs from m iid directions, T times, in float64, and keeps mean and
variance per pair. The product of both feature vectors is used in closed form, so that a direction
costs one projection and one function per pair:
  positive  exp(w.(q + k) - (|q|^2 + |k|^2) / 2)
  trig      exp((|q|^2 + |k|^2) / 2) cos(w.(q - k))
Trials stand side by side in one matrix product of about 1024 columns; every step writes in place.
Prints the best nanoseconds per trial, pair and direction as JSON, with a check of the estimate.
"""

import argparse
import json
import time

import numpy as np


def pairs_of_norm(rng, count, dim, norm):
    """count x dim rows, uniform on the sphere of that radius."""
    rows = rng.standard_normal((count, dim))
    return norm * rows / np.linalg.norm(rows, axis=1, keepdims=True)


class Study:
    def __init__(self, options):
        self.options = options
        self.rng = np.random.default_rng(options.seed)
        q = pairs_of_norm(self.rng, options.pairs, options.dim, options.norm)
        k = pairs_of_norm(self.rng, options.pairs, options.dim, options.norm)
        self.exact = np.exp(np.sum(q * k, axis=1))
        half_norms = 0.5 * (np.sum(q * q, axis=1) + np.sum(k * k, axis=1))
        if options.estimator == "positive":
            self.argument = q + k
            self.function = np.exp
            self.factor = np.exp(-half_norms)
        else:
            self.argument = q - k
            self.function = np.cos
            self.factor = np.exp(half_norms)
        self.stacked = max(1, 1024 // options.m)  # trials per product
        columns = self.stacked * options.m
        self.omega = np.empty((options.dim, columns))
        self.values = np.empty((options.pairs, columns))

    def run(self, trials):
        """Mean and variance of estimate / exact over the trials, per pair."""
        total = np.zeros(self.options.pairs)
        squares = np.zeros(self.options.pairs)
        done = 0
        while done < trials:
            self.rng.standard_normal(out=self.omega)
            np.matmul(self.argument, self.omega, out=self.values)
            self.function(self.values, out=self.values)
            by_trial = self.values.reshape(self.options.pairs, self.stacked, self.options.m)
            estimate = by_trial.mean(axis=2) * (self.factor / self.exact)[:, None]
            estimate = estimate[:, : trials - done]
            total += estimate.sum(axis=1)
            squares += np.square(estimate).sum(axis=1)
            done += self.stacked
        mean = total / trials
        return mean, squares / trials - np.square(mean)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--estimator", choices=["positive", "trig"], default="positive")
    parser.add_argument("--m", type=int, default=64, help="directions per trial")
    parser.add_argument("--pairs", type=int, default=64)
    parser.add_argument("--dim", type=int, default=64)
    parser.add_argument("--norm", type=float, default=0.5)
    parser.add_argument("--trials", type=int, default=256)
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    study = Study(options)
    study.run(options.trials)
    best = float("inf")
    for _ in range(options.repeats):
        begin = time.thread_time_ns()
        mean, variance = study.run(options.trials)
        best = min(best, time.thread_time_ns() - begin)
    worst = np.max(np.abs(mean - 1.0) / np.sqrt(variance / options.trials))
    print(json.dumps({"tpd_ns": best / (options.trials * options.pairs * options.m),
                      "largest_bias_in_standard_errors": round(float(worst), 2),
                      "numpy": np.__version__}))


if __name__ == "__main__":
    main()
