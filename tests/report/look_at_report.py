#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""look_at_report.py FOLDER: is the rendered quickstart report what its reader expects?"""

import base64
import pathlib
import re
import sys

import h5py

folder = pathlib.Path(sys.argv[1])
page = (folder / "quickstart.html").read_text(encoding="utf-8")
images = [base64.b64decode(data) for data in re.findall(r'src="data:image/png;base64,([^"]+)"', page)]
saved = sorted(folder.glob("*.png"))
table = (folder / "table.txt").read_text(encoding="utf-8")
with h5py.File(folder / "quickstart.h5") as results:
    digest = results.attrs["content_digest"]
    methods = {name.decode() if isinstance(name, bytes) else name for name in results["method"][()]}

assert len(images) >= 4, f"the page holds {len(images)} pictures"
assert len(saved) == len(images), f"{len(saved)} PNG files for {len(images)} pictures"
for image in images:
    assert image.startswith(b"\x89PNG") and len(image) > 10_000, "a picture is empty"
assert digest in page, "the page does not name the digest of the results it shows"
assert "Traceback" not in page and ">nan<" not in page
for method in methods:
    assert method in page, f"the page does not speak of {method}"
    assert method in table, f"the table does not speak of {method}"
