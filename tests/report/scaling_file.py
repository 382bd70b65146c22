#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""scaling_file.py FILE: does a results file of kind scaling say of its rounds what it must, however long they took,
and does positive m = 64 become faster than exact attention within its lengths? The long form of look_at_scaling.py,
for tests/nightly.sh. Reads with h5py and numpy alone."""

import sys

import h5py
import numpy


class ScalingFile:
    def __init__(self, path):
        self.file = h5py.File(path)
        self.label, self.mask, self.n = self.read("label"), self.read("mask"), self.read("n")
        self.m, self.D, self.adds = self.read("feature_map_m"), self.read("case_feature_dim"), self.read("multiply_adds")
        self.seconds = self.read("timing/round_seconds")  # config × case × round
        (self.exact,) = numpy.flatnonzero(self.read("config_key") == self.file["timing"].attrs["baseline"])
        self.linear = [c for c in range(len(self.label)) if c != self.exact]

    def read(self, name):
        values = self.file[name][()]
        return values.astype(str) if values.dtype == object else values

    def cases_of(self, mask):
        """By length."""
        cases = numpy.flatnonzero(self.mask == mask)
        return cases[numpy.argsort(self.n[cases])]

    def crossovers(self, mask, config):
        """One per round, sorted."""
        cases = self.cases_of(mask)
        ratios = self.seconds[config, cases] / self.seconds[self.exact, cases]
        return numpy.sort([last_crossing(self.n[cases], ratios[:, r]) for r in range(ratios.shape[1])])

    def counted_crossover(self, mask, config):
        cases = self.cases_of(mask)
        return last_crossing(self.n[cases], self.adds[config, cases] / self.adds[self.exact, cases])


def last_crossing(lengths, ratios):
    """Where the logarithm of the ratio is 0 for the last time, over the logarithm of the length."""
    height, at = numpy.log(ratios), numpy.log(lengths)
    if (height < 0).all():
        return 0.0
    if height[-1] >= 0:
        return numpy.inf
    i = numpy.flatnonzero(height >= 0).max()
    return float(numpy.exp(at[i] + (at[i + 1] - at[i]) * height[i] / (height[i] - height[i + 1])))


def lower_middle(values):
    return numpy.sort(values, axis=-1)[..., (numpy.shape(values)[-1] - 1) // 2]


def the_rounds(results):
    """Medians, ratios and crossovers are those of the rounds, within their intervals."""
    assert results.seconds.shape[2] <= 8, "with more than 8 rounds an interval leaves out the outermost"
    assert (results.seconds > 0).all() and (results.read("failed") == 0).all()
    ratios = results.seconds / results.seconds[results.exact]
    for name, values in (("round_seconds_median", results.seconds), ("ratio", ratios)):
        for end, wanted in (("", lower_middle(values)), ("_low", values.min(axis=2)), ("_high", values.max(axis=2))):
            # Quotients of doubles: equal to the last digit or two.
            assert numpy.allclose(results.read(f"timing/{name}{end}"), wanted, rtol=1e-14, atol=0), name + end
    for mask in sorted(set(results.mask)):
        for config in results.linear:
            rounds = results.crossovers(mask, config)
            for end, wanted in (("", lower_middle(rounds)), ("_low", rounds[0]), ("_high", rounds[-1])):
                found = results.read(f"timing/crossover{end}")[config, results.cases_of(mask)]
                # Logarithms and powers in another order.
                assert numpy.allclose(found, wanted, rtol=1e-9, atol=0), (mask, config, end, found, wanted)
            low, middle, high = (results.read(f"timing/crossover{end}")[config] for end in ("_low", "", "_high"))
            assert (low <= middle).all() and (middle <= high).all()


def what_is_counted(results):
    """Exact attention counts n², linear attention n."""
    for mask in sorted(set(results.mask)):
        cases = results.cases_of(mask)
        growth = results.n[cases] / results.n[cases[0]]
        assert numpy.allclose(results.adds[results.exact, cases], results.adds[results.exact, cases[0]] * growth**2)
        for config in results.linear:
            assert numpy.allclose(results.adds[config, cases], results.adds[config, cases[0]] * growth)


def it_crosses(results):
    """A ratio that falls as 1/n over a factor of 64 in length falls below 1 for the smallest D."""
    (small,) = numpy.flatnonzero((results.label == "positive") & (results.m == 64))
    for mask in sorted(set(results.mask)):
        cases = results.cases_of(mask)
        low, middle, high = (results.read(f"timing/crossover{end}")[small, cases[0]] for end in ("_low", "", "_high"))
        assert numpy.isfinite(middle) and low <= middle <= high, (mask, low, middle, high)
        ratio = results.read("timing/ratio")
        assert (ratio[results.linear][:, cases[-1]] < ratio[results.linear][:, cases[0]]).all()
        print(f"scaling, mask {mask}: positive m = 64 faster than exact from n = {middle:.0f} [{low:.0f}, {high:.0f}]")


if __name__ == "__main__":
    for check in (the_rounds, what_is_counted, it_crosses):
        check(ScalingFile(sys.argv[1]))
