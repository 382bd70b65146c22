#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""read_while_writing.py RUNNER FOLDER SECONDS CHECKPOINT EVERY OPENS

Opens the results file every EVERY seconds while a study of about SECONDS on two cores writes it every
CHECKPOINT seconds: at least OPENS times without an exception, with default settings and no
environment variable, and every summary agrees with its own count. The writer never fails, and the
final file is whole."""
import os
import pathlib
import shutil
import sys
import time

import runner_tools as tools


def main():
    runner, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    seconds, checkpoint, every, opens = map(float, sys.argv[3:])
    os.environ.pop("HDF5_USE_FILE_LOCKING", None)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    study = folder / "study.toml"
    trials = int(seconds * 20000)
    study.write_text(tools.study_text(trials))
    output = folder / "read.h5"
    process = tools.start(runner, study, output, 2, checkpoint)
    while not output.exists():
        if process.poll() is not None:
            sys.exit(f"the run ended before it wrote: {process.stderr.read()}")
        time.sleep(0.01)

    count = 0
    seen = set()
    while process.poll() is None:
        wrong = tools.faults(output, trials)
        if wrong:
            sys.exit(f"open {count}: {'; '.join(wrong)}")
        seen.add(int(tools.look(output)[0].sum()))
        count += 1
        time.sleep(every)
    if process.returncode != 0:
        sys.exit(f"the writer failed: {process.stderr.read()}")
    if count < opens:
        sys.exit(f"{count} opens, but at least {opens:.0f} must be; make the study longer")
    if len(seen) < 3:
        sys.exit(f"the reader saw {len(seen)} states of the file, but must see it grow")
    wrong = tools.faults(output, trials)
    if wrong:
        sys.exit(f"the final file: {'; '.join(wrong)}")
    print(f"{count} opens, {len(seen)} states, no exception")


main()
