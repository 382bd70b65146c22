#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""read_data.py DATA: every input file we ship opens in xarray with named dimensions and text as str,
and README.md has a row for it that tells its size, shape and licence truly, and of real heads how long
q + k is."""

import pathlib
import re
import sys

import numpy as np

from quiet_xarray import ENGINES, xr

data = pathlib.Path(sys.argv[1])
rows = dict(re.findall(r"^\| `(\S+\.h5)` \| (.*) \|$", (data / "README.md").read_text("utf-8"), re.M))
paths = sorted(data.glob("*.h5"))
assert sorted(rows) == [path.name for path in paths], (sorted(rows), paths)

for path in paths:
    for engine in ENGINES:
        with xr.open_dataset(path, engine=engine) as ds:
            assert not any(str(d).startswith("phony_dim") for d in ds.dims), (path, ds.dims)
            for key, value in ds.attrs.items():
                assert not isinstance(value, bytes), (path, key)
            row = rows[path.name]
            size, rest = row.split(" | ", 1)
            assert int(size) == path.stat().st_size, (path.name, size)
            assert ds.attrs["licence"] in rest, (path.name, ds.attrs["licence"])
            if ds.attrs["layout"] == "qkv/1":
                d, n, heads = ds.sizes["dim"], ds.sizes["query"], ds.sizes["head"]
                causal = "yes" if ds.attrs["causal"] else "no"
                assert f"| {heads} | {n} | {d} | {causal} |" in f"| {rest}", (path.name, rest)
            else:
                assert f"| {ds.sizes['sample']} × {ds.sizes['dim']} |" in f"| {rest}", (path.name, rest)


# The table of real heads: median of ‖q + k‖² over all pairs, plain and with centred keys.
def median_of_sums(q, k, logit_scale):
    sums = (q**2).sum(1)[:, None] + (k**2).sum(1)[None, :] + 2.0 * q @ k.T
    return float(np.median(logit_scale * sums))


heads = re.findall(
    r"^\| `(\S+)` \| (\d+) \| ([\d.]+) \| ([\d.]+) \|$", (data / "README.md").read_text("utf-8"), re.M
)
assert len(heads) == 8, heads
for name, head, plain, centred in heads:
    with xr.open_dataset(data / f"{name}.h5") as ds:
        q = ds["q"].values[int(head)].astype(float)
        k = ds["k"].values[int(head)].astype(float)
        found = [median_of_sums(q, keys, ds.attrs["logit_scale"]) for keys in (k, k - k.mean(0))]
        assert np.allclose(found, [float(plain), float(centred)], rtol=0.0, atol=0.051), (name, head, found)
