#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""look_at_rank_and_concentration.py FOLDER: does the results file of the spectrum study say what linear algebra
says, and does the rendered page tell the same? Reads the file with h5py alone and shares no code with the
notebook."""

import base64
import pathlib
import re
import sys

import h5py
import numpy

folder = pathlib.Path(sys.argv[1])
page = (folder / "rank_and_concentration.html").read_text(encoding="utf-8")
file = h5py.File(folder / "rank_and_concentration" / "spectrum.h5")


def read(name):
    values = file[name][()]
    return values.astype(str) if values.dtype == object else values


label, mask, window, n = read("label"), read("mask"), read("input_window"), read("n")
rank, effective, top_8 = read("numerical_rank"), read("effective_rank"), read("top_8")
open_cases = (mask == "none") & (window == 0)


def the_page():
    images = [base64.b64decode(data) for data in re.findall(r'src="data:image/png;base64,([^"]+)"', page)]
    saved = sorted(folder.glob("*.png"))
    assert len(images) >= 4, f"the page holds {len(images)} pictures"
    assert len(saved) == len(images), f"{len(saved)} PNG files for {len(images)} pictures"
    for image in images:
        assert image.startswith(b"\x89PNG") and len(image) > 10_000, "a picture is empty"
    assert "Traceback" not in page and "Warning" not in page and ">nan<" not in page
    assert file.attrs["content_digest"] in page, "the page does not name the digest"


def ranks():
    """Without mask rank ≤ D, and 1 for averaging; exp raises that of exact weights to n. A causal mask makes every
    triangle with a positive diagonal regular."""
    linear, D = read("method") == "linear", read("case_feature_dim")
    bound = numpy.minimum(D, n)[linear][:, open_cases]
    found = rank[linear][:, open_cases]
    assert (found <= bound).all(), "a rank is above the feature dimension"
    assert f"true at {found.size} of {found.size} points; at {(found == bound).sum()} of them" in page
    assert (rank[label == "average"][:, open_cases] == 1).all()
    assert (rank[label == "exact"][:, open_cases] == n[open_cases]).all()
    causal = (mask == "causal") & (window == 0)
    for name in ("average", "elu1", "exp"):
        assert (rank[label == name][:, causal] == n[causal]).all(), f"{name} is singular under a causal mask"


def baselines():
    """Uniform weights: effective rank 1, 8 of n hold 8/n; exact weights are those the reference of a case has."""
    (average,), (exact,) = (numpy.flatnonzero(label == name) for name in ("average", "exact"))
    # σ₂ of equal rows is rounding alone: some 1e-15 of σ₁, times its logarithm.
    assert numpy.abs(effective[average][open_cases] - 1).max() < 1e-9
    assert numpy.abs(top_8[average][open_cases] * n[open_cases] - 8).max() < 1e-9
    # Weights by tiles and by whole rows differ in their last digits; singular values by no more.
    assert numpy.abs(effective[exact] / read("exact_effective_rank") - 1).max() < 1e-9
    assert (effective <= rank * (1 + 1e-9)).all() and (rank <= n).all()


def concentration():
    """Exact rows concentrate as logits grow, and more than 1 + elu everywhere."""
    (exact,), (elu1,) = (numpy.flatnonzero(label == name) for name in ("exact", "elu1"))
    assert (top_8[exact] > top_8[elu1]).all()
    std, temperature = read("std"), read("temperature")
    grown = [top_8[exact][open_cases & (std == s)].mean() for s in sorted(set(std[std > 0]))]
    assert (numpy.diff(grown) > 0).all(), grown
    cold, warm = (top_8[exact][open_cases & (temperature == T)] for T in (1.0, 4.0))
    assert (cold > warm).all()


def masks():
    """What the page says of exact attention under a causal mask is what the file says, for every size of the numbers."""
    (exact,), std = numpy.flatnonzero(label == "exact"), read("std")
    assert "Masks raise the rank" not in page
    words = " ".join(page.split())
    for s in sorted(set(std[std > 0])):
        plain, causal = (effective[exact][(std == s) & (mask == word) & (window == 0)] for word in ("none", "causal"))
        factors = causal / plain
        assert factors.size >= 4, "too few replicates to show a spread"
        verb = "raises" if factors.min() > 1 else "lowers" if factors.max() < 1 else "raises or lowers"
        sentence = (f"a causal mask {verb} the effective rank of exact attention, {factors.min():.2f} to {factors.max():.2f} times over "
                    f"{factors.size} replicates")
        assert sentence in words, f"s = {s}: the page does not say: {sentence}"


for check in (the_page, ranks, baselines, concentration, masks):
    check()
