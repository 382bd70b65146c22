#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""Plants wrong includes in small trees and shows that each one is found, and right ones are not."""

import pathlib
import tempfile
import unittest

import check_arrows

RIGHT = {
    "core/include/kapprox/a.hpp": ["<kapprox/b.hpp>", "<vector>", "<experimental/source_location>"],
    "core/base/a.cpp": ['"base/a.hpp"', "<kapprox/b.hpp>", "<fmt/format.h>", "<xxhash.h>"],
    "core/numeric/a.cpp": ['"base/a.hpp"', "<cblas.h>", "<hwy/highway.h>"],
    "core/io/a.cpp": ['"methods/a.hpp"', "<hdf5_hl.h>"],
    "core/inputs/a.cpp": ['"io/arrays.hpp"', '"random/a.hpp"'],
    "core/verify/a.cpp": ['"methods/build.hpp"', '"stats/moments.hpp"', "<malloc.h>"],
    "core/study/a.cpp": ['"inputs/a.hpp"', '"io/a.hpp"', "<omp.h>", "<toml++/toml.h>"],
    "plugins/directions/a.cpp": ["<boost/random/sobol.hpp>"],
    "plugins/mine/a.hpp": [],
    "plugins/mine/a.cpp": ['"a.hpp"', "<kapprox/plugin.hpp>", "<cmath>"],
    "apps/kapprox/b.hpp": [],
    "apps/kapprox/a.cpp": ['"b.hpp"', '"study/run.hpp"', "<boost/program_options.hpp>"],
    "apps/bench/limits/b.hpp": [],
    "apps/bench/limits/a.cpp": ['"limits/b.hpp"', '"b.hpp"', "<benchmark/benchmark.h>"],
}

# One file with one wrong include each.
WRONG = [
    ("core/include/kapprox/a.hpp", "<boost/math/constants/constants.hpp>"),
    ("core/include/kapprox/a.hpp", "<omp.h>"),
    ("core/include/kapprox/a.hpp", "<hdf5.h>"),
    ("core/include/kapprox/a.hpp", "<cblas.h>"),
    ("core/include/kapprox/a.hpp", '"base/text.hpp"'),
    ("core/include/kapprox/a.hpp", '"kapprox/b.hpp"'),
    ("core/base/a.cpp", '"numeric/blas.hpp"'),
    ("core/numeric/a.cpp", '"random/philox.hpp"'),
    ("core/random/a.cpp", '"methods/build.hpp"'),
    ("core/methods/a.cpp", '"loading/loader.hpp"'),
    ("core/loading/a.cpp", '"stats/moments.hpp"'),
    ("core/stats/a.cpp", '"io/dataset.hpp"'),
    ("core/io/a.cpp", '"inputs/inputs.hpp"'),
    ("core/inputs/a.cpp", '"study/study.hpp"'),
    ("core/verify/a.cpp", '"study/run.hpp"'),
    ("core/verify/a.cpp", '"io/dataset.hpp"'),
    ("core/study/a.cpp", '"verify/verify.hpp"'),
    ("core/study/a.cpp", '"table.hpp"'),
    ("core/study/a.cpp", "<hdf5.h>"),
    ("core/methods/a.cpp", "<cblas.h>"),
    ("core/random/a.cpp", "<omp.h>"),
    ("core/numeric/a.cpp", "<boost/math/special_functions.hpp>"),
    ("plugins/mine/a.cpp", '"methods/build.hpp"'),
    ("plugins/mine/a.cpp", '"../trig/trig.hpp"'),
    ("plugins/mine/a.cpp", "<fmt/format.h>"),
    ("plugins/mine/a.cpp", "<boost/math/special_functions.hpp>"),
    ("apps/kapprox/a.cpp", "<hdf5.h>"),
    ("apps/kapprox/a.cpp", '"nowhere.hpp"'),
    ("apps/kapprox/a.cpp", '"limits/b.hpp"'),
    ("apps/bench/a.cpp", "<boost/program_options.hpp>"),
    ("core/attic/a.cpp", "<vector>"),
]


def complaints(files):
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        for name, names in files.items():
            path = tree / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"#include {included}\n" for included in names))
        return list(check_arrows.complaints(tree))


class Arrows(unittest.TestCase):
    def test_right_includes_are_accepted(self):
        self.assertEqual(complaints(RIGHT), [])

    def test_every_wrong_include_is_found(self):
        for name, included in WRONG:
            with self.subTest(name=name, included=included):
                self.assertEqual(len(complaints({**RIGHT, name: [included]})), 1)


if __name__ == "__main__":
    unittest.main()
