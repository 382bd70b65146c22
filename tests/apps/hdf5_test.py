#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""Case S15: the program's HDF5 and the notebook's HDF5 never meet; another library is noticed."""

import subprocess
import sys
import unittest

from program import BUILD, TINY, ProgramTest

DOUBLE = BUILD / "tests" / "apps_doubles" / "other_hdf5.so"
# an address sanitizer that is not loaded first refuses to start; here that is as intended
PRELOADED = {"LD_PRELOAD": str(DOUBLE), "ASAN_OPTIONS": "verify_asan_link_order=0"}


class OtherHdf5(ProgramTest):
    def test_another_library_at_run_time_is_refused_with_both_versions(self):
        built = self.kapprox("--version")[0].split("built with ")[1].split(")")[0]
        self.write("tiny.toml", TINY)

        for arguments in (["run", "tiny.toml", "-o", "x.h5"], ["list"], ["--version"]):
            sentence = self.refused(*arguments, environment=PRELOADED)

            self.assert_contains(sentence, "HDF5", "1.99.7", built)
        self.assertFalse((self.folder / "x.h5").exists())

    def test_a_results_file_needs_nothing_of_the_program_in_python(self):
        self.write("tiny.toml", TINY)
        self.kapprox("run", "tiny.toml", "-o", "tiny.h5", "--quiet")
        script = ("import h5py\n"
                  "with h5py.File('tiny.h5') as f: print(f['mean'].shape)\n"
                  "print(any('kapprox' in line for line in open('/proc/self/maps')))\n")

        answer = subprocess.run([sys.executable, "-c", script], cwd=self.folder, text=True,
                                capture_output=True, check=True)

        self.assertEqual(answer.stdout.split("\n")[:2], ["(2, 3)", "False"])


if __name__ == "__main__":
    unittest.main()
