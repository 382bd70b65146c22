#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""Makes generated_gqa_n64_d16.h5: grouped queries (4 query heads on 2 key/value heads) with causal
reference outputs, in the layout qkv/1 of README.md.

    make_generated_gqa.py [OUT.h5]      default: beside this script

The numbers are standard normal, from numpy's PCG64 with the seed below, rounded to float32. Query
heads are mapped to key heads out of order on purpose, so that a reader who assumes consecutive
groups gets wrong reference values.
"""

import pathlib
import sys

import h5py
import numpy as np

SEED = 20261129
HEADS, KV_HEADS, ROWS, DIM = 4, 2, 64, 16
KV_HEAD_OF = np.array([1, 0, 1, 0], dtype=np.int32)
CHECK = np.array([0, 1, 2, 7, 31, 40, 62, 63], dtype=np.int32)
LOGIT_SCALE = DIM ** -0.5


def reference(q, k, v):
    """Causal attention of the rows in CHECK, in float64: outputs and log-sum-exps."""
    out = np.empty((HEADS, len(CHECK), DIM))
    lse = np.empty((HEADS, len(CHECK)))
    for head, kv_head in enumerate(KV_HEAD_OF):
        for i, row in enumerate(CHECK):
            keys = k[kv_head, : row + 1].astype(np.float64)
            logits = LOGIT_SCALE * (keys @ q[head, row].astype(np.float64))
            largest = logits.max()
            weights = np.exp(logits - largest)
            lse[head, i] = largest + np.log(weights.sum())
            out[head, i] = weights @ v[kv_head, : row + 1].astype(np.float64) / weights.sum()
    return out, lse


def arrays():
    draw = np.random.Generator(np.random.PCG64(SEED))
    q = draw.standard_normal((HEADS, ROWS, DIM)).astype(np.float32)
    k = draw.standard_normal((KV_HEADS, ROWS, DIM)).astype(np.float32)
    v = draw.standard_normal((KV_HEADS, ROWS, DIM)).astype(np.float32)
    out, lse = reference(q, k, v)
    return {
        "q": (q, ("head", "query", "dim"), "query vectors"),
        "k": (k, ("kv_head", "key", "dim"), "key vectors"),
        "v": (v, ("kv_head", "key", "dim_v"), "value vectors"),
        "kv_head_of": (KV_HEAD_OF, ("head",), "key/value head that a query head reads"),
        "out_ref": (out, ("head", "check", "dim_v"), "attention output for the queries in check"),
        "lse_ref": (lse, ("head", "check"), "log of the sum of exp(logit) over the keys seen"),
    }


SCALES = {"head": np.arange(HEADS), "kv_head": np.arange(KV_HEADS), "query": np.arange(ROWS),
          "key": np.arange(ROWS), "dim": np.arange(DIM), "dim_v": np.arange(DIM), "check": CHECK}

ATTRIBUTES = {
    "title": "generated grouped queries: independent standard normal numbers",
    "layout": "qkv/1",
    "source": "data/make_generated_gqa.py of the kapprox project, seed %d" % SEED,
    "licence": "CC0-1.0",
    "causal": 1,
    "logit_scale": LOGIT_SCALE,
    "scale_convention": "logits = logit_scale * q k^T, weights = softmax over the keys at or before "
                        "the query, out = weights v",
}


def write(path):
    with h5py.File(path, "w", track_order=True) as file:
        file.attrs.update(ATTRIBUTES)
        for name, values in SCALES.items():
            scale = file.create_dataset(name, data=values.astype(np.int32))
            scale.make_scale(name)
        for name, (values, dimensions, long_name) in arrays().items():
            dataset = file.create_dataset(name, data=values, chunks=values.shape, shuffle=True,
                                          compression="gzip", fletcher32=True)
            dataset.attrs["units"] = "1"
            dataset.attrs["long_name"] = long_name
            for axis, dimension in enumerate(dimensions):
                dataset.dims[axis].attach_scale(file[dimension])


if __name__ == "__main__":
    beside = pathlib.Path(__file__).resolve().parent / "generated_gqa_n64_d16.h5"
    write(sys.argv[1] if len(sys.argv) > 1 else beside)
