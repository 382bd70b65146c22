#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""A parameter that is itself a list takes one list, in the table of a method inside too."""

import unittest

import h5py
import numpy

from program import ProgramTest, variable

STUDY = """kind = "attention"
name = "lists"
seed = 1
trials = 1

[inputs]
source = "gaussian"
dim = 4
n = 12
std = 0.5
"""
BASES = 'bases = [{ method = "trig", m = 4 }, { method = "hyperbolic", m = 4 }]'


class Lists(ProgramTest):
    def config_keys(self, *methods):
        self.write("lists.toml", STUDY + "".join(f"[[methods]]\n{one}\n" for one in methods))
        self.kapprox("run", "lists.toml", "-o", "lists.h5", "--fresh")
        return list(variable(self.folder / "lists.h5", "config_key"))

    def test_of_set_arguments(self):
        random = numpy.random.default_rng(1)
        with h5py.File(self.folder / "qkv.h5", "w") as file:
            for name in "qkv":
                file[name] = random.normal(size=(12, 4))
        outputs = []
        for vector in ("[1, 2, 3, 4]", "[[1, 2, 3, 4]]"):
            self.kapprox("attend", "block_sparse", "--set", "block=4", "--set", "top_k=1",
                         "--set", "scorer=hils", "--set", "scorer.landmark=given",
                         "--set", f"scorer.vector={vector}", "--input", "qkv.h5", "-o", "out.h5")
            with h5py.File(self.folder / "out.h5") as file:
                outputs.append(file["out"][()].tobytes())

        self.assertEqual(*outputs)

    def test_beside_an_axis_it_stays_one_list(self):
        found = self.config_keys(
            'method = "block_sparse"\nblock = 4\ntop_k = 1\nscorer = { method = "hils", landmark = '
            '"given", vector = [1, 2, 3, 4], order = [1, 2] }')

        self.assertEqual(len(found), 2)
        for key, order in zip(found, (1, 2)):
            self.assertIn(f"hils{{landmark=given,order={order},vector=[1, 2, 3, 4]}}", key)

    def test_a_list_of_lists_is_its_axis(self):
        found = self.config_keys(
            f'method = "linear"\nfeature_map = {{ method = "hybrid_sum", {BASES}, '
            'weights = [0.5, 0.5] }',
            f'method = "linear"\nlabel = "two"\nfeature_map = {{ method = "hybrid_sum", {BASES}, '
            'weights = [[0.25, 0.75], [0.75, 0.25]] }')

        self.assertEqual([key.split("weights=")[1].split("]")[0] for key in found],
                         ["[0.5, 0.5", "[0.25, 0.75", "[0.75, 0.25"])

    def test_a_list_of_methods_two_tables_deep(self):
        found = self.config_keys(
            'method = "block_sparse"\nblock = 4\ntop_k = 1\nresidual = "linear"\n'
            f'residual_map = {{ method = "hybrid_sum", {BASES}, weights = [0.5, 0.5] }}')

        self.assertEqual(len(found), 1)

    def test_where_no_list_is_taken_it_is_an_axis(self):
        found = self.config_keys(
            'method = "linear"\nfeature_map = { method = "trig", m = [4, 8], directions = ["iid", '
            '"orthogonal"] }')

        self.assertEqual(len(found), 4)


if __name__ == "__main__":
    unittest.main()
