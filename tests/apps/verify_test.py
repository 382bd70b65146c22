#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""kapprox verify: by method name and by library, its exit statuses and its refusals."""

import os
import unittest

from program import BUILD, ProgramTest

FEW = ("--trials", "100")
TRIG = BUILD / "lib/kapprox/plugins/trig.so"


class Verify(ProgramTest):
    def test_a_method_by_name(self):
        out, err = self.kapprox("verify", "trig", *FEW)

        self.assert_contains(out, "kernel:trig", "passed  claim: unbiased",
                             "trig{centre=none,directions=orthogonal,m=5}", "statistics: seed 1;")
        self.assertRegex(out.splitlines()[-1], r"^kernel:trig: all \d+ checks that apply passed\.$")
        self.assertEqual(err, "")

    def test_a_library_and_its_name_give_one_report(self):
        self.assertEqual(self.kapprox("verify", TRIG, *FEW)[0],
                         self.kapprox("verify", "kernel:trig", *FEW)[0])

    def test_fixed_values_stay(self):
        out, _ = self.kapprox("verify", "taylor", "--set", "degree=3", "--set", "layout=full")

        self.assertIn("    taylor{degree=3,layout=full}\n", out)
        self.assertNotIn("degree=5", out)

    def test_a_given_vector_is_tried_in_its_own_dimension(self):
        given = ("--set", "landmark=given", "--set", "vector=[1, 2, 3]")

        out, _ = self.kapprox("verify", "scorer:hils", *given)
        nested, _ = self.kapprox("verify", "attention:block_sparse", "--set", "scorer=hils",
                                 "--set", "scorer.landmark=given", "--set", "scorer.vector=[1, 2, 3]",
                                 *FEW)

        self.assertRegex(out.splitlines()[-1], r"^scorer:hils: all \d+ checks that apply passed\.$")
        self.assertRegex(nested.splitlines()[-1], r": all \d+ checks that apply passed\.$")

    def test_wrong_usage(self):
        for arguments, words in [
            (("nothing",), "METHOD is 'nothing'"),
            (("trigg",), "did you mean 'trig'?"),
            (("trig", "--set", "m=0"), "m is 0"),
            (("trig", "--set", "m"), "--set m: the change has no '='"),
            (("trig", "--trials", "5"), "--trials is 5"),
            (("trig", "--seed=-1"), "--seed is -1"),
            ((), "METHOD is missing"),
            (("none.so",), "none.so"),
        ]:
            with self.subTest(arguments=arguments):
                self.assert_contains(self.refused("verify", *arguments), words)

    @unittest.skipIf(os.environ["KAPPROX_SANITIZE"], "once is enough, and slow there")
    def test_a_fault_ends_with_status_1_and_says_how_to_see_it_again(self):
        folder = BUILD / "tests/wrong_plugins/plugins"

        out, _ = self.kapprox("verify", folder / "missing_root.so", "--trials", "500", status=1)
        again = next(line for line in out.splitlines() if "see it again: " in line)
        command = again.split("see it again: kapprox ")[1].split(": ")[0].split()

        self.assert_contains(out, "FAILED  claim: unbiased", "kernel:missing_root: 3 of ")
        self.assertEqual(command[:2], ["verify", "kernel:missing_root"])
        self.assertIn("FAILED  claim: unbiased", self.kapprox(*command, status=1)[0])


if __name__ == "__main__":
    unittest.main()
