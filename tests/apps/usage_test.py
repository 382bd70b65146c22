#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""Help, version, usage errors, output paths and meaningless parameters: statuses and sentences."""

import os
import subprocess
import unittest

import h5py

from program import PROGRAM, TINY, ProgramTest

STUDY_ERRORS = [
    # (--set or text to replace, parts of the sentence)
    (('m = [8, 16]', 'm = 0'), ["m is 0", "whole number from 1"]),
    (('m = [8, 16]', 'm = -1'), ["m is -1", "whole number from 1"]),
    (('m = [8, 16]', 'm = 2.5'), ["m is 2.5", "whole number"]),
    (('m = [8, 16]', 'm = "many"'), ["m is", "many", "whole number"]),
    (('dim = 8', 'dim = 0'), ["dim", "is 0", "at least"]),
    (('trials = 200', 'trials = 0'), ["trials", "is 0", "from 1"]),
]


class Help(ProgramTest):
    def test_version(self):
        out, err = self.kapprox("--version")

        self.assertRegex(out, r"^kapprox \d+\.\d+\.\d+\n")
        self.assert_contains(out, "HDF5 ", "BLAS ")
        self.assertEqual(err, "")

    def test_help_names_every_subcommand_and_status(self):
        out, _ = self.kapprox("--help")

        self.assert_contains(out, "run", "check", "list", "info", "show", "0 complete",
                             "1 some points or checks failed", "2 usage", "3 interrupted")
        self.assertEqual(self.kapprox("help")[0], out)

    def test_help_of_a_subcommand_is_the_same_both_ways(self):
        for name in ("run", "check", "list", "info", "show"):
            out, _ = self.kapprox("help", name)

            self.assert_contains(out, f"kapprox {name}", "options")
            self.assertEqual(self.kapprox(name, "--help")[0], out)


class Usage(ProgramTest):
    def test_no_subcommand(self):
        self.assert_contains(self.refused(), "no subcommand", "--help")

    def test_unknown_subcommand_gets_the_nearest(self):
        self.assert_contains(self.refused("chekc"), "'chekc'", "did you mean 'check'?")
        self.assert_contains(self.refused("help", "rum"), "did you mean 'run'?")

    def test_what_is_for_later_stays_unknown(self):
        self.assert_contains(self.refused("merge"), "'merge'")
        self.write("tiny.toml", TINY)
        self.assert_contains(self.refused("run", "tiny.toml", "-o", "x.h5", "--shard", "1/2"),
                             "'--shard'")

    def test_options(self):
        self.write("tiny.toml", TINY)
        cases = [
            (["run", "tiny.toml", "-o", "x.h5", "--thread", "2"], ["did you mean '--threads'?"]),
            (["run", "tiny.toml", "-o", "x.h5", "--threads", "two"], ["two", "--threads"]),
            (["run", "tiny.toml", "-o", "x.h5", "--threads", "0"], ["--threads is 0", "1 to"]),
            (["run", "tiny.toml", "-o", "x.h5", "--checkpoint", "0"], ["--checkpoint is 0"]),
            (["run", "tiny.toml"], ["-o RESULTS.h5 is missing"]),
            (["run", "-o", "x.h5"], ["STUDY.toml is missing"]),
            (["run", "tiny.toml", "more.toml", "-o", "x.h5"], ["more arguments"]),
            (["check"], ["STUDY.toml is missing"]),
            (["info"], ["METHOD is missing"]),
            (["show"], ["RESULTS.h5 is missing"]),
            (["list", "--plugins", "nowhere"], ["nowhere", "does not exist"]),
            (["info", "positive", "--set", "m"], ["--set m", "NAME=VALUE", "m=64"]),
            (["info", "positive", "--set", "m=0"], ["--set m=0: positive: m is 0", "from 1"]),
            (["info", "hybrid", "--set", "m=8", "--set", "directions.x=1"],
             ["'directions' is not given", "name it first", "directions.method=NAME"]),
            (["verify", "positive", "--set", "m=[8, 16]"], ["m is a list of 2 values", "keep one"]),
            (["info", "positive", "--dim", "0"], ["--dim is 0"]),
            (["info", "positiv"], ["'positiv'", "did you mean 'positive'?"]),
            (["info", "kernel:trigg"], ["did you mean 'kernel:trig'?"]),
        ]
        for arguments, parts in cases:
            with self.subTest(arguments):
                self.assert_contains(self.refused(*arguments), *parts)
                self.assertFalse((self.folder / "x.h5").exists())


