#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""thread_matrix.py RUNNER FOLDER TRIALS [--timed]

Workers 1, 2, 4, 16 times OPENBLAS_NUM_THREADS and OMP_NUM_THREADS unset, 1 and 8, on a study whose
trials go through BLAS (products that are short enough run an own loop): no run hangs, none has more live threads than
workers + 3, all have the same bytes, and each says how many threads it took. --timed (on a machine
without other work): with the variables unset it takes no more than 1.25 times as long as with 1,
best of three each."""
import os
import pathlib
import shutil
import subprocess
import sys
import time

import runner_tools as tools

STUDY = """
kind = "kernel"
name = "threads"
seed = 1
trials = {trials}
reduce = false
[inputs]
source = "gaussian"
dim = 2048
std = 0.01
pairs = 128
[[methods]]
method = "positive"
m = 512
"""
TIME_LIMIT = 120.0


def live_threads(pid):
    try:
        return len(os.listdir(f"/proc/{pid}/task"))
    except FileNotFoundError:
        return 0


def measured(runner, study, output, workers, setting):
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")}
    if setting:
        environment.update(OPENBLAS_NUM_THREADS=setting, OMP_NUM_THREADS=setting)
    begin = time.monotonic()
    process = subprocess.Popen(tools.command(runner, study, output, workers, 60.0), env=environment,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    most = 0
    while process.poll() is None:
        most = max(most, live_threads(process.pid))
        if time.monotonic() - begin > TIME_LIMIT:
            process.kill()
            sys.exit(f"{workers} workers with {setting or 'unset'}: stuck for {TIME_LIMIT} s")
        time.sleep(0.002)
    text = process.stdout.read()
    if process.returncode != 0 or f"threads {workers}\n" not in text:
        sys.exit(f"{workers} workers with {setting or 'unset'}: {text}{process.stderr.read()}")
    return time.monotonic() - begin, most


def main():
    runner, folder, trials = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    timed = "--timed" in sys.argv
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    study = folder / "study.toml"
    study.write_text(STUDY.format(trials=trials))
    first = None
    for workers in (1, 2, 4, 16):
        best = {}
        for _ in range(3 if timed else 1):
            for setting in ("", "1", "8"):
                output = folder / f"{workers}-{setting or 'unset'}.h5"
                output.unlink(missing_ok=True)
                seconds, most = measured(runner, study, output, workers, setting)
                best[setting] = min(seconds, best.get(setting, seconds))
                if most > workers + 3:
                    sys.exit(f"{workers} workers with {setting or 'unset'}: {most} live threads")
                numbers = tools.numeric_root(output)
                first = first or numbers
                if numbers != first:
                    sys.exit(f"{workers} workers with {setting or 'unset'}: other numbers")
        print(workers, {name or "unset": round(value, 2) for name, value in best.items()})
        if timed and best[""] > 1.25 * best["1"]:
            sys.exit(f"{workers} workers: unset takes {best['']:.2f} s, with 1 {best['1']:.2f} s")


main()
