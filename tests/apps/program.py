#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""What the tests of the program share: running it, and looking at what it left behind.

KAPPROX names the program, KAPPROX_BUILD the build tree it belongs to. Each test works in its own
temporary folder.
"""

import os
import pathlib
import subprocess
import tempfile
import unittest

import h5py
import numpy

PROGRAM = os.environ["KAPPROX"]
BUILD = pathlib.Path(os.environ["KAPPROX_BUILD"])
SOURCE = pathlib.Path(__file__).resolve().parents[2]

# Two configs on three angles: small enough to run in a blink.
TINY = """kind = "kernel"
name = "tiny"
seed = 7
trials = 200

[inputs]
source = "plane"
dim = 8
norm = 0.5
angle = [0.0, 1.0, 2.0]

[[methods]]
method = "positive"
m = [8, 16]
"""


class ProgramTest(unittest.TestCase):
    """A folder of its own, and `kapprox` run in it."""

    maxDiff = None

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def start(self, *arguments, environment=None):
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder,
                                   env={**os.environ, **(environment or {})}, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.kill)  # a failed test leaves nothing running
        return process

    def kapprox(self, *arguments, status=0, environment=None, seconds=120):
        """(standard output, standard error) of a command that must end with `status`."""
        process = self.start(*arguments, environment=environment)
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        self.assertEqual(process.returncode, status, f"{arguments}\n{out}\n{err}")
        return out, err

    def refused(self, *arguments, status=2, environment=None):
        """The one sentence on standard error of a command that must fail."""
        out, err = self.kapprox(*arguments, status=status, environment=environment)
        self.assertEqual(out, "")
        lines = err.splitlines()
        self.assertEqual(len(lines), 1, err)
        self.assertTrue(lines[0].startswith("kapprox: "), err)
        return lines[0]

    def assert_contains(self, text, *parts):
        for part in parts:
            self.assertIn(part, text)


def numeric_bytes(path):
    """Every numeric dataset of the root as bytes: what must not depend on threads or pauses."""
    with h5py.File(path) as file:
        return {name: item[()].tobytes() for name, item in file.items()
                if isinstance(item, h5py.Dataset) and item.dtype.kind in "fiu"}


def root_attribute(path, name):
    with h5py.File(path) as file:
        return file.attrs[name]


def variable(path, name):
    with h5py.File(path) as file:
        values = file[name][()]
    return numpy.array([v.decode() if isinstance(v, bytes) else v for v in values.ravel()]
                       ).reshape(values.shape)
