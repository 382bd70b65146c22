#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""Case S13 for the program: BLAS threads never multiply ours, whatever the environment says. The
whole matrix of workers and settings is in tests/study."""

import os
import pathlib
import time
import unittest

from program import PROGRAM, ProgramTest, numeric_bytes

# Products and decompositions large enough for BLAS to want threads of its own.
STUDY = """kind = "kernel"
name = "threads"
seed = 3
trials = 96
reduce = false

[inputs]
source = "gaussian"
dim = 64
std = 0.1
n = 48

[[methods]]
method = "positive"
m = 256
directions = "orthogonal"

[[methods]]
method = "trig"
m = [64, 256]
"""

ENVIRONMENTS = (None, "1", "8")
WORKERS = 2


class Threads(ProgramTest):
    def run_once(self, workers, value):
        """(most threads alive, seconds of processor time) of one run."""
        environment = {name: text for name, text in os.environ.items()
                       if name not in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")}
        if value is not None:
            environment.update(OPENBLAS_NUM_THREADS=value, OMP_NUM_THREADS=value)
        output = self.folder / f"{workers}-{value}.h5"
        pid = os.posix_spawn(PROGRAM, [PROGRAM, "run", str(self.study), "-o", str(output), "--quiet",
                                       "--fresh", "--threads", str(workers)], environment)
        most, began = 0, time.monotonic()
        while True:
            ended, status, usage = os.wait4(pid, os.WNOHANG)
            if ended:
                self.assertEqual(os.waitstatus_to_exitcode(status), 0)
                return most, usage.ru_utime + usage.ru_stime
            if time.monotonic() - began > 120:
                os.kill(pid, 9)
                os.waitpid(pid, 0)
                self.fail(f"{workers} workers with {value}: stuck for 120 s")
            most = max(most, len(list(pathlib.Path(f"/proc/{pid}/task").iterdir())))
            time.sleep(0.005)

    def setUp(self):
        super().setUp()
        self.study = self.write("threads.toml", STUDY)

    def test_an_unset_environment_costs_no_more_than_one_thread(self):
        # processor time, because other programs stretch the clock on the wall; the least of three
        seconds = {}
        for value in ENVIRONMENTS:
            runs = [self.run_once(WORKERS, value) for _ in range(3)]
            seconds[value] = min(time_used for _, time_used in runs)

            self.assertLessEqual(max(most for most, _ in runs), WORKERS + 3)
            self.assertEqual(numeric_bytes(self.folder / f"{WORKERS}-{value}.h5"),
                             numeric_bytes(self.folder / f"{WORKERS}-None.h5"))

        self.assertLess(seconds[None], 1.25 * seconds["1"])


if __name__ == "__main__":
    unittest.main()
