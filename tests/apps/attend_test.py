#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""kapprox attend: a user's own arrays in, outputs of the same shape out."""

import unittest

import h5py
import numpy

from program import SOURCE, ProgramTest

LINEAR = ("linear", "--set", "feature_map.method=positive", "--set", "feature_map.m=64")


def softmax_attention(q, k, v, scale, causal=False, seen=None):
    """The plain reference: n × n weights of one head."""
    logits = scale * q @ k.T
    if causal:
        logits = numpy.where(numpy.tri(*logits.shape, dtype=bool), logits, -numpy.inf)
    if seen is not None:
        logits[:, ~seen] = -numpy.inf
    weights = numpy.exp(logits - logits.max(axis=1, keepdims=True))
    return weights @ v / weights.sum(axis=1, keepdims=True)


class Attend(ProgramTest):
    def write_arrays(self, shape, value_width=3, kv_shape=None, **more):
        random = numpy.random.default_rng(1)
        arrays = {"q": random.normal(size=shape), "k": random.normal(size=kv_shape or shape),
                  "v": random.normal(size=(*(kv_shape or shape)[:-1], value_width)), **more}
        with h5py.File(self.folder / "qkv.h5", "w") as file:
            for name, array in arrays.items():
                file[name] = array
        return arrays

    def attend(self, *arguments, **how):
        out, err = self.kapprox("attend", *arguments, "--input", "qkv.h5", "-o", "out.h5", **how)
        with h5py.File(self.folder / "out.h5") as file:
            return {name: file[name][()] for name in file}, out, err

    def test_exact_without_a_head_axis(self):
        a = self.write_arrays((7, 4))

        found, _, _ = self.attend("exact")

        expected = softmax_attention(a["q"], a["k"], a["v"], 0.5)
        numpy.testing.assert_allclose(found["out"], expected, rtol=0, atol=1e-13)

    def test_any_axes_of_heads_and_grouped_keys(self):
        a = self.write_arrays((2, 4, 6, 4), kv_shape=(2, 2, 6, 4))

        found, _, _ = self.attend("exact", "--causal", "--scale", "0.3")

        self.assertEqual(found["out"].shape, (2, 4, 6, 3))
        for b in range(2):
            for h in range(4):
                expected = softmax_attention(a["q"][b, h], a["k"][b, h // 2], a["v"][b, h // 2],
                                             0.3, causal=True)
                numpy.testing.assert_allclose(found["out"][b, h], expected, rtol=0, atol=1e-13)

    def test_hidden_keys_may_hold_anything(self):
        seen = numpy.array([1, 1, 0, 1, 1, 0])
        a = self.write_arrays((2, 6, 4), key_mask=seen)
        with h5py.File(self.folder / "qkv.h5", "a") as file:
            file["k"][:, 2] = numpy.nan
            file["v"][:, 5] = 1e30

        found, _, _ = self.attend("exact")

        for h in range(2):
            expected = softmax_attention(a["q"][h], a["k"][h], a["v"][h], 0.5, seen=seen == 1)
            numpy.testing.assert_allclose(found["out"][h], expected, rtol=0, atol=1e-13)

    def test_booleans_of_numpy_are_0_and_1(self):
        seen = numpy.array([True, True, False, True, True, False])
        a = self.write_arrays((2, 6, 4), key_mask=seen)
        with h5py.File(self.folder / "qkv.h5", "a") as file:
            file.attrs["causal"] = True

        found, _, err = self.attend("exact")

        self.assertIn("says causal = 1", err)
        for h in range(2):
            expected = softmax_attention(a["q"][h], a["k"][h], a["v"][h], 0.5, seen=seen)
            numpy.testing.assert_allclose(found["out"][h], expected, rtol=0, atol=1e-13)

    def test_heads_of_another_order_are_refused(self):
        for shapes, words in [
            ({"k": (3, 2, 5, 4)}, "k has the shape 3 × 2 × 5 × 4 and q has 2 × 6 × 5 × 4"),
            ({"v": (3, 2, 5, 4)}, "v has the shape 3 × 2 × 5 × 4 and k has 2 × 3 × 5 × 4"),
            ({"key_mask": (3, 2, 5)}, "key_mask has shape (3, 2, 5)"),
        ]:
            given = {"q": (2, 6, 5, 4), "k": (2, 3, 5, 4), "v": (2, 3, 5, 4), **shapes}
            if "k" in shapes:
                given["v"] = given["k"]
            with h5py.File(self.folder / "qkv.h5", "w") as file:
                for name, shape in given.items():
                    file[name] = numpy.ones(shape)

            self.assertIn(words, self.refused("attend", "exact", "--input", "qkv.h5", "-o", "o.h5"))

    def test_only_its_own_outputs_are_replaced(self):
        self.write_arrays((7, 4))
        self.attend("exact")
        self.attend("average")  # over its own output
        other = self.folder / "other.h5"
        other.write_text("mine")

        self.assertIn("other.h5: the file is not an output of kapprox attend",
                      self.refused("attend", "exact", "--input", "qkv.h5", "-o", "other.h5"))
        self.assertEqual(other.read_text(), "mine")

    def test_all_heads_share_one_draw(self):
        a = self.write_arrays((3, 9, 4))
        first, _, _ = self.attend(*LINEAR, "--causal")
        with h5py.File(self.folder / "qkv.h5", "w") as file:
            for name in "qkv":
                file[name] = a[name][::-1]

        second, _, _ = self.attend(*LINEAR, "--causal")

        self.assertTrue((first["out"][::-1] == second["out"]).all())

    def test_seed_and_threads(self):
        self.write_arrays((2, 300, 4))

        one, _, _ = self.attend(*LINEAR, "--threads", "1")
        three, _, _ = self.attend(*LINEAR, "--threads", "3")
        other, _, _ = self.attend(*LINEAR, "--seed", "1")

        self.assertTrue((one["out"] == three["out"]).all())
        self.assertFalse((one["out"] == other["out"]).any())

    def test_compare_says_the_error_of_every_head(self):
        a = self.write_arrays((2, 8, 4))

        found, out, _ = self.attend(*LINEAR, "--compare")

        for h in range(2):
            exact = softmax_attention(a["q"][h], a["k"][h], a["v"][h], 0.5)
            error = numpy.linalg.norm(found["out"][h] - exact) / numpy.linalg.norm(exact)
            self.assertAlmostEqual(found["head_error"][h], error, places=12)
        self.assert_contains(out, "relative error", "linear{")

    def test_compare_knows_values_whose_squares_leave_double(self):
        a = self.write_arrays((2, 8, 4))
        ordinary, _, _ = self.attend("average", "--compare")

        for factor in (1e-200, 1e200):
            with h5py.File(self.folder / "qkv.h5", "a") as file:
                file["v"][...] = a["v"] * factor
            found, _, _ = self.attend("average", "--compare")
            for name in ("head_error", "row_error"):
                numpy.testing.assert_allclose(found[name], ordinary[name], rtol=1e-12)

    def test_weights_are_those_of_the_output(self):
        a = self.write_arrays((2, 2, 6, 4), kv_shape=(2, 1, 6, 4))

        exact, _, _ = self.attend("exact", "--causal", "--weights")
        linear, _, _ = self.attend(*LINEAR, "--weights")
        plain, _, _ = self.attend("exact")

        self.assertEqual(exact["weights"].shape, (2, 2, 6, 6))
        expected = softmax_attention(a["q"][1, 0], a["k"][1, 0], numpy.eye(6), 0.5, causal=True)
        numpy.testing.assert_allclose(exact["weights"][1, 0], expected, rtol=0, atol=1e-13)
        numpy.testing.assert_allclose(linear["weights"] @ a["v"], linear["out"], rtol=0, atol=1e-12)
        self.assertNotIn("weights", plain)

    def test_too_many_weights_are_refused(self):
        with h5py.File(self.folder / "qkv.h5", "w") as file:
            for name in "qkv":
                file[name] = numpy.zeros((4097, 1), "f4")

        self.assertIn("4097 × 4097, but must be at most 16777216",
                      self.refused("attend", "exact", "--weights", "--input", "qkv.h5", "-o", "o.h5"))
        self.assertFalse((self.folder / "o.h5").exists())

    def test_temperature_divides_the_logits(self):
        a = self.write_arrays((7, 4))

        found, out, _ = self.attend("exact", "--temperature", "4")

        expected = softmax_attention(a["q"], a["k"], a["v"], 0.125)
        numpy.testing.assert_allclose(found["out"], expected, rtol=0, atol=1e-13)
        self.assertIn("scale    0.125", out)

    def test_the_sign_of_a_normaliser_is_told(self):
        self.write_arrays((60, 8))

        found, _, _ = self.attend("linear", "--set", "feature_map.method=trig", "--set",
                                  "feature_map.m=4", "--scale", "3")

        self.assertEqual(set(found["normaliser_sign"]), {-1, 1})
        self.assertTrue(((found["normaliser_sign"] < 0) == (found["flag"] == 3)).all())

    def test_the_mask_is_true_of_every_head(self):
        seen = numpy.ones((2, 6), "i8")
        for hidden, words in [([], "none"), ([1], "differs by head"), ([0, 1], "hidden keys")]:
            seen[hidden, 2] = 0
            self.write_arrays((2, 6, 4), key_mask=seen)

            self.attend("exact")

            with h5py.File(self.folder / "out.h5") as file:
                self.assertEqual(file.attrs["mask"], words)

    def test_a_causal_file_is_said(self):
        source = SOURCE / "data/austen_char_l1_h3_n1024_d32.h5"

        _, err = self.kapprox("attend", "exact", "--input", source, "-o", "out.h5", "--window", "8")

        self.assertIn("says causal = 1, but --causal is not given", err)

    def test_wrong_usage(self):
        self.write_arrays((3, 4))
        for arguments, words in [
            (("trig",), "METHOD is kernel:trig, but must be an attention method"),
            (("softmax",), "write direct --set softmax.method=softmax"),
            (("iid",), "METHOD is directions:iid, but must be an attention method; see kapprox list"),
            (("exactt",), "did you mean"),
            (("direct", "--set", "softmax.temperature=2"), "as in softmax.method=NAME"),
            (("exact", "--window", "-1"), "--window is -1"),
            (("exact", "--scale", "0"), "--scale is 0"),
            (("exact", "--window", "x"), "('x') for option '--window' is invalid, but must be a "
                                         "whole number"),
            (("exact", "--scale", "abc"), "('abc') for option '--scale' is invalid, but must be a "
                                          "number"),
            (("exact", "--temperature", "0"), "--temperature is 0"),
            (("exact", "--temperature", "inf"), "--temperature is inf"),
            (("exact", "--scale", "1", "--temperature", "2"), "--scale and --temperature are both given"),
            (("exact", "--set", "m=3"), "m"),
            (("exact", "--set", "feature_map.m=3"),
             "--set feature_map.m=3: exact: feature_map is given, but exact takes no parameters; "
             "remove it"),
            (("linear", "--set", "featuremap.m=3"),
             "featuremap is not a parameter of linear, but must be one of feature_map, window, "
             "storage, chunk or calibration; did you mean feature_map?"),
            (("linear", "--set", "feature_map=positive", "--set", "m=8"),
             "m is not a parameter of linear, but of positive inside of it; write it there, as in "
             "feature_map = { method = \"positive\", m = … }"),
            (("linear",), "feature_map"),
            (("nystrom", "--causal", "--set", "landmarks=2"), "not causal"),
        ]:
            self.assertIn(words, self.refused("attend", *arguments, "--input", "qkv.h5", "-o", "o.h5"))
            self.assertFalse((self.folder / "o.h5").exists())
        self.assertIn("--input QKV.h5 is missing", self.refused("attend", "exact", "-o", "o.h5"))
        self.assertIn("the input itself",
                      self.refused("attend", "exact", "--input", "qkv.h5", "-o", "qkv.h5"))
        with h5py.File(self.folder / "qkv.h5", "a") as file:
            del file["v"]
        self.assertIn("has no dataset v",
                      self.refused("attend", "exact", "--input", "qkv.h5", "-o", "o.h5"))
        numpy.save(self.folder / "rows.npy", numpy.zeros((3, 2)))
        self.assertIn("write q, k and v into an HDF5 file, as a .npy holds one array",
                      self.refused("attend", "exact", "--input", "rows.npy", "-o", "o.h5"))


if __name__ == "__main__":
    unittest.main()
