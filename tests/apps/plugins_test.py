#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""Case S12 through the program: bad plugins beside a good one, asked for or not."""

import re
import unittest

from program import BUILD, SOURCE, TINY, ProgramTest, numeric_bytes

BAD = BUILD / "tests" / "loading" / "plugins"

API = int(re.search(r"plugin_api_number = (\d+)",
                    (SOURCE / "core/include/kapprox/plugin.hpp").read_text()).group(1))

LINEAR = TINY.replace('method = "positive"\nm = [8, 16]', 'method = "linear"')


class BadPlugins(ProgramTest):
    def test_each_is_one_warning_with_file_and_cause_and_the_rest_works(self):
        out, err = self.kapprox("list", "--plugins", BAD)

        self.assert_contains(out, "linear", "positive", "good 1.2")
        lines = err.splitlines()
        for name, cause in [("api_newer.so", f"API number is {API + 1}, but must be {API}"),
                            ("api_older.so", f"API number is {API - 1}, but must be {API}"),
                            ("no_entry_point.so", "no entry point kapprox_plugin"),
                            ("missing_symbol.so", "kapprox::half_of_everything(kapprox::Matrix"),
                            ("enrol_throws.so", "the licence has expired"),
                            ("note.so", "not a shared library")]:
            found = [line for line in lines if name in line and cause in line]
            self.assertEqual(len(found), 1, f"{name}\n{err}")
            self.assertTrue(found[0].startswith("kapprox: warning: "))

    def test_the_good_one_gives_the_same_bytes_as_alone(self):
        self.write("linear.toml", LINEAR)
        alone = self.folder / "alone"
        alone.mkdir()
        (alone / "good.so").write_bytes((BAD / "good.so").read_bytes())
        self.kapprox("run", "linear.toml", "-o", "beside.h5", "--quiet", "--plugins", BAD)

        self.kapprox("run", "linear.toml", "-o", "alone.h5", "--quiet", "--plugins", alone)

        self.assertEqual(numeric_bytes(self.folder / "beside.h5"),
                         numeric_bytes(self.folder / "alone.h5"))

    def test_asking_for_what_a_bad_one_has_fails_with_its_cause(self):
        only = self.folder / "only"
        only.mkdir()
        for name, cause in [("api_newer", f"API number is {API + 1}, but must be {API}"),
                            ("api_older", f"API number is {API - 1}, but must be {API}"),
                            ("no_entry_point", "no entry point"),
                            ("missing_symbol", "half_of_everything"),
                            ("note", "not a shared library")]:
            for file in only.iterdir():
                file.unlink()
            (only / f"{name}.so").write_bytes((BAD / f"{name}.so").read_bytes())
            self.write("idle.toml", LINEAR.replace("linear", "idle"))
            for arguments in (["run", "idle.toml", "-o", "x.h5"], ["check", "idle.toml"],
                              ["info", "idle"]):
                with self.subTest([name, arguments[0]]):
                    sentence = self.refused(*arguments, "--plugins", only)

                    self.assert_contains(sentence, "idle", f"{name}.so", cause)
        self.assertFalse((self.folder / "x.h5").exists())

    def test_a_throwing_constructor_is_a_study_error(self):
        self.write("unlucky.toml", LINEAR.replace("linear", "unlucky"))

        _, err = self.kapprox("run", "unlucky.toml", "-o", "x.h5", "--plugins", BAD, status=2)

        self.assert_contains(err.splitlines()[-1], "kapprox: ", "unlucky",
                             "the table of primes is missing")
        self.assertFalse((self.folder / "x.h5").exists())

    def test_the_plugin_path_of_the_environment_is_searched_too(self):
        out, _ = self.kapprox("info", "kernel:linear", environment={"KAPPROX_PLUGIN_PATH": str(BAD)})

        self.assert_contains(out, "kernel:linear", "good 1.2")
        self.assert_contains(self.refused("info", "kernel:linear"),
                             "'kernel:linear'")


if __name__ == "__main__":
    unittest.main()
