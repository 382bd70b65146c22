#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""kapprox run: complete, untouched, resumed, extended, refused, interrupted; what it prints."""

import os
import pty
import signal
import time
import unittest

import h5py

from program import BUILD, PROGRAM, TINY, ProgramTest, numeric_bytes, root_attribute, variable

PLUGINS = BUILD / "tests" / "apps_plugins"

# 2 cases of one method whose trials sleep: some seconds on any machine, however fast.
SLOW = """kind = "kernel"
name = "slow"
seed = 1
trials = 4096

[inputs]
source = "plane"
dim = 4
norm = 0.5
angle = [0.0, 1.0]

[[methods]]
method = "slow"
milliseconds = 1.0
"""


class Run(ProgramTest):
    def setUp(self):
        super().setUp()
        self.study = self.write("tiny.toml", TINY)
        self.results = self.folder / "tiny.h5"

    def run_study(self, *arguments, **options):
        return self.kapprox("run", "tiny.toml", "-o", "tiny.h5", *arguments, **options)

    def test_a_complete_run_reports_where_how_much_and_with_what(self):
        out, err = self.run_study("--threads", "2")

        self.assert_contains(out, "results  tiny.h5", "points   6,", "0 failed", "threads  2",
                             "time     ", root_attribute(self.results, "content_digest"))
        self.assertNotIn("\r", err)  # not a terminal
        self.assertNotIn("\x1b", err)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["tiny.h5", "tiny.toml"])

    def test_quiet_prints_nothing(self):
        self.assertEqual(self.run_study("--quiet"), ("", ""))

    def test_a_complete_file_is_left_untouched(self):
        self.run_study("--quiet")
        before = self.results.read_bytes(), self.results.stat().st_mtime_ns

        out, _ = self.run_study()

        self.assert_contains(out, "tiny.h5 is complete and was left untouched")
        self.assertEqual((self.results.read_bytes(), self.results.stat().st_mtime_ns), before)

    def test_fresh_computes_the_same_numbers_anew(self):
        self.run_study("--quiet")
        digest, written = root_attribute(self.results, "content_digest"), self.results.stat().st_mtime_ns

        out, _ = self.run_study("--fresh")

        self.assert_contains(out, "of which 0 were in the file before", digest)
        self.assertNotEqual(self.results.stat().st_mtime_ns, written)

    def test_set_changes_the_study_and_is_recorded(self):
        self.run_study("--quiet", "--set", "trials=100", "--set", "methods.positive.m=[4]")

        self.assertEqual(set(variable(self.results, "m")), {4.0})
        self.assertEqual(set(variable(self.results, "trials").ravel()), {100})

    def test_more_trials_extend_the_file_as_if_run_at_once(self):
        self.run_study("--quiet")

        out, _ = self.run_study("--set", "trials=300")

        self.assert_contains(out, "of which 6 were in the file before")
        self.kapprox("run", "tiny.toml", "-o", "whole.h5", "--set", "trials=300", "--quiet")
        self.assertEqual(numeric_bytes(self.results), numeric_bytes(self.folder / "whole.h5"))

    def test_a_changed_study_is_refused_by_key_and_values(self):
        self.run_study("--quiet")
        before = self.results.read_bytes()

        sentence = self.refused("run", "tiny.toml", "-o", "tiny.h5", "--set", "seed=8", "--quiet")

        self.assert_contains(sentence, "seed", "7", "8", "tiny.h5")
        self.assertEqual(self.results.read_bytes(), before)

    def test_threads_change_nothing_but_the_time(self):
        files = []
        for threads in (1, 2, 5):
            files.append(self.folder / f"{threads}.h5")
            self.kapprox("run", "tiny.toml", "-o", files[-1], "--threads", threads, "--quiet")

        self.assertEqual(numeric_bytes(files[0]), numeric_bytes(files[1]))
        self.assertEqual(numeric_bytes(files[0]), numeric_bytes(files[2]))

    def test_failing_trials_end_with_1_and_their_reason(self):
        self.write("failing.toml", TINY.replace('method = "positive"\nm = [8, 16]',
                                                'method = "failing"'))

        out, err = self.kapprox("run", "failing.toml", "-o", "failing.h5", "--plugins", PLUGINS,
                                status=1)

        self.assert_contains(out, "3 failed")
        self.assert_contains(err, "kapprox: failing.h5: 3 of 3 points failed")
        shown, _ = self.kapprox("show", "failing.h5")
        self.assert_contains(shown, "one that fails on purpose")
        again, _ = self.kapprox("run", "failing.toml", "-o", "failing.h5", "--plugins", PLUGINS,
                                status=1)
        self.assert_contains(again, "left untouched")

    def test_heavy_tails_are_one_warning_not_one_per_point(self):
        _, err = self.run_study("--set", "inputs.norm=2.5")

        warnings = [line for line in err.splitlines() if line.startswith("kapprox: warning: ")]
        self.assertEqual(len(warnings), 1, err)
        self.assertIn("tail", warnings[0])

    def test_provenance_names_program_and_plugins(self):
        self.run_study("--quiet")

        with h5py.File(self.results) as file:
            text = " ".join(str(v) for v in file["provenance"].attrs.values())
        self.assert_contains(text, "performer ", "directions ")


