#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""kill_attention.py RUNNER FOLDER TRIALS KILLS

An attention study killed with SIGKILL at random moments and resumed each time: the file opens in plain
h5py after every kill, and in the end every numeric dataset has the bytes of an uninterrupted run. It also
opens with one call in both engines of xarray, with mask and length as coordinates."""
import pathlib
import random
import shutil
import sys
import time

import h5py

import runner_tools as tools

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "interop"))
from quiet_xarray import ENGINES, xr  # noqa: E402

STUDY = """
kind = "attention"
name = "kill"
seed = 20211008
trials = {trials}
[inputs]
source = "gaussian"
dim = 16
n = [48, 96]
std = 0.5
mask = ["none", "causal"]
[[methods]]
method = "exact"
[[methods]]
method = "linear"
label = "positive"
feature_map = {{ method = "positive", m = [32, 128] }}
[[methods]]
method = "linear"
label = "trig"
feature_map = {{ method = "trig", m = 64 }}
"""
CHECKPOINT = 0.05


def look_with_xarray(path):
    for engine in ENGINES:
        with xr.open_dataset(path, engine=engine) as ds:
            assert set(ds.sizes) == {"config", "case"}, ds.sizes
            assert list(ds["error"]["mask"].values) == ["none", "causal"] * 2
            trig = ds.isel(config=ds["label"] == "trig")
            assert float(trig["error"].max()) > 0.0


def main():
    runner, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    trials, wanted = int(sys.argv[3]), int(sys.argv[4])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    study = folder / "study.toml"
    study.write_text(STUDY.format(trials=trials))
    direct = folder / "direct.h5"
    begin = time.monotonic()
    tools.run(runner, study, direct, 2, CHECKPOINT)
    whole = time.monotonic() - begin
    look_with_xarray(direct)

    output = folder / "killed.h5"
    moments = random.Random(20211008)
    kills = 0
    while kills < wanted:
        process = tools.start(runner, study, output, 1 + kills % 3, CHECKPOINT)
        time.sleep(moments.uniform(0.02, 1.6 * whole / wanted))
        process.kill()
        status = process.wait()
        if status == 0:  # complete before the kill
            output.unlink()
            continue
        if status != -9:
            sys.exit(f"the run ended with status {status}: {process.stderr.read()}")
        kills += 1
        if output.exists():
            with h5py.File(output, "r") as file:
                file["error"][()]
    tools.run(runner, study, output, 2, CHECKPOINT)
    if tools.numeric_root(output) != tools.numeric_root(direct):
        sys.exit("the numbers differ from those of an uninterrupted run")
    print(f"{kills} kills; uninterrupted {whole:.1f} s; same bytes")


main()