class Info(ProgramTest):
    """--set takes what a [[methods]] table of a study takes."""

    def test_nested_methods(self):
        cases = [
            (["hybrid_sum", 'bases=[{method="trig", m=4}, {method="positive", m=8}]'],
             "hybrid_sum{bases=[trig{centre=none,directions=iid,m=4}, "
             "positive{centre=none,directions=iid,m=8}]"),
            (["hybrid", "m=4", 'first={method="positive", m=8}', "second=positive", "second.m=8"],
             "first=positive{centre=none,directions=iid,m=8}"),
            (["positive", "budget={feature_dim=[10, 20]}"], "positive{centre=none,directions=iid,m=20}"),
        ]
        for (method, *changes), key in cases:
            with self.subTest(method):
                sets = [word for change in changes for word in ("--set", change)]

                out, _ = self.kapprox("info", method, *sets)

                self.assert_contains(out, key)

    def test_an_axis_shows_every_config(self):
        out, _ = self.kapprox("info", "positive", "--set", "m=[4, 8]")

        self.assertEqual(out.count("claims of positive"), 2)


class HugeStudies(ProgramTest):
    """kapprox check ends in seconds, whatever the study would take."""

    def test_check_has_a_time_budget(self):
        self.write("huge.toml", TINY.replace("dim = 8", "dim = 1024").replace(
            "m = [8, 16]", "m = { from = 16_777_017, to = 16_777_216, count = 200 }\n"
                           'directions = ["iid", "orthogonal"]'))

        out, _ = self.kapprox("check", "huge.toml", seconds=100)

        self.assert_contains(out, "points     1200", "0 of the configs, the others by their work")


class MeaninglessParameters(ProgramTest):
    """Case S14: one sentence with the parameter, what was given, what is allowed; no file."""

    def check_refusal(self, text, parts, changes=()):
        self.write("tiny.toml", text)
        sets = [word for change in changes for word in ("--set", change)]
        for arguments in (["run", "tiny.toml", "-o", "x.h5"], ["check", "tiny.toml"]):
            sentence = self.refused(*arguments, *sets)

            self.assert_contains(sentence, *parts)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["tiny.toml"])

    def test_in_the_study(self):
        for (old, new), parts in STUDY_ERRORS:
            with self.subTest(new):
                self.assertIn(old, TINY)
                self.check_refusal(TINY.replace(old, new), parts + ["tiny.toml"])

    def test_problems_that_directions_cannot_serve(self):
        study = TINY.replace("dim = 8", "dim = 4000").replace(
            "m = [8, 16]", 'm = 8\ndirections = "qmc"')

        self.check_refusal(study, ["tiny.toml:15: methods.positive: directions: qmc:",
                                   "the dimension is 4000", "at most 3667", "choose other"])

    def test_by_set(self):
        for change, parts in [("methods.positive.m=0", ["m is 0", "whole number from 1"]),
                              ("methods.positive.m=many", ["m is", "many", "whole number"]),
                              ("trials=0", ["trials", "is 0"]),
                              ("inputs.dim=0", ["dim", "is 0"])]:
            with self.subTest(change):
                self.check_refusal(TINY, parts, [change])

    def test_bytes_that_are_no_text(self):
        for change in (b"methods.positive.label=\xff", b"name=a\nb"):
            with self.subTest(change):
                self.check_refusal(TINY, ["--set", "but must be"], [os.fsdecode(change)])

    def test_no_queries(self):
        for source, key in [('source = "gaussian"\ndim = 8\nstd = 0.1\nn = 0', "n"),
                            ('source = "gaussian"\ndim = 8\nstd = 0.1\npairs = 0', "pairs"),
                            ('source = "sphere"\ndim = 8\nnorm = 0.5\npairs = 0', "pairs")]:
            with self.subTest(source):
                head, tail = TINY.split("source =")[0], "\n\n[[methods]]" + TINY.split("[[methods]]")[1]

                self.check_refusal(head + source + tail, [key, "is 0", "at least 1"])