class Interrupt(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("slow.toml", SLOW)
        self.command = ["run", "slow.toml", "-o", "slow.h5", "--plugins", PLUGINS, "--threads", "2",
                        "--checkpoint", "0.1"]

    def wait_for_file(self):
        end = time.monotonic() + 30
        while not (self.folder / "slow.h5").exists() and time.monotonic() < end:
            time.sleep(0.02)
        self.assertTrue((self.folder / "slow.h5").exists())

    def test_first_signal_saves_then_the_same_command_resumes_to_the_same_numbers(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number.name):
                (self.folder / "slow.h5").unlink(missing_ok=True)
                process = self.start(*self.command)
                self.wait_for_file()
                process.send_signal(number)
                out, err = process.communicate(timeout=60)

                self.assertEqual(process.returncode, 3, out + err)
                last = err.splitlines()[-1]
                self.assertRegex(last, r"^kapprox: slow.h5: interrupted after \d+ of \d+ units")
                self.assert_contains(last, "same command again to resume")
                shown, _ = self.kapprox("show", "slow.h5")
                self.assert_contains(shown, "slow")

        out, _ = self.kapprox(*self.command)
        self.assert_contains(out, "points   2, of which 2 were in the file before")
        out, _ = self.kapprox(*self.command)
        self.assert_contains(out, "left untouched")
        self.kapprox("run", "slow.toml", "-o", "whole.h5", "--plugins", PLUGINS, "--quiet",
                     "--set", "methods.slow.milliseconds=1.0")
        self.assertEqual(numeric_bytes(self.folder / "slow.h5"),
                         numeric_bytes(self.folder / "whole.h5"))

    def test_second_signal_ends_at_once(self):
        process = self.start(*self.command, "--set", "methods.slow.milliseconds=1000")
        time.sleep(1.0)  # into the first unit, which would last longer than the test may
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        process.communicate(timeout=30)

        self.assertEqual(process.returncode, -signal.SIGINT)
        self.assertLess(time.monotonic() - began, 5.0)

    def test_readers_see_a_growing_file_and_the_writer_never_minds(self):
        """Case S10, short: default settings, no environment variables."""
        process = self.start(*self.command)
        self.wait_for_file()
        opens, seen = 0, set()
        while process.poll() is None:
            with h5py.File(self.folder / "slow.h5") as file:
                trials, biases = file["trials"][()], file["relative_bias"][()]
            opens += 1
            seen.add(int(trials.max()))
            for count, bias in zip(trials.ravel(), biases.ravel()):
                if count > 0:  # the mean of `count` normal numbers of sd 0.1
                    self.assertLess(abs(bias), 6 * 0.1 / count**0.5)
            shown, _ = self.kapprox("show", "slow.h5", "--columns", "config,trials")
            self.assert_contains(shown, "slow")
            time.sleep(0.05)
        out, err = process.communicate()

        self.assertEqual(process.returncode, 0, out + err)
        self.assertGreater(opens, 5)
        self.assertGreater(len(seen), 1)
        self.assertEqual(set(variable(self.folder / "slow.h5", "trials").ravel()), {4096})

    def test_two_writers_are_refused(self):
        process = self.start(*self.command)
        self.wait_for_file()

        sentence = self.refused(*self.command, "--quiet", status=3)

        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assert_contains(sentence, "slow.h5")


class ExactAnswers(ProgramTest):
    @unittest.skipIf(os.environ["KAPPROX_SANITIZE"], "ten thousand million multiply-adds are slow there")
    def test_long_ones_are_said_before_they_are_made(self):
        study = self.write("long.toml", """kind = "attention"
name = "long"
seed = 1
trials = 1
[inputs]
source = "gaussian"
dim = 4
std = 0.5
n = [16, 24_000]
[[methods]]
method = "average"
""")

        _, err = self.kapprox("run", study, "-o", "long.h5")

        self.assertEqual(err.splitlines()[0],
                         "exact answers of problem 2 of 2: 1.4e+10 multiply-adds")
        self.assertNotIn("problem 1 of 2", err)


class Progress(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("slow.toml", SLOW)
        self.command = ["run", "slow.toml", "-o", "slow.h5", "--plugins", PLUGINS]

    def test_plain_lines_are_few_and_end_at_100_percent(self):
        _, err = self.kapprox(*self.command, "--set", "methods.slow.milliseconds=2")

        lines = [line for line in err.splitlines() if " units" in line]
        self.assertGreaterEqual(len(lines), 2)
        self.assertLessEqual(len(lines), 12)  # one in 2 s
        self.assertRegex(lines[0], r"^\d+ of \d+ units, \d+ %")
        self.assertRegex(lines[-1], r"^(\d+) of \1 units, 100 %")

    def test_a_terminal_sees_one_line_rewritten_in_place(self):
        reader, writer = pty.openpty()
        pid = os.fork()
        if pid == 0:
            os.chdir(self.folder)
            os.dup2(writer, 2)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.execv(PROGRAM, [PROGRAM, *map(str, self.command)])
        os.close(writer)
        seen = b""
        try:
            while piece := os.read(reader, 4096):
                seen += piece
        except OSError:  # a terminal whose last writer is gone
            pass
        os.close(reader)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0, seen)

        text = seen.decode()
        self.assertGreater(text.count("\r\x1b[K"), 3)
        self.assert_contains(text, "units/s", "left")
        self.assertTrue(text.rstrip("\n").endswith("\r\x1b[K"), text[-80:])
        self.assertNotIn("\n", text.split("units", 1)[1].rstrip("\r\n"))


if __name__ == "__main__":
    unittest.main()
