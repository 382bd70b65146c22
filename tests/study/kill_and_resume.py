#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""kill_and_resume.py RUNNER FOLDER SECONDS CHECKPOINT

Runs a study of about SECONDS on two cores, kills it with SIGKILL at 20 random moments, at least
three of them inside a write of the file, and goes on each time. After every kill the file opens in
plain h5py, or is absent before the first checkpoint; what it calls done is complete; nothing known
before is lost; no more than the checkpoint interval of work is. In the end every numeric dataset
has the bytes of an uninterrupted run."""
import os
import pathlib
import random
import shutil
import sys
import time

import runner_tools as tools

KILLS = 20
WRITES = 3  # kills that must fall inside a write
TRIES = 2 * WRITES  # to hit a write; then random moments again, and the count at the end fails
# On top of the interval: the units under way, one write, and a machine busy with other work.
SLACK_SECONDS = 1.5


def temporary_of(output):
    return [name for name in os.listdir(output.parent)
            if name.startswith(f".{output.name}.") and name.endswith(".tmp")]


def kill_inside_write(process, output, deadline):
    """Kills as soon as the temporary file of a checkpoint shows; True when it still stood then."""
    while process.poll() is None and time.monotonic() < deadline:
        if temporary_of(output):
            process.kill()
            process.wait()
            return bool(temporary_of(output))
    return False


def main():
    runner, folder, seconds, checkpoint = sys.argv[1], pathlib.Path(sys.argv[2]), *map(float, sys.argv[3:])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    study = folder / "study.toml"
    trials = int(seconds * 20000)
    study.write_text(tools.study_text(trials))
    direct = folder / "direct.h5"
    begin = time.monotonic()
    tools.run(runner, study, direct, 2, checkpoint)
    whole = time.monotonic() - begin

    output = folder / "killed.h5"
    moments = random.Random(20211008)
    kills = inside = tries = 0
    known = 0
    while kills < KILLS:
        started = time.monotonic()
        process = tools.start(runner, study, output, 1 + kills % 3, checkpoint)
        if inside < WRITES and tries < TRIES and kills >= 2:
            tries += 1
            inside += kill_inside_write(process, output, started + 30.0)
        else:
            time.sleep(moments.uniform(0.02, 1.6 * whole / KILLS))
        killed = time.time()
        process.kill()
        status = process.wait()
        error = process.stderr.read()
        if status == 0:  # complete before the kill: not one of the twenty
            output.unlink()
            known = 0
            continue
        if status != -9:
            sys.exit(f"the run ended with status {status}: {error}")
        kills += 1
        if not output.exists():
            continue
        wrong = tools.faults(output, trials)
        if wrong:
            sys.exit(f"after kill {kills}: {'; '.join(wrong)}")
        total = int(tools.look(output)[0].sum())
        if total < known:
            sys.exit(f"after kill {kills}: {total} trials, but {known} were known before")
        lost = killed - max(output.stat().st_mtime, killed - (time.monotonic() - started))
        if lost > checkpoint + SLACK_SECONDS:
            sys.exit(f"after kill {kills}: {lost:.2f} s lost, but the interval is {checkpoint} s")
        known = total
    if inside < WRITES:
        sys.exit(f"{inside} kills fell inside a write, but {WRITES} must: is the file "
                 "written through a temporary one?")
    tools.run(runner, study, output, 2, checkpoint)
    if tools.numeric_root(output) != tools.numeric_root(direct):
        sys.exit("the numbers differ from those of an uninterrupted run")
    print(f"{KILLS} kills, {inside} inside a write; uninterrupted {whole:.1f} s; same bytes")


main()
