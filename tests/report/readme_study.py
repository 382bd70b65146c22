#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""readme_study.py PROGRAM FOLDER: the study printed in README.md is ten lines, valid, and runs."""

import pathlib
import re
import shutil
import subprocess
import sys

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
readme = pathlib.Path(__file__).resolve().parents[2] / "README.md"
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)

studies = re.findall(r"```toml\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)
assert len(studies) == 1, f"README.md shows {len(studies)} studies"
assert len(studies[0].splitlines()) <= 10, "the README's study has more than ten lines"
study = folder / "readme.toml"
study.write_text(studies[0], encoding="utf-8")

subprocess.run([program, "check", study], check=True)
subprocess.run([program, "run", study, "-o", folder / "readme.h5", "--set", "trials=100", "--quiet"],
               check=True)
