# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""Starts study_runner and looks at its results file with plain h5py: default settings, no locks, no
repair."""
import subprocess
import sys

import h5py
import numpy as np


def study_text(trials, dim=32, ms=(32, 128), angles=9):
    """About 0.1 ms of work per trial on one core."""
    return f"""
kind = "kernel"
name = "kill"
seed = 20211008
trials = {trials}
[inputs]
source = "plane"
dim = {dim}
norm = [0.5, 1.0]
angle = {{ from = 0.0, to = 3.0, count = {angles} }}
[[methods]]
method = "trig"
m = {list(ms)}
directions = ["iid", "orthogonal"]
[[methods]]
method = "hyperbolic"
m = {list(ms)}
[[methods]]
method = "taylor"
degree = 3
"""


def command(runner, study, output, threads, checkpoint):
    return [runner, str(study), str(output), str(threads), str(checkpoint)]


def start(*arguments):
    return subprocess.Popen(command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True)


def run(*arguments):
    """Runs to the end and returns what it printed; ends the test when it fails."""
    done = subprocess.run(command(*arguments), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"study_runner failed: {done.stderr}")
    return done.stdout


def numeric_root(path):
    """Name → bytes of every numeric dataset at the root."""
    with h5py.File(path, "r") as file:
        return {name: item[()].tobytes() for name, item in file.items()
                if isinstance(item, h5py.Dataset) and item.dtype.kind in "if"}


def look(path):
    """Opens the file once: trials, status and the measures that must agree with their counts."""
    with h5py.File(path, "r") as file:
        trials = file["trials"][()]
        failed = file["failed"][()]
        status = file["status"].asstr()[()]
        variance = file["relative_variance"][()]
        mean_error = file["relative_bias_se"][()]
        method = file["method"].asstr()[()]
    return trials, failed, status, variance, mean_error, method


def faults(path, wanted):
    """What a reader finds wrong: a point called done that is not, a summary beside another count."""
    trials, failed, status, variance, mean_error, method = look(path)
    found = []
    needed = np.where(method == "taylor", 1, wanted)[:, None] + 0 * trials
    done = ~np.isin(status, ["not_computed", "incomplete"])
    if np.any(done & (trials != needed)):
        found.append("a point is called done before its trials are")
    if np.any(~done & (trials >= needed)):
        found.append("a point has its trials and is not called done")
    if np.any(failed != 0) or np.any(done & ~np.isfinite(variance)):
        found.append("a point failed or has no variance")
    counted = (trials > 1) & np.isfinite(variance)
    ratio = mean_error[counted] ** 2 * trials[counted] - variance[counted]
    if np.any(np.abs(ratio) > 1e-12 * variance[counted] + 1e-30):
        found.append("a standard error disagrees with its variance and count")
    return found