class OutputPath(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("tiny.toml", TINY)

    def test_the_study_itself_is_never_overwritten(self):
        sentence = self.refused("run", "tiny.toml", "-o", "./tiny.toml", status=2)

        self.assert_contains(sentence, "tiny.toml", "the study itself")
        self.assertEqual((self.folder / "tiny.toml").read_text(), TINY)

    def test_what_cannot_be_written_ends_with_3(self):
        for output, part in [(".", "a folder"), ("no/x.h5", "the folder no must exist"),
                             ("tiny.toml/x.h5", "must exist"), ("/proc/x.h5", "/proc/x.h5")]:
            with self.subTest(output):
                sentence = self.refused("run", "tiny.toml", "-o", output, "--quiet", status=3)

                self.assert_contains(sentence, part)

    def test_a_file_of_something_else_is_refused(self):
        self.write("x.h5", "not HDF5")

        sentence = self.refused("run", "tiny.toml", "-o", "x.h5", "--quiet")

        self.assert_contains(sentence, "x.h5")
        self.assertEqual((self.folder / "x.h5").read_text(), "not HDF5")

    def test_a_fresh_start_spares_what_is_not_ours(self):
        self.write("x.h5", "not HDF5")
        with h5py.File(self.folder / "mine.h5", "w") as file:
            file["x"] = [[1.0, 2.0]]
        before = (self.folder / "mine.h5").read_bytes()

        for output in ("x.h5", "mine.h5"):
            sentence = self.refused("run", "tiny.toml", "-o", output, "--fresh")

            self.assert_contains(sentence, output, "not a results file of kapprox")
        self.assertEqual((self.folder / "x.h5").read_text(), "not HDF5")
        self.assertEqual((self.folder / "mine.h5").read_bytes(), before)

    def test_a_damaged_results_file_is_one_sentence(self):
        self.kapprox("run", "tiny.toml", "-o", "x.h5", "--quiet")
        whole = (self.folder / "x.h5").read_bytes()

        for place in range(100, 2000, 100):  # metadata: root group, its links and attributes
            damaged = whole[:place] + bytes(255 - b for b in whole[place:place + 3]) + whole[place + 3:]
            (self.folder / "x.h5").write_bytes(damaged)
            # HDF5 1.10.8 itself loses a few hundred bytes over wrong metadata.
            answer = subprocess.run([PROGRAM, "show", "x.h5"], cwd=self.folder, capture_output=True,
                                    text=True, check=False,
                                    env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})

            self.assertIn(answer.returncode, (0, 2), answer.stderr)
            self.assertLessEqual(len(answer.stderr.splitlines()), 1, answer.stderr)

    def test_a_pipe_is_no_place_for_results(self):
        os.mkfifo(self.folder / "x.h5")

        sentence = self.refused("run", "tiny.toml", "-o", "x.h5", status=3)

        self.assert_contains(sentence, "x.h5", "ordinary file")

    def test_a_file_size_limit_is_said(self):
        answer = subprocess.run(["bash", "-c", f"ulimit -f 4; exec '{PROGRAM}' run tiny.toml -o x.h5"],
                                cwd=self.folder, capture_output=True, text=True, check=False)

        self.assertEqual(answer.returncode, 3, answer.stderr)
        self.assert_contains(answer.stderr, "kapprox: x.h5: writing failed")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["tiny.toml"])

    @unittest.skipIf("address" in os.environ["KAPPROX_SANITIZE"],
                     "the address sanitizer's operator new ends the process, it never throws")
    def test_want_of_memory_is_a_sentence_and_leaves_nothing(self):
        study = TINY.replace("dim = 8", "dim = 1_000_000_000_000").replace(
            "m = [8, 16]", 'm = 8\ndirections = "orthogonal"')
        self.write("huge.toml", study)

        sentence = self.refused("run", "huge.toml", "-o", "x.h5", "--quiet", status=3)

        self.assert_contains(sentence, "memory ran out", "--threads")
        self.assertFalse((self.folder / "x.h5").exists())

    def test_a_full_standard_output_is_said(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            answer = subprocess.run([PROGRAM, "list"], stdout=full, stderr=subprocess.PIPE,
                                    text=True, check=False)

        self.assertEqual(answer.returncode, 3)
        self.assertTrue(answer.stderr.startswith("kapprox: "), answer.stderr)

    def test_an_empty_study(self):
        self.write("none.toml", "")

        self.assert_contains(self.refused("check", "none.toml"), "none.toml", "is empty")

    def test_a_missing_study(self):
        self.assert_contains(self.refused("run", "none.toml", "-o", "x.h5"), "none.toml")


if __name__ == "__main__":
    unittest.main()
