#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""kapprox list, info, check and show say exactly this, on a tiny deterministic study.

`golden_test.py --write` writes the golden files anew; look at the difference before keeping it.
"""

import pathlib
import re
import shutil
import sys
import unittest

from program import ProgramTest

GOLDEN = pathlib.Path(__file__).parent / "golden"
WRITE = "--write" in sys.argv

# Every measure of a deterministic method is exact: the same text on every machine.
DETERMINISTIC = """kind = "kernel"
name = "taylor on a plane"
seed = 1
trials = 10

[inputs]
source = "plane"
dim = 4
norm = [0.5, 1.0]
angle = [0.0, 1.5707963267948966, 3.141592653589793]

[[methods]]
method = "taylor"
degree = [1, 2]
"""

ATTENTION = """kind = "attention"
name = "averaging"
seed = 1
trials = 10

[inputs]
source = "gaussian"
dim = 4
n = 12
std = [0.5, 2.0]
mask = ["none", "causal"]

[[methods]]
method = "average"

[[methods]]
method = "linear"
label = "elu1"
feature_map = { method = "elu1" }
"""

# Two logits each: their weights sum to 1 without rounding.
SERIES = """kind = "series"
name = "two logits"
seed = 1
trials = 10

[inputs]
source = "two_point"
gap = [1.0, 2.0, 4.0]

[[methods]]
method = "series"
order = [0, 1, 2]

[[methods]]
method = "taylor_ratio"
label = "Based"
"""

BLOCKS = """kind = "blocks"
name = "blocks of four"
seed = 1
trials = 10

[inputs]
source = "grouped"
dim = 4
n = 18
group = 4
mean_std = 1.0
spread = 0.5
mask = "causal"
block = [4, 32]
top_k = 2

[[methods]]
method = "mean"
log_size = [true, false]

[[methods]]
method = "exact"
"""


class Golden(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("taylor.toml", DETERMINISTIC)
        self.write("averaging.toml", ATTENTION)
        self.write("rows.toml", SERIES)
        self.write("blocks.toml", BLOCKS)

    def compare(self, name, text):
        text = re.sub(r"(predicted  ).*", r"\1(time)", text)
        path = GOLDEN / name
        if WRITE:
            GOLDEN.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        self.assertEqual(text, path.read_text(encoding="utf-8"))

    def test_list(self):
        self.compare("list.txt", self.kapprox("list")[0])

    def test_info_of_a_kernel_method(self):
        self.compare("info_positive.txt", self.kapprox("info", "positive", "--set", "m=64",
                                                       "--set", "directions=orthogonal")[0])

    def test_info_without_required_parameters(self):
        self.compare("info_trig.txt", self.kapprox("info", "kernel:trig")[0])

    def test_info_of_directions(self):
        self.compare("info_orthogonal.txt", self.kapprox("info", "directions:orthogonal")[0])

    def test_check(self):
        self.compare("check.txt", self.kapprox("check", "taylor.toml", "--threads", "2")[0])

    def test_show(self):
        self.kapprox("run", "taylor.toml", "-o", "taylor.h5", "--quiet")

        self.compare("show.txt", self.kapprox("show", "taylor.h5")[0])
        self.compare("show_summary.txt", self.kapprox("show", "taylor.h5", "--limit", "3",
                                                      "--sort", "relative_bias")[0])
        self.compare("show_columns.txt", self.kapprox("show", "taylor.h5", "--columns",
                                                      "config,norm,angle,exact,status")[0])

    def test_attention(self):
        self.kapprox("run", "averaging.toml", "-o", "averaging.h5", "--quiet")

        self.compare("check_attention.txt",
                     self.kapprox("check", "averaging.toml", "--threads", "2")[0])
        self.compare("show_attention.txt", self.kapprox("show", "averaging.h5")[0])
        self.compare("show_attention_summary.txt",
                     self.kapprox("show", "averaging.h5", "--limit", "1")[0])

    def test_series(self):
        _, note = self.kapprox("run", "rows.toml", "-o", "rows.h5")

        self.compare("run_series.txt", note)
        self.compare("check_series.txt", self.kapprox("check", "rows.toml", "--threads", "2")[0])
        self.compare("show_series.txt", self.kapprox("show", "rows.h5")[0])
        self.compare("show_series_sorted.txt",
                     self.kapprox("show", "rows.h5", "--method", "series", "--sort", "weight_error",
                                  "--limit", "2")[0])

    def test_blocks(self):
        _, note = self.kapprox("run", "blocks.toml", "-o", "blocks.h5")

        self.assert_contains(note, "3 of 6 points are undefined, as no query has more blocks than")
        self.compare("check_blocks.txt", self.kapprox("check", "blocks.toml", "--threads", "2")[0])
        self.compare("show_blocks.txt", self.kapprox("show", "blocks.h5")[0])
        self.compare("show_blocks_summary.txt",
                     self.kapprox("show", "blocks.h5", "--limit", "1")[0])


class Show(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("taylor.toml", DETERMINISTIC)
        self.kapprox("run", "taylor.toml", "-o", "taylor.h5", "--quiet")

    def rows(self, *arguments):
        out, _ = self.kapprox("show", "taylor.h5", *arguments)
        return [line for line in out.splitlines() if line.startswith("taylor degree=")]

    def test_sort_puts_the_largest_first(self):
        values = [abs(float(row.split()[-1])) for row in
                  self.rows("--columns", "config,relative_bias", "--sort", "relative_bias")]

        self.assertEqual(len(values), 12)
        self.assertEqual(values, sorted(values, reverse=True))

    def test_method_chooses_by_label(self):
        shutil.copy(self.folder / "taylor.h5", self.folder / "copy.h5")

        self.assertEqual(len(self.rows("--method", "taylor")), 12)
        self.assert_contains(self.refused("show", "copy.h5", "--method", "tailor"), "'tailor'",
                             "did you mean 'taylor'?")

    def test_limit(self):
        self.assertEqual(len(self.rows("--limit", "0")), 12)
        self.assertEqual(len(self.rows("--limit", "5", "--columns", "config")), 5)
        self.assert_contains(self.refused("show", "taylor.h5", "--limit=-1"), "--limit is -1")

    def test_unknown_columns(self):
        self.assert_contains(self.refused("show", "taylor.h5", "--columns", "config,relative_bais"),
                             "'relative_bais'", "did you mean 'relative_bias'?")
        self.assert_contains(self.refused("show", "taylor.h5", "--sort", "nothing"), "'nothing'")

    def test_files_that_are_no_results(self):
        self.write("x.h5", "not HDF5")

        self.assert_contains(self.refused("show", "x.h5", status=2), "x.h5")
        self.assert_contains(self.refused("show", "none.h5", status=3), "none.h5")


if __name__ == "__main__":
    unittest.main(argv=[word for word in sys.argv if word != "--write"])
